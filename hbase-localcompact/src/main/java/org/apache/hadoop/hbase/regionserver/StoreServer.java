package org.apache.hadoop.hbase.regionserver;

/**
 * Lookup of the server of a store. It is in HBase's package because {@code HRegion.getRegionServerServices} is package-private.
 */
public final class StoreServer {
    private StoreServer() {}

    /**
     * Finds the server of a store.
     *
     * @param store store of a region
     * @return server, or null if the region has none, as in some tests
     */
    public static RegionServerServices of(HStore store) {
        return store.getHRegion().getRegionServerServices();
    }
}
