package org.underbase.sim.cache;

import java.util.Arrays;

/** Exact counts of the caches of some sizes, from one pass of a {@link LruStack}. Counts are in pages. */
public final class StackCounts implements StackListener {
    private final int[] sizes;
    private final long[][] hits;
    private final long[] touched;
    private final long[] deleted;
    private final long[] resident;
    private int kind;

    /**
     * Creates counts of zero.
     *
     * @param sizes sizes of the caches in pages, ascending
     * @param kinds number of kinds of touches that are counted separately
     */
    public StackCounts(int[] sizes, int kinds) {
        this.sizes = sizes.clone();
        this.hits = new long[kinds][sizes.length + 1];
        this.touched = new long[kinds];
        this.deleted = new long[sizes.length + 1];
        this.resident = new long[sizes.length + 1];
    }

    /** Sets the kind of the touches that follow. */
    public void kind(int number) {
        kind = number;
    }

    @Override
    public void touched(int first, int pages, int distance, int falling) {
        touched[kind] += pages;
        if (distance != COLD) {
            add(hits[kind], distance - falling, falling + 1, 1);
            add(hits[kind], distance - falling, 1, pages - falling - 1);
        }
    }

    @Override
    public void deleted(int pages, int depth) {
        add(deleted, depth + 1, pages, 1);
    }

    @Override
    public void resident(int pages, int depth) {
        add(resident, depth + 1, pages, 1);
    }

    /** Adds a weight at each of the depths {@code from} to {@code from + count - 1}. */
    private void add(long[] bins, int from, int count, long weight) {
        int left = count;
        int at = from;
        int bin = bin(at);
        while (left > 0) {
            int inBin = bin == sizes.length ? left : Math.min(left, sizes[bin] - at + 1);
            bins[bin] += inBin * weight;
            at += inBin;
            left -= inBin;
            bin++;
        }
    }

    private int bin(int depth) {
        int at = Arrays.binarySearch(sizes, depth);
        return at < 0 ? -at - 1 : at;
    }

    private static long upTo(long[] bins, int size) {
        long sum = 0;
        for (int i = 0; i <= size; i++) {
            sum += bins[i];
        }
        return sum;
    }

    /** Returns the touched pages of one kind. */
    public long touched(int kindNumber) {
        return touched[kindNumber];
    }

    /**
     * Returns the touched pages of one kind that a cache contains.
     *
     * @param kindNumber kind of touch
     * @param size position in the array of sizes
     */
    public long hits(int kindNumber, int size) {
        return upTo(hits[kindNumber], size);
    }

    /** Returns the pages that enter a cache: each touched page that it does not contain. */
    public long inserts(int size) {
        long inserts = 0;
        for (int i = 0; i < touched.length; i++) {
            inserts += touched[i] - hits(i, size);
        }
        return inserts;
    }

    /** Returns the pages that are deleted while in a cache. */
    public long deleted(int size) {
        return upTo(deleted, size);
    }

    /**
     * Returns the pages that a cache evicts. With the promote policy these are the writes to a flash below it, of any size.
     */
    public long evictions(int size) {
        return inserts(size) - deleted(size) - upTo(resident, size);
    }
}
