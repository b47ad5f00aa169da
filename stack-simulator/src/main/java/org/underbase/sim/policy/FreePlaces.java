package org.underbase.sim.policy;

import java.util.Arrays;

/**
 * Free places of a cache after each access. A page needs a place from one access to the present one. Thus of two accesses with
 * equally many free places only the later one is of interest: it is in all ranges of the future that contain the earlier one and
 * end later. Free places of the others, the marks, grow from the oldest to the newest one, so that the number of marks is at
 * most that of the places. Each mark has the difference from the previous one.
 */
final class FreePlaces {
    private static final int NONE = PageIndex.NONE;

    private final int places;
    /** Accesses of the marks, in order, also of those that are removed. */
    private final long[] at;

    private final int[] more;
    private final int[] previous;
    /** A mark itself, or for a removed one a later one: paths to the next mark. */
    private final int[] next;

    private int begin;
    private int end;
    private int last = NONE;
    /** Free places after the last access. */
    private int free;

    private long full = NONE;

    FreePlaces(int places) {
        this.places = places;
        // So that removed marks are reclaimed at most once per place.
        int entries = 2 * places + 1;
        at = new long[entries];
        more = new int[entries];
        previous = new int[entries];
        next = new int[entries];
    }

    /** Returns the last access after which no place is free; {@link PageIndex#NONE} without one. */
    long lastFull() {
        return full;
    }

    /** Takes a place after each access from one, which is after the last full one, to the last one. */
    void take(long from) {
        if (last == NONE || from > at[last]) {
            return;
        }
        int mark = Arrays.binarySearch(at, begin, end, from);
        mark = mark(mark < 0 ? -mark - 1 : mark);
        free--;
        more[mark]--;
        if (more[mark] > 0) {
            return;
        }
        int older = previous[mark];
        if (older != NONE) {
            more[mark] = more[older];
            previous[mark] = previous[older];
            next[older] = mark;
        } else {
            full = at[mark];
            begin = mark + 1;
            if (mark == last) {
                last = NONE;
            } else {
                previous[mark(begin)] = NONE;
            }
        }
    }

    /** Returns the first mark from an entry. */
    private int mark(int from) {
        int entry = from;
        while (next[entry] != entry) {
            next[entry] = next[next[entry]];
            entry = next[entry];
        }
        return entry;
    }

    /** Adds an access after which all places are free. */
    void append(long access) {
        if (places == 0) {
            full = access;
        } else if (free == places) {
            at[last] = access;
        } else {
            if (end == at.length) {
                reclaim();
            }
            at[end] = access;
            more[end] = places - free;
            previous[end] = last;
            next[end] = end;
            last = end++;
            free = places;
        }
    }

    private void reclaim() {
        int to = 0;
        for (int entry = begin; entry < end; entry++) {
            if (next[entry] == entry) {
                at[to] = at[entry];
                more[to] = more[entry];
                previous[to] = to - 1;
                next[to] = to;
                to++;
            }
        }
        begin = 0;
        end = to;
        last = to - 1;
    }

    /** Verifies the marks. */
    void check() {
        int sum = 0;
        long later = Long.MAX_VALUE;
        for (int mark = last; mark != NONE; mark = previous[mark]) {
            Links.require(at[mark] < later && at[mark] > full && more[mark] > 0 && next[mark] == mark, "marks");
            later = at[mark];
            sum += more[mark];
        }
        Links.require(sum == free && free <= places, "number of free places");
    }
}
