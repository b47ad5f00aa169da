package org.underbase.bench.combinedlog.hbase;

import java.io.IOException;
import java.nio.file.Path;
import org.underbase.bench.combinedlog.cluster.LogCluster;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.testbed.ClusterRecipe;

/** Compared configurations. */
enum Side {
    /** Durable puts, DataNodes with journals. */
    UNDERBASE(true, true),
    /** Durable puts, stock DataNodes. */
    STOCK(false, true),
    /** HBase's default on stock DataNodes: an acknowledged put is in the memory of the DataNodes. */
    NOT_DURABLE(false, false);

    static final int REGION_SERVERS = 2;
    private static final int WALS_EACH = 6;
    static final int WALS = REGION_SERVERS * WALS_EACH;

    private final boolean journaled;
    private final boolean hsync;

    Side(boolean journaled, boolean hsync) {
        this.journaled = journaled;
        this.hsync = hsync;
    }

    /** Starts two RegionServers with six WALs each; every DataNode has a replica of each block. */
    LogCluster start(Medium medium, int dataNodes, Path work) throws IOException {
        String name = "hbase" + dataNodes + "-" + medium.key() + (hsync ? "" : "-nondurable");
        ClusterRecipe recipe = LogCluster.recipe(name, journaled, work)
                .regionServers(REGION_SERVERS)
                .set("hbase.wal.hsync", Boolean.toString(hsync))
                .set("hbase.wal.provider", "multiwal")
                .set("hbase.wal.regiongrouping.numgroups", Integer.toString(WALS_EACH));
        LogCluster.disks(recipe, medium, dataNodes, work, LogCluster.sideName(name, journaled));
        return LogCluster.start(recipe, medium);
    }
}
