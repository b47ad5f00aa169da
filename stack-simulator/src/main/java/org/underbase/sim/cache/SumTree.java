package org.underbase.sim.cache;

/**
 * Weights by slot, and the sum of the weights after a slot. A tree of degree 16, because a node then fills one cache line:
 * a binary indexed tree of 24 million slots has 24 levels, this one 7.
 */
final class SumTree {
    private static final int BITS = 4;
    private static final int MASK = (1 << BITS) - 1;

    private final int[][] levels;

    SumTree(int slots) {
        int depth = 1;
        for (int size = slots; size > MASK + 1; size = (size + MASK) >> BITS) {
            depth++;
        }
        levels = new int[depth][];
        int size = slots;
        for (int level = 0; level < depth; level++) {
            levels[level] = new int[(size + MASK) & ~MASK];
            size = (size + MASK) >> BITS;
        }
    }

    void add(int slot, int weight) {
        int index = slot;
        for (int[] level : levels) {
            level[index] += weight;
            index >>= BITS;
        }
    }

    /** Returns the sum of the weights of all slots after the given one. */
    int sumAfter(int slot) {
        int sum = 0;
        int index = slot;
        for (int[] level : levels) {
            int end = index | MASK;
            for (int i = index + 1; i <= end; i++) {
                sum += level[i];
            }
            index >>= BITS;
        }
        return sum;
    }
}
