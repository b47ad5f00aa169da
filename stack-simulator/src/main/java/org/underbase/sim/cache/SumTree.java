package org.underbase.sim.cache;

import java.util.Arrays;

/**
 * Weights by slot, and the sum of the weights after a slot. A tree of degree 16, because a node then fills one cache line:
 * a binary indexed tree of 24 million slots has 24 levels, this one 7.
 */
final class SumTree {
    private static final int BITS = 4;
    private static final int MASK = (1 << BITS) - 1;

    private int[][] levels;

    SumTree(int slots) {
        levels = new int[][] {new int[roundUp(slots)]};
        build(0);
    }

    private static int roundUp(int slots) {
        return (slots + MASK) & ~MASK;
    }

    /** Creates the levels above that of the slots. Only the first {@code used} slots have a weight. */
    private void build(int used) {
        int[] slots = levels[0];
        int depth = 1;
        for (int size = slots.length >> BITS; size > 1; size = (size + MASK) >> BITS) {
            depth++;
        }
        levels = new int[depth][];
        levels[0] = slots;
        int count = used;
        for (int level = 1; level < depth; level++) {
            int[] below = levels[level - 1];
            levels[level] = new int[roundUp(below.length >> BITS)];
            for (int i = 0; i < count; i++) {
                levels[level][i >> BITS] += below[i];
            }
            count = (count + MASK) >> BITS;
        }
    }

    int weight(int slot) {
        return levels[0][slot];
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

    /** Copies the weight of a slot to one before it. The sums are wrong until {@link #resize} is called. */
    void move(int from, int to) {
        levels[0][to] = levels[0][from];
    }

    /** Changes the number of slots. The first {@code used} slots keep their weights, the others have none. */
    void resize(int used, int slots) {
        int size = roundUp(slots);
        int[] weights = levels[0].length == size ? levels[0] : Arrays.copyOf(levels[0], size);
        Arrays.fill(weights, used, size, 0);
        levels = new int[][] {weights};
        build(used);
    }
}
