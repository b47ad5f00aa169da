package org.underbase.exalt.harness.measure;

import org.underbase.exalt.harness.node.RegionServerProgress;

/**
 * Work of emulated RegionServers in a phase, by their own counters.
 *
 * @param regions number of user regions at the end
 * @param memstoreBytes data in memstores at the end, in bytes
 * @param memstoreHeapBytes heap of memstores at the end as HBase accounts for it, in bytes
 * @param storeFiles number of store files at the end
 * @param flushes number of new store files, which without compactions is the number of flushes
 * @param flushedBytes data that flushes wrote, in bytes
 * @param walBytes bytes appended to write-ahead logs
 * @param walFiles number of needed write-ahead logs at the end
 * @param blockedMillis time that updates were blocked by full memstores, the sum over all handlers, in milliseconds
 */
public record HBaseWork(
        int regions,
        long memstoreBytes,
        long memstoreHeapBytes,
        long storeFiles,
        long flushes,
        long flushedBytes,
        long walBytes,
        long walFiles,
        long blockedMillis) {
    /** Work without HBase. */
    public static final HBaseWork NONE = new HBaseWork(0, 0, 0, 0, 0, 0, 0, 0, 0);

    static HBaseWork of(RegionServerProgress before, RegionServerProgress after) {
        return new HBaseWork(
                after.regions(),
                after.memstoreBytes(),
                after.memstoreHeapBytes(),
                after.storeFiles(),
                after.storeFiles() - before.storeFiles(),
                after.flushedBytes() - before.flushedBytes(),
                after.walBytes() - before.walBytes(),
                after.walFiles(),
                after.blockedMillis() - before.blockedMillis());
    }
}
