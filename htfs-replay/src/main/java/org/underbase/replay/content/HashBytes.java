package org.underbase.replay.content;

/** Hashes of the file and the offset, of 8 bytes each. */
final class HashBytes extends SyntheticBytes {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private final long seed;

    HashBytes(long seed) {
        this.seed = seed;
    }

    @Override
    void fill(long offset, byte[] buffer, int from, int count) {
        int i = 0;
        while (i < count) {
            long at = offset + i;
            long word = mix(seed + (at >>> 3) * STEP);
            for (int inWord = (int) (at & 7); inWord < 8 && i < count; inWord++) {
                buffer[from + i++] = (byte) (word >>> (inWord * 8));
            }
        }
    }

    /** Finalizer of SplitMix64. */
    static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
