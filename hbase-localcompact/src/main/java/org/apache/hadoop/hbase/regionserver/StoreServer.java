package org.apache.hadoop.hbase.regionserver;

/**
 * Finds the server of a store. It is in HBase's package because {@code HRegion.getRegionServerServices} is package-private.
 */
public final class StoreServer {
    private StoreServer() {}

    /**
     * The server of a store.
     *
     * @param store of a region
     * @return null where the region belongs to none, as in some tests
     */
    public static RegionServerServices of(HStore store) {
        return store.getHRegion().getRegionServerServices();
    }
}
