package org.underbase.sim.cache;

/** Set of slots that finds its largest member: a bitmap, with a bitmap of its nonempty words above, and so on. */
final class SlotSet {
    static final int NONE = -1;

    private static final int BITS = 6;

    private final long[][] levels;

    SlotSet(int slots) {
        int depth = 1;
        for (int words = words(slots); words > 1; words = words(words)) {
            depth++;
        }
        levels = new long[depth][];
        int size = slots;
        for (int level = 0; level < depth; level++) {
            size = words(size);
            levels[level] = new long[size];
        }
    }

    private static int words(int bits) {
        return Math.max(1, (bits + (1 << BITS) - 1) >> BITS);
    }

    void add(int slot) {
        int index = slot;
        for (long[] level : levels) {
            level[index >> BITS] |= 1L << index;
            index >>= BITS;
        }
    }

    void remove(int slot) {
        int index = slot;
        for (long[] level : levels) {
            level[index >> BITS] &= ~(1L << index);
            if (level[index >> BITS] != 0) {
                return;
            }
            index >>= BITS;
        }
    }

    /** Returns the largest slot of the set, or {@link #NONE}. */
    int last() {
        int index = 0;
        for (int level = levels.length - 1; level >= 0; level--) {
            long word = levels[level][index];
            if (word == 0) {
                return NONE;
            }
            index = (index << BITS) + (Long.SIZE - 1 - Long.numberOfLeadingZeros(word));
        }
        return index;
    }
}
