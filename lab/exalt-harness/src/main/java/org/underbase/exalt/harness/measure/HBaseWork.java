package org.underbase.exalt.harness.measure;

import org.underbase.exalt.harness.node.RegionServersSaid;

/**
 * What emulated RegionServers did in a phase, as they counted it.
 *
 * @param regions of users' tables at the end
 * @param memstoreBytes data in memstores at the end
 * @param memstoreHeapBytes heap that these take, as HBase counts it
 * @param storeFiles at the end
 * @param flushes store files that came: without compactions, one for each flush
 * @param flushedBytes data that flushes wrote
 * @param walBytes that were appended to write-ahead logs
 * @param walFiles that are needed at the end
 * @param blockedMillis for which updates waited because memstores were full, the sum over all handlers
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
    /** Without HBase. */
    public static final HBaseWork NONE = new HBaseWork(0, 0, 0, 0, 0, 0, 0, 0, 0);

    static HBaseWork of(RegionServersSaid before, RegionServersSaid after) {
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
