package org.underbase.sim.study;

/**
 * Sample of pages: of each group of consecutive chunks of 64 KiB of a file the one that a hash selects (SHARDS). A cache of the
 * sampled pages whose size is scaled by the rate has the hit rate of the cache of all pages. Requests of HBase have about ten
 * pages, so that single pages would need more work. Offsets in the sample are dense: groups become chunks.
 */
final class Sample {
    /** One of this many chunks is in the sample. */
    static final int RATE = 32;
    /** Bytes of a chunk, as a power of two. */
    static final int CHUNK_BITS = 16;

    private static final int RATE_BITS = 5;
    private static final int CHUNK_MASK = (1 << CHUNK_BITS) - 1;
    private static final long ODD1 = 0x9E3779B97F4A7C15L;
    private static final long ODD2 = 0xBF58476D1CE4E5B9L;
    private static final int SHIFT = 32;

    private Sample() {}

    static boolean contains(int file, int chunk) {
        long hash = (file * ODD1 + (chunk >> RATE_BITS)) * ODD2;
        hash ^= hash >>> SHIFT;
        hash *= ODD1;
        return hash >>> (Long.SIZE - RATE_BITS) == (chunk & (RATE - 1));
    }

    /** Returns the offset in the sample of an offset whose chunk is in the sample. */
    static int offset(int offset) {
        return (offset >> (CHUNK_BITS + RATE_BITS) << CHUNK_BITS) | (offset & CHUNK_MASK);
    }

    /** Returns the largest length in the sample of a file. */
    static int length(int length) {
        return (((length - 1) >> (CHUNK_BITS + RATE_BITS)) + 1) << CHUNK_BITS;
    }

    /** Returns the number of sampled pages of a size in GiB. */
    static int pages(int gigabytes) {
        return gigabytes * (LayeredStudy.PAGES_PER_GB / RATE);
    }
}
