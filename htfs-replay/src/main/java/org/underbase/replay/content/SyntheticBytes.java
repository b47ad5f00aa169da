package org.underbase.replay.content;

/**
 * Bytes of a file: each 8 bytes are a hash of the file and their offset, so that a reader can check them. Immutable.
 */
public final class SyntheticBytes {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private final long seed;

    private SyntheticBytes(long seed) {
        this.seed = seed;
    }

    /**
     * Returns the bytes of a file.
     *
     * @param file number of the file, or -1 if it is unknown
     * @param path path of the file, which is used only if the number is unknown
     */
    public static SyntheticBytes of(int file, String path) {
        return new SyntheticBytes(mix(file >= 0 ? file + 1L : ~(long) path.hashCode()));
    }

    /** Fills the first bytes of a buffer with the bytes from an offset. */
    public void fill(long offset, byte[] buffer, int count) {
        int i = 0;
        while (i < count) {
            long at = offset + i;
            long word = mix(seed + (at >>> 3) * STEP);
            for (int inWord = (int) (at & 7); inWord < 8 && i < count; inWord++) {
                buffer[i++] = (byte) (word >>> (inWord * 8));
            }
        }
    }

    /** Returns the index of the first byte that differs from those at an offset; -1 if none does. */
    public int mismatch(long offset, byte[] buffer, int count) {
        byte[] expected = new byte[count];
        fill(offset, expected, count);
        return java.util.Arrays.mismatch(expected, 0, count, buffer, 0, count);
    }

    /** Finalizer of SplitMix64. */
    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
