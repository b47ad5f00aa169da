package org.underbase.sim.policy;

/**
 * Approximate numbers of accesses, at most 15, of recently accessed pages: a count-min sketch of four counters of 4 bits per
 * page (Einziger, Friedman and Manes, "TinyLFU: A highly efficient cache admission policy", ACM Transactions on Storage 13(4),
 * 2017). After ten accesses per page of the cache, all numbers are halved.
 */
final class FrequencySketch {
    private static final int ROWS = 4;
    private static final int COUNTER_BITS = 4;
    private static final long MOST = 15;
    private static final long HALVES = 0x7777777777777777L;
    private static final int SAMPLE = 10;
    private static final long ODD = 0xD6E8FEB86659FD93L;
    /** First of the bits of a hash that select a counter of a word; the lower bits select the words. */
    private static final int COUNTER = 56;

    private final long[] counters;
    private final long sample;
    private long accesses;

    FrequencySketch(int capacity) {
        counters = new long[Math.max(ROWS, Integer.highestOneBit(2 * capacity - 1))];
        sample = (long) SAMPLE * capacity;
    }

    void increment(long page) {
        long hash = hash(page);
        for (int row = 0; row < ROWS; row++) {
            int word = word(hash, row);
            int shift = shift(hash, row);
            if (((counters[word] >>> shift) & MOST) < MOST) {
                counters[word] += 1L << shift;
            }
        }
        accesses++;
        if (accesses == sample) {
            for (int i = 0; i < counters.length; i++) {
                counters[i] = (counters[i] >>> 1) & HALVES;
            }
            accesses /= 2;
        }
    }

    int frequency(long page) {
        long hash = hash(page);
        long least = MOST;
        for (int row = 0; row < ROWS; row++) {
            least = Math.min(least, (counters[word(hash, row)] >>> shift(hash, row)) & MOST);
        }
        return (int) least;
    }

    private static long hash(long page) {
        long hash = page * ODD;
        hash ^= hash >>> Integer.SIZE;
        hash *= ODD;
        return hash ^ (hash >>> Integer.SIZE);
    }

    /** Returns a word; words of different rows depend on different bits, so that two pages rarely share all of them. */
    private int word(long hash, int row) {
        return (int) (hash + row * (hash >>> Integer.SIZE)) & (counters.length - 1);
    }

    /** Returns the position of a counter in its word. Each row has a quarter of the word. */
    private static int shift(long hash, int row) {
        int counter = (int) (hash >>> (COUNTER + 2 * row)) & (ROWS - 1);
        return (ROWS * row + counter) * COUNTER_BITS;
    }
}
