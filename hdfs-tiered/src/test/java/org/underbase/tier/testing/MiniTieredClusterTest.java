package org.underbase.tier.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("cluster")
final class MiniTieredClusterTest {
    private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/f");

    @TempDir
    private Path directory;

    @Test
    void withoutTiersItIsStockHdfs() throws IOException {
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .nodes(2, "/rack1")
                .node("/rack2")
                .build()) {
            DFSTestUtil.createFile(cluster.fileSystem(), FILE, 1000, (short) 3, 1);
            cluster.awaitVector(FILE, "any=3");
            cluster.addNode("/rack2");
            assertThat(cluster.instances())
                    .extracting(TieredDatanode::rack)
                    .containsExactly("/rack1", "/rack1", "/rack2", "/rack2");

            DataNode dataNode = cluster.miniCluster().getDataNodes().get(0);
            TieredDatanode dead = cluster.kill(dataNode);
            cluster.awaitVector(FILE, "any=3");
            cluster.restart(dead);
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void aPairOfNameNodesHasAnActiveOne() throws IOException {
        try (MiniTieredCluster cluster =
                MiniTieredCluster.builder(directory).node("/rack1").nameNodes(2).build()) {
            DFSTestUtil.createFile(cluster.fileSystem(), FILE, 1000, (short) 1, 1);
            cluster.miniCluster().transitionToStandby(0);
            cluster.miniCluster().transitionToActive(1);
            cluster.awaitVector(FILE, "any=1");
        }
    }

    @Test
    void aNodeCannotHaveATierThatTheClusterHasNot() {
        assertThatThrownBy(() -> MiniTieredCluster.builder(directory)
                        .tiers("fast")
                        .node("/rack1", "slow")
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("slow");
    }
}
