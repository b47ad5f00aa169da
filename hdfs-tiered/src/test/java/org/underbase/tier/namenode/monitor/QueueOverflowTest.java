package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.protocol.TierProtocol;
import org.underbase.tier.testing.MiniTieredCluster;

/** Limits of the monitor's queues, and their use over a failover. The next periodic scan is an hour away. */
@Tag("cluster")
class QueueOverflowTest {
    @TempDir
    private Path directory;

    private MiniTieredCluster.Builder cluster() {
        return MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .node("/r0", "fast", "disk")
                .node("/r1", "fast", "disk")
                .conf(TierKeys.MONITOR_INTERVAL.name(), "1h");
    }

    private static org.apache.hadoop.fs.Path create(MiniTieredCluster cluster, int count) throws Exception {
        org.apache.hadoop.fs.Path parent = new org.apache.hadoop.fs.Path("/many");
        cluster.fileSystem().mkdirs(parent);
        new Namenode(cluster).setPolicy(parent.toString(), "disk=2", 0);
        for (int i = 0; i < count; i++) {
            DFSTestUtil.createFile(
                    cluster.fileSystem(), new org.apache.hadoop.fs.Path(parent, "f" + i), 4096, (short) 2, i);
        }
        return parent;
    }

    @Test
    void aFullScanFollowsAnOverflow() throws Exception {
        try (MiniTieredCluster cluster =
                cluster().conf(TierKeys.MONITOR_QUEUE_MAX.name(), "2").build()) {
            org.apache.hadoop.fs.Path parent = create(cluster, 8);
            Namenode namenode = new Namenode(cluster);
            TieredFiles.await("the first scan").until(() -> namenode.status().getScans() == 1);
            namenode.setPolicy(parent.toString(), "fast=2", 0);
            for (int i = 0; i < 8; i++) {
                cluster.awaitVector(new org.apache.hadoop.fs.Path(parent, "f" + i), "fast=2");
            }
            assertThat(namenode.status().getQueueOverflows()).isPositive();
            TieredFiles.await("a scan because of the overflow")
                    .until(() -> namenode.status().getScans() > 1);
        }
    }

    /** Slow moves, so that the directory is not completely checked at the failover. */
    @Test
    void aNamenodeThatBecomesActiveBeginsWithAFullScan() throws Exception {
        try (MiniTieredCluster cluster = cluster()
                .nameNodes(2)
                .conf(TierKeys.MOVE_BANDWIDTH.name(), "4096")
                .conf(TierKeys.MOVE_CONCURRENT.name(), "1")
                .build()) {
            org.apache.hadoop.fs.Path parent = create(cluster, 80);
            Namenode namenode = new Namenode(cluster);
            TieredFiles.await("the first scan").until(() -> namenode.status().getScans() == 1);
            namenode.setPolicy(parent.toString(), "fast=2", 0);
            TieredFiles.await("a full queue of moves")
                    .until(() -> namenode.status().getMovesQueued() >= 60);
            assertThat(namenode.status().getSubtreesPending()).isEqualTo(1);
            cluster.miniCluster().transitionToStandby(0);
            cluster.miniCluster().transitionToActive(1);
            TieredFiles.await("a scan of the other NameNode")
                    .until(() -> namenode.call(1, TierProtocol::status).getScans() == 1);
            TieredFiles.await("the first NameNode to forget the directory")
                    .until(() -> namenode.status().getSubtreesPending() == 0);
            assertThat(namenode.status().getSubtreesChecked()).isEqualTo(1);
            cluster.miniCluster().transitionToStandby(1);
            cluster.miniCluster().transitionToActive(0);
            TieredFiles.await("another scan of the first")
                    .until(() -> namenode.status().getScans() == 2);
        }
    }
}
