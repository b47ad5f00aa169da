package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.testing.MiniTieredCluster;

/** Files without a policy on a cluster whose fast tier is above its high watermark with any replica. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FullTierTest {
    private static final int BLOCK = TieredFiles.BLOCK;

    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private DistributedFileSystem hdfs;
    private TieredFiles files;

    @BeforeAll
    void start() throws Exception {
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .nodes(2, "/r1", "fast", "disk")
                .capacity("fast", 64L * BLOCK)
                .capacity("disk", 1L << 30)
                // 0.5 MiB of 256 MiB.
                .conf("dfs.tier.fast.high.watermark", "0.002")
                .conf("dfs.tier.fast.low.watermark", "0.002")
                .build();
        hdfs = cluster.fileSystem();
        files = new TieredFiles(cluster);
    }

    /** No file has a policy, as during the rollout that the guide describes. */
    @Test
    @Order(1)
    void demotesFilesWithoutAPolicy() throws Exception {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/no-policy");
        write(file);
        cluster.awaitVector(file, "disk=2");
        files.requireSafe(file);
        TieredFiles.await("the file to be counted")
                .until(() -> new Namenode(cluster).status().getFilesDemoted() > 0);
    }

    @Test
    @Order(2)
    void placesFilesWithoutAPolicyOnOtherTiers() throws Exception {
        TierTopology topology = files.topology();
        // The usage contains the demoted replicas until each DataNode has reported their deletion.
        TieredFiles.await("the tier to be empty")
                .until(() -> topology.usage().preferred(topology.index()).isEmpty());
        // A file with a vector is not demoted, so the tier stays full.
        org.apache.hadoop.fs.Path kept = files.create("kept", "fast=2", 2, 2);
        TieredFiles.await("the tier to be full")
                .until(() -> topology.usage().preferred(topology.index()).isPresent());
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/avoiding");
        DFSTestUtil.createFile(hdfs, file, 12L * BLOCK, (short) 2, 7);
        assertThat(cluster.reportedVectors(file)).containsOnly("disk=2");
        files.requireSafe(file);
        // The other tier has too few nodes: the full tier takes the rest.
        org.apache.hadoop.fs.Path wide = new org.apache.hadoop.fs.Path("/wide");
        var stopped = cluster.kill(cluster.datanodes("disk").get(0));
        DFSTestUtil.createFile(hdfs, wide, 2L * BLOCK, (short) 4, 7);
        assertThat(cluster.reportedVectors(wide)).containsOnly("fast=1,disk=3");
        cluster.restart(stopped);
        cluster.awaitVector(wide, "disk=4");
        cluster.awaitVector(kept, "fast=2");
    }

    /** Writes a file whose first replica is on the fast tier. */
    private void write(org.apache.hadoop.fs.Path file) throws Exception {
        DataNode fast = cluster.datanodes("fast").get(0);
        try (FSDataOutputStream out = hdfs.create(
                file, FsPermission.getFileDefault(), true, 4096, (short) 2, BLOCK, null, new InetSocketAddress[] {
                    fast.getXferAddress()
                })) {
            out.write(new byte[2 * BLOCK]);
        }
    }
}
