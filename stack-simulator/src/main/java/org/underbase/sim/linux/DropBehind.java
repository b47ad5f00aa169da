package org.underbase.sim.linux;

import org.agrona.collections.Int2IntHashMap;

/**
 * The DataNode's {@code dfs.datanode.drop.cache.behind.writes}: after each 8 MiB of a block, it advises that the block is not
 * needed up to 8 MiB before the position at which it did so the last time. Files of at most 16 MiB stay in the cache.
 */
public final class DropBehind {
    /** Length of the longest file that stays in the cache. */
    public static final int LONGEST_KEPT = 16 << 20;

    private static final int LAG = LONGEST_KEPT / 2;

    private final LinuxCache cache;
    /** Positions of the last advice by file. */
    private final Int2IntHashMap positions = new Int2IntHashMap(0);

    /** Creates it for a cache. */
    public DropBehind(LinuxCache cache) {
        this.cache = cache;
    }

    /**
     * Notes a write.
     *
     * @param time time in nanoseconds
     * @param file number of a file
     * @param end byte after the write
     */
    public void wrote(long time, int file, int end) {
        int last = positions.get(file);
        if (end - last > LAG) {
            if (last > LAG) {
                cache.dontNeed(time, file, (last - LAG) / CacheSettings.PAGE);
            }
            positions.put(file, end);
        }
    }

    /** Notes the deletion of a file. */
    public void deleted(int file) {
        positions.remove(file);
    }
}
