package org.underbase.tier.namenode.placement;

import java.nio.file.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.testing.MiniTieredCluster;

/** Replicas that are in each other's way. */
@Tag("cluster")
class DetourTest {
    private static final int BLOCK = 1 << 20;

    @TempDir
    private Path directory;

    /** The only node with the tier cold holds the replica on disk, which has to make room. */
    @Test
    void aReplicaThatIsRightMakesRoomForOneThatIsNot() throws Exception {
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk", "cold")
                .node("/r1", "fast", "disk")
                .node("/r2", "disk", "cold")
                .policy("fast=1,disk=1")
                .build()) {
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/f");
            DFSTestUtil.createFile(cluster.fileSystem(), file, 3 * BLOCK, (short) 2, 7);
            cluster.awaitVector(file, "fast=1,disk=1");
            new Namenode(cluster).setPolicy(file.toString(), "disk=1,cold=1", 0);
            cluster.awaitVector(file, "disk=1,cold=1");
        }
    }

    /** Each replica has to step aside for the one before. */
    @Test
    void aChainOfThreeIsUntied() throws Exception {
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk", "cold", "ice")
                .node("/r1", "fast", "disk")
                .node("/r1", "disk", "cold")
                .node("/r2", "cold", "ice")
                .policy("fast=1,disk=1,cold=1")
                .build()) {
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/f");
            DFSTestUtil.createFile(cluster.fileSystem(), file, 2 * BLOCK, (short) 3, 7);
            cluster.awaitVector(file, "fast=1,disk=1,cold=1");
            new Namenode(cluster).setPolicy(file.toString(), "disk=1,cold=1,ice=1", 0);
            cluster.awaitVector(file, "disk=1,cold=1,ice=1");
        }
    }
}
