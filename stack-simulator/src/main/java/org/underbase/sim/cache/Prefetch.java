package org.underbase.sim.cache;

/**
 * Loads of memory that the next touches of a stack need. A touch waits for memory many times, each time for an address that
 * depends on the previous load. Loads for several touches at once do not depend on each other, so that the processor
 * executes them concurrently. They change nothing.
 */
final class Prefetch {
    /** Most touches at once. */
    static final int MOST = 64;

    /** Ints that a processor loads at once. */
    private static final int LINE = 16;

    private static final int NONE = Extents.NONE;

    private final Extents extents;
    private final int[][] chunks = new int[MOST][];
    private final int[] found = new int[MOST];
    private final int[] slots = new int[MOST];
    /** Sum of all loads: the compiler removes loads whose result is unused. */
    private int sum;

    Prefetch(Extents extents) {
        this.extents = extents;
    }

    /** Loads the extents at pages, and their slots. */
    void touched(int[] files, int[] firsts, int from, int count, SumTree weights, int[] tops) {
        for (int i = 0; i < count; i++) {
            chunks[i] = extents.index.chunk(files[from + i], firsts[from + i]);
        }
        loadChunks(count);
        for (int i = 0; i < count; i++) {
            found[i] = chunks[i] == null ? NONE : ExtentIndex.floor(chunks[i], firsts[from + i]);
        }
        for (int i = 0; i < count; i++) {
            slots[i] = found[i] == NONE ? 0 : extents.list(found[i]);
        }
        for (int i = 0; i < count; i++) {
            sum += weights.weight(slots[i]) + tops[slots[i]];
        }
    }

    /** Loads the extents at the top of consecutive slots, which are to be dropped. */
    void dropped(int[] tops, int from, int to) {
        int count = 0;
        for (int slot = from; slot < to; slot++) {
            if (tops[slot] != NONE) {
                found[count++] = tops[slot];
            }
        }
        for (int i = 0; i < count; i++) {
            slots[i] = extents.file(found[i]);
        }
        for (int i = 0; i < count; i++) {
            chunks[i] = slots[i] == Extents.HOLE ? null : extents.index.chunk(slots[i], extents.first(found[i]));
        }
        loadChunks(count);
    }

    private void loadChunks(int count) {
        for (int i = 0; i < count; i++) {
            int[] chunk = chunks[i];
            if (chunk != null) {
                for (int at = 0; at < chunk.length; at += LINE) {
                    sum += chunk[at];
                }
            }
        }
    }

    @Override
    public String toString() {
        return "loads " + sum;
    }
}
