package org.underbase.exalt.harness.node;

/**
 * State of all RegionServers of a JVM; region counters include user tables only.
 *
 * @param millis current time, in milliseconds since the epoch
 * @param online number of RegionServers that the Master has registered
 * @param regions number of regions
 * @param memstoreBytes data in memstores, in bytes
 * @param memstoreHeapBytes heap of memstores as HBase accounts for it, in bytes
 * @param storeFiles number of store files; without compactions one per flush
 * @param storeFileBytes size of the store files, in bytes
 * @param flushedBytes bytes that flushes wrote since the regions were opened, before HBase encodes them
 * @param walFiles number of write-ahead logs that are still needed
 * @param walBytes bytes appended to write-ahead logs since the start, as given to the HDFS client
 * @param blockedMillis time that updates were blocked by full memstores, the sum over all handlers since the start, in milliseconds
 * @param heapBytes heap in use, in bytes
 */
public record RegionServerProgress(
        long millis,
        int online,
        int regions,
        long memstoreBytes,
        long memstoreHeapBytes,
        long storeFiles,
        long storeFileBytes,
        long flushedBytes,
        long walFiles,
        long walBytes,
        long blockedMillis,
        long heapBytes) {
    /** State before the first report. */
    public static final RegionServerProgress NOTHING = new RegionServerProgress(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Adds the state of another JVM.
     *
     * @param other state of another JVM at about the same time
     * @return the sums, with the earlier time
     */
    public RegionServerProgress plus(RegionServerProgress other) {
        return new RegionServerProgress(
                Math.min(millis, other.millis),
                online + other.online,
                regions + other.regions,
                memstoreBytes + other.memstoreBytes,
                memstoreHeapBytes + other.memstoreHeapBytes,
                storeFiles + other.storeFiles,
                storeFileBytes + other.storeFileBytes,
                flushedBytes + other.flushedBytes,
                walFiles + other.walFiles,
                walBytes + other.walBytes,
                blockedMillis + other.blockedMillis,
                heapBytes + other.heapBytes);
    }
}
