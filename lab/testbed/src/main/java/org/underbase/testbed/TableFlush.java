package org.underbase.testbed;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;

/** Flush of a table whose regions do not move. */
public final class TableFlush {
    private TableFlush() {}

    /**
     * Flushes each region of a table. {@code Admin.flush} can hang: HBase 2.6.4's Master loses the report of a flush that ends
     * before its procedure awaits it.
     *
     * @param admin administration client
     * @param table table
     * @throws IOException if a region is not online or cannot be flushed
     */
    public static void flush(Admin admin, TableName table) throws IOException {
        for (RegionInfo region : admin.getRegions(table)) {
            admin.flushRegion(region.getRegionName());
        }
    }
}
