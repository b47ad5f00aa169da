package org.underbase.sim.linux;

/**
 * Settings of a page cache.
 *
 * @param pages size of the cache in pages of 4 KiB, at least 32
 * @param readAheadPages largest window of the read-ahead of a sequential reader; 0 for none
 * @param willNeedPages pages that the DataNode requests ahead of a transfer of more than 256 KiB, which needs Hadoop's native
 *     library; 0 for none
 * @param backgroundPercent dirty pages, as a percentage of the cache, above which the flusher writes
 * @param limitPercent dirty pages, as a percentage of the cache, above which writers wait
 * @param expireNanos age of the oldest dirty page of a file that the flusher writes
 * @param intervalNanos time between two runs of the flusher
 * @param writeBackPagesPerSecond bandwidth of the disks for the writing in the background; 0 if unlimited
 */
public record CacheSettings(
        int pages,
        int readAheadPages,
        int willNeedPages,
        int backgroundPercent,
        int limitPercent,
        long expireNanos,
        long intervalNanos,
        long writeBackPagesPerSecond) {
    /** Bytes of a page. */
    public static final int PAGE = 4096;

    private static final int READ_AHEAD = 32;
    private static final int BACKGROUND = 10;
    private static final int LIMIT = 20;
    private static final long SECOND = 1_000_000_000L;
    private static final long EXPIRE = 30 * SECOND;
    private static final long INTERVAL = 5 * SECOND;

    /** Rejects a cache that is smaller than a batch of reclaim. */
    public CacheSettings {
        if (pages < TwoLists.BATCH) {
            throw new IllegalArgumentException("a cache has at least " + TwoLists.BATCH + " pages, not " + pages);
        }
    }

    /**
     * Returns the kernel's defaults.
     *
     * @param pages size of the cache
     * @param writeBackPagesPerSecond bandwidth of the disks for the writing in the background; 0 if unlimited
     */
    public static CacheSettings defaults(int pages, long writeBackPagesPerSecond) {
        return new CacheSettings(
                Math.max(pages, TwoLists.BATCH),
                READ_AHEAD,
                0,
                BACKGROUND,
                LIMIT,
                EXPIRE,
                INTERVAL,
                writeBackPagesPerSecond);
    }

    /** Returns these settings without read-ahead. */
    public CacheSettings withoutReadAhead() {
        return new CacheSettings(
                pages, 0, 0, backgroundPercent, limitPercent, expireNanos, intervalNanos, writeBackPagesPerSecond);
    }

    int backgroundPages() {
        return percent(backgroundPercent);
    }

    int limitPages() {
        return percent(limitPercent);
    }

    private int percent(int percentage) {
        return (int) ((long) pages * percentage / 100);
    }
}
