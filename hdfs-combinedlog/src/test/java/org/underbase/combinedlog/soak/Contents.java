package org.underbase.combinedlog.soak;

/** Content of a file: each byte is a function of the file's seed and the offset. */
final class Contents {
    private static final long STEP = 0x9e3779b97f4a7c15L;

    private Contents() {}

    static void fill(long seed, long position, byte[] out, int length) {
        for (int i = 0; i < length; i++) {
            out[i] = at(seed, position + i);
        }
    }

    static byte at(long seed, long position) {
        long z = seed * STEP + (position >>> 3) * STEP;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        z ^= z >>> 31;
        return (byte) (z >>> ((position & 7) << 3));
    }
}
