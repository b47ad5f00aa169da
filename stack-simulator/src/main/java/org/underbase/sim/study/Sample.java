package org.underbase.sim.study;

/**
 * Sample of pages: chunks of 64 KiB, chosen by a hash of file and position (SHARDS). A cache of the sampled pages whose size
 * is scaled by the rate has the hit rate of the cache of all pages. Requests of HBase have about ten pages, so that single
 * pages would need more work.
 */
final class Sample {
    /** One of this many chunks is in the sample. */
    static final int RATE = 16;
    /** Bytes of a chunk, as a power of two. */
    static final int CHUNK_BITS = 16;

    private static final long ODD1 = 0x9E3779B97F4A7C15L;
    private static final long ODD2 = 0xBF58476D1CE4E5B9L;
    private static final int SHIFT = 32;

    private Sample() {}

    static boolean contains(int file, int chunk) {
        long hash = (file * ODD1 + chunk) * ODD2;
        hash ^= hash >>> SHIFT;
        hash *= ODD1;
        return hash >>> (Long.SIZE - 4) == 0;
    }

    /** Returns the number of sampled pages of a size in GiB. */
    static int pages(int gigabytes) {
        return gigabytes * (LayeredStudy.PAGES_PER_GB / RATE);
    }
}
