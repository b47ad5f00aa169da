package org.underbase.bench.soak.tiers;

/** An endless stream of bytes for each file: what a file of any length should hold is known without keeping it. */
final class Contents {
    private Contents() {}

    /**
     * The bytes of a part.
     *
     * @param file a number of the file's own
     * @param from the first byte's position
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
