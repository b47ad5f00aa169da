package org.underbase.tier.soak;

/** Expected content of files: an endless pseudo-random stream per file, computed instead of stored. */
final class Contents {
    private Contents() {}

    /**
     * Returns a part of a file.
     *
     * @param file number of the file
     * @param from position of the first byte
     * @param length number of bytes
     */
    static byte[] part(long file, long from, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = at(file, from + i);
        }
        return bytes;
    }

    private static byte at(long file, long position) {
        long word = mix((file << 32) + (position >>> 3));
        return (byte) (word >>> (8 * (position & 7)));
    }

    private static long mix(long number) {
        long z = number + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
