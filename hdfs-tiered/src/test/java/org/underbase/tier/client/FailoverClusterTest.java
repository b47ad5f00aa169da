package org.underbase.tier.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.testing.MiniTieredCluster;

/** A failover in the middle of a series of calls, of a pair of real NameNodes. */
@Tag("cluster")
final class FailoverClusterTest {
    private static final int FILES = 12;

    @TempDir
    private Path directory;

    @Test
    void aSeriesOfCallsGoesOnAndNothingAcceptedIsLost() throws IOException {
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .node("/rack1", "fast", "disk")
                .node("/rack2", "fast", "disk")
                .nameNodes(2)
                .build()) {
            DistributedFileSystem hdfs = cluster.fileSystem();
            TieredFileSystem tiered = cluster.tiered();
            tiered.setRepPolicy("/", "disk=1", 0);
            List<org.apache.hadoop.fs.Path> files = new ArrayList<>();
            for (int i = 0; i < FILES; i++) {
                files.add(new org.apache.hadoop.fs.Path("/f" + i));
                DFSTestUtil.createFile(hdfs, files.get(i), 1000, (short) 1, i);
            }
            for (int i = 0; i < FILES; i++) {
                if (i == FILES / 3) {
                    cluster.miniCluster().transitionToStandby(0);
                    cluster.miniCluster().transitionToActive(1);
                } else if (i == 2 * FILES / 3) {
                    cluster.miniCluster().shutdownNameNode(1);
                    cluster.miniCluster().transitionToActive(0);
                }
                assertThat(tiered.createFileTier(files.get(i), "fast")).isTrue();
                assertThat(tiered.placement(files.get(i)).wanted()).contains(ReplicaVector.parse("fast=1,disk=1"));
                assertThat(tiered.status().state()).isEqualTo("active");
            }
            assertThat(tiered.awaitPlacement(files, MiniTieredCluster.LIMIT, ProgressListener.NONE))
                    .isTrue();
            for (org.apache.hadoop.fs.Path file : files) {
                cluster.awaitVector(file, "fast=1,disk=1");
            }
        }
    }
}
