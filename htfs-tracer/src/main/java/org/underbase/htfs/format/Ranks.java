package org.underbase.htfs.format;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/** Numbering of a dictionary by first occurrence, so that the next new entry needs no number. */
final class Ranks {
    private int[] rankOf = new int[64];
    private int[] byRank = new int[64];
    private int size;

    void reset(int names) {
        if (rankOf.length < names) {
            rankOf = new int[Math.max(names, rankOf.length * 2)];
            byRank = new int[rankOf.length];
        }
        Arrays.fill(rankOf, 0, names, -1);
        size = 0;
    }

    /** Returns the rank of an entry; the first call for it assigns the next rank. */
    int of(int index) {
        if (rankOf[index] < 0) {
            byRank[size] = index;
            rankOf[index] = size++;
        }
        return rankOf[index];
    }

    /** Returns the number of ranks. */
    int size() {
        return size;
    }

    int index(int rank) {
        return byRank[rank];
    }

    /** Returns the names with a rank, by rank. */
    Iterator<String> names(List<String> all) {
        return IntStream.range(0, size).mapToObj(rank -> name(all, rank)).iterator();
    }

    String name(List<String> names, int rank) {
        return names.get(byRank[rank]);
    }
}
