package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.testing.MiniTieredCluster;

/** Additional replicas of hot files on a pair of NameNodes, in a cache with space for one file. */
@Tag("cluster")
class ReadCacheFailoverTest {
    private static final String UNCACHED = "disk=2";
    private static final String CACHED = "fast=1,disk=2";

    @TempDir
    Path directory;

    @Test
    void additionalReplicasAreKnownAfterAFailoverAndARestart() throws Exception {
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .nodes(2, "/r1", "fast", "disk")
                .capacity("fast", 16L * TieredFiles.BLOCK)
                .capacity("disk", 1L << 30)
                .nameNodes(2)
                .conf("dfs.tier.cache.max.fraction", "0.1")
                .conf("dfs.tier.cache.interval", "100ms")
                .conf("dfs.tier.heat.store.interval", "100ms")
                .build()) {
            TieredFiles files = new TieredFiles(cluster);
            Namenode namenode = new Namenode(cluster);
            org.apache.hadoop.fs.Path first = files.create("first", UNCACHED, 4, 2);
            org.apache.hadoop.fs.Path second = files.create("second", UNCACHED, 4, 2);
            read(cluster, first, 3);
            files.awaitSettled(first, CACHED);
            cluster.miniCluster().transitionToStandby(0);
            cluster.miniCluster().transitionToActive(1);
            sendFullReports(cluster);
            TieredFiles.await("scans of the other NameNode")
                    .until(() -> namenode.call(1, protocol -> protocol.status()).getScans() >= 3);
            assertThat(namenode.call(1, protocol -> protocol.file(first.toString()))
                            .getCached())
                    .isTrue();
            cluster.awaitVector(first, CACHED);
            cluster.miniCluster().restartNameNode(0, false);
            cluster.awaitTiersKnown();
            cluster.miniCluster().transitionToStandby(1);
            cluster.miniCluster().transitionToActive(0);
            sendFullReports(cluster);
            TieredFiles.await("scans after the restart")
                    .until(() -> namenode.status().getScans() >= 3);
            assertThat(namenode.file(first).getCached()).isTrue();
            files.awaitSettled(first, CACHED);
            // It is the coldest cached file, not a forgotten one.
            read(cluster, second, 20);
            files.awaitSettled(second, CACHED);
            files.awaitSettled(first, UNCACHED);
            assertThat(cluster.fileSystem().getFileStatus(first).getReplication())
                    .isEqualTo((short) 2);
            files.requireSafe(first);
            files.requireSafe(second);
        }
    }

    private static void read(MiniTieredCluster cluster, org.apache.hadoop.fs.Path file, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            DFSTestUtil.readFileBuffer(cluster.fileSystem(), file);
        }
    }

    /** A full report before the first heartbeat after a failover would leave the storages stale. */
    private static void sendFullReports(MiniTieredCluster cluster) throws Exception {
        cluster.miniCluster().triggerHeartbeats();
        cluster.miniCluster().triggerBlockReports();
    }
}
