package org.underbase.exalt.harness.node;

/**
 * What the RegionServers of a JVM have, all together; of users' tables alone where regions are meant.
 *
 * @param millis now, since the epoch
 * @param online RegionServers that the Master knows
 * @param regions that they serve
 * @param memstoreBytes data in memstores
 * @param memstoreHeapBytes heap that memstores take, as HBase counts it
 * @param storeFiles number of them; without compactions each is of one flush
 * @param storeFileBytes of these
 * @param flushedBytes written by flushes since the regions were opened, before HBase packs them into files
 * @param walFiles write-ahead logs that are still needed
 * @param walBytes appended to write-ahead logs since the start, as the client of HDFS was given them
 * @param blockedMillis for which updates were held back because memstores were full, the sum over all handlers since the start
 * @param heapBytes in use in the JVM
 */
public record RegionServersSaid(
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
    /** Nothing yet. */
    public static final RegionServersSaid NOTHING = new RegionServersSaid(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * With those of another JVM.
     *
     * @param other of another JVM, at about the same time
     * @return the sums, and the earlier time
     */
    public RegionServersSaid plus(RegionServersSaid other) {
        return new RegionServersSaid(
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
