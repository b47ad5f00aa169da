package org.underbase.bench.localcompact.client;

/**
 * State of a table during an ingest.
 *
 * @param storeFiles store files per store, mean over stores and time
 * @param maxStoreFiles maximum of store files of a store
 * @param blockedSeconds time in which RegionServers rejected writes, sum of all stores
 * @param bytes bytes of acknowledged values
 * @param bytesPerSecond acknowledged bytes per second; of an ingest at the maximum rate, after the first rejection
 */
public record Load(double storeFiles, int maxStoreFiles, double blockedSeconds, long bytes, double bytesPerSecond) {
    /** Load of a request without ingest. */
    public static final Load NONE = new Load(0, 0, 0, 0, 0);
}
