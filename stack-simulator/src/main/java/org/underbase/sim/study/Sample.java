package org.underbase.sim.study;

/**
 * Sample of pages: of each group of consecutive chunks of 64 KiB of a file the one that a hash selects (SHARDS). A cache of the
 * sampled pages whose size is scaled by the rate has the hit rate of the cache of all pages. Requests of HBase have about ten
 * pages, so that single pages would need more work. Offsets in the sample are dense: groups become chunks.
 *
 * @param rateBits one of this power of two of chunks is in the sample
 * @param pagesPerGigabyte pages of a cache of one GiB; fewer if the sizes of caches are scaled
 */
record Sample(int rateBits, int pagesPerGigabyte) {
    /** One of 32 chunks. */
    static final Sample PAPER = new Sample(5, LayeredStudy.PAGES_PER_GB);
    /** Bytes of a chunk, as a power of two. */
    static final int CHUNK_BITS = 16;

    private static final int CHUNK_MASK = (1 << CHUNK_BITS) - 1;
    private static final long ODD1 = 0x9E3779B97F4A7C15L;
    private static final long ODD2 = 0xBF58476D1CE4E5B9L;
    private static final int SHIFT = 32;

    /** Returns the number of chunks per sampled chunk. */
    int rate() {
        return 1 << rateBits;
    }

    boolean contains(int file, int chunk) {
        if (rateBits == 0) {
            return true;
        }
        return hash(file * ODD1, chunk >> rateBits) >>> (Long.SIZE - rateBits) == (chunk & (rate() - 1));
    }

    /**
     * Returns the part of the sample that contains a chunk. Adjacent chunks of a file are in different parts.
     *
     * @param file file
     * @param chunk number of the chunk in the sample
     * @param partBits the sample has this power of two of parts
     */
    static int part(int file, int chunk, int partBits) {
        // Not the hash that selects the chunks of the sample: parts would depend on the sizes of files.
        long hash = hash(~(file * ODD2), chunk >> partBits);
        return (int) (chunk + (hash >>> SHIFT)) & ((1 << partBits) - 1);
    }

    private static long hash(long file, int group) {
        long hash = (file + group) * ODD2;
        hash ^= hash >>> SHIFT;
        return hash * ODD1;
    }

    /** Returns the offset in the sample of an offset whose chunk is in the sample. */
    int offset(int offset) {
        return (offset >> (CHUNK_BITS + rateBits) << CHUNK_BITS) | (offset & CHUNK_MASK);
    }

    /** Returns the largest length in the sample of a file. */
    int length(int length) {
        return (((length - 1) >> (CHUNK_BITS + rateBits)) + 1) << CHUNK_BITS;
    }

    /** Returns the number of sampled pages of a size in GiB. */
    int pages(int gigabytes) {
        return gigabytes * (pagesPerGigabyte >> rateBits);
    }
}
