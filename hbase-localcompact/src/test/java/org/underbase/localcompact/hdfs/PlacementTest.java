package org.underbase.localcompact.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.underbase.localcompact.hdfs.ReplicaCluster.BLOCK;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.InvalidBlockTokenException;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of rejected placements and of the cleanup of incomplete files. */
@Tag("cluster")
final class PlacementTest {
    private static final org.apache.hadoop.fs.Path PATH = new org.apache.hadoop.fs.Path("/d/file");

    @TempDir
    private Path directory;

    private ReplicaCluster cluster;
    private DistributedFileSystem fs;
    private List<String> nodes;

    @BeforeEach
    void start() throws IOException {
        cluster = ReplicaCluster.start(ReplicaCluster.configuration(), directory, 4)
                .active();
        fs = cluster.fs();
        nodes = cluster.addresses().subList(0, 3);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void blockIsAbandonedOnWrongPlacement() throws IOException {
        List<String> wanted = List.of(nodes.get(0), nodes.get(1), "127.0.0.1:1");
        try (ReplicatedFile file = cluster.create(PATH, wanted)) {
            assertThatExceptionOfType(PlacementException.class)
                    .isThrownBy(file::nextBlock)
                    .satisfies(misplaced -> {
                        assertThat(misplaced.wanted()).isEqualTo(wanted);
                        assertThat(misplaced.got())
                                .hasSize(3)
                                .contains(nodes.get(0), nodes.get(1))
                                .doesNotContain("127.0.0.1:1");
                        assertThat(misplaced)
                                .hasMessageContaining("127.0.0.1:1")
                                .hasNoSuppressedExceptions();
                    });
            assertThat(ReplicaCluster.blocks(fs, PATH)).isEmpty();
            assertThat(cluster.mini().getNamesystem().getNumFilesUnderConstruction())
                    .isEqualTo(1);
        }
        assertNoLeftovers();
    }

    @Test
    void incompleteFileIsDeletedWithItsReplicasOnClose() throws IOException {
        byte[] bytes = ReplicaCluster.bytes(91, BLOCK);
        LocatedBlock block;
        ReplicatedFile file = cluster.create(PATH, nodes);
        try (file) {
            BlockWriters.write(fs, file, bytes, BLOCK, 92);
            block = file.nextBlock();
            try (BlockWriters writers = BlockWriters.open(fs, file, block)) {
                writers.write(bytes, 0, 1000, 93);
                writers.awaitAcknowledged();
            }
            // Reports the replicas that are being written, as at any heartbeat.
            cluster.mini().triggerHeartbeats();
        }
        file.close();
        assertNoLeftovers();
        await().atMost(ReplicaCluster.LIMIT).untilAsserted(() -> {
            // The NameNode deletes unfinished replicas that were reported before the file was deleted at a full report
            // only.
            cluster.mini().triggerBlockReports();
            for (String node : nodes) {
                assertThat(cluster.node(node)
                                .getFSDataset()
                                .getStoredBlock(
                                        block.getBlock().getBlockPoolId(),
                                        block.getBlock().getBlockId()))
                        .isNull();
            }
        });
    }

    @Test
    void keptFileIsNotDeletedOnClose() throws IOException {
        ReplicatedFile file = cluster.create(PATH, nodes);
        file.keepOnClose();
        file.close();
        assertThat(fs.delete(PATH, false)).as("exists").isTrue();
        assertNoLeftovers();
    }

    @Test
    void completeFailsIfReplicasAreNotReportedInTime() throws IOException {
        try (ReplicatedFile file = cluster.create(PATH, nodes)) {
            LocatedBlock block = file.nextBlock();
            try (BlockWriters writers = BlockWriters.open(fs, file, block)) {
                writers.write(ReplicaCluster.bytes(94, 1000), 0, 1000, 95);
                writers.awaitAcknowledged();
                writers.at(nodes.get(0)).complete();
            }
            // Two nodes have not finalized their replicas.
            file.endBlock(1000);
            assertThatThrownBy(() -> file.complete(Duration.ofSeconds(2)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(PATH.toUri().getPath());
        }
        assertNoLeftovers();
    }

    @Test
    void closeKeepsFileThatReplacedPath() throws IOException {
        try (ReplicatedFile file = cluster.create(PATH, nodes)) {
            assertThat(file.nextBlock().getLocations()).hasSize(3);
            assertThat(fs.delete(PATH, false)).isTrue();
            DFSTestUtil.createFile(fs, PATH, 1000, (short) 3, 96);
        }
        assertThat(fs.getFileStatus(PATH).getLen()).isEqualTo(1000);
        assertThatThrownBy(() -> cluster.create(PATH, nodes))
                .isInstanceOf(org.apache.hadoop.fs.FileAlreadyExistsException.class);
    }

    @Test
    void dataNodeRejectsTokenOfOtherBlock() throws IOException {
        try (ReplicatedFile file = cluster.create(PATH, nodes);
                ReplicatedFile other = cluster.create(new org.apache.hadoop.fs.Path("/d/other"), nodes)) {
            LocatedBlock block = file.nextBlock();
            block.setBlockToken(other.nextBlock().getBlockToken());
            assertThatThrownBy(() -> ReplicaWriter.open(
                            fs.getClient(),
                            block,
                            nodes.get(0),
                            file.clientName(),
                            CachingStrategy.newDefaultStrategy(),
                            false))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(nodes.get(0))
                    .hasCauseInstanceOf(InvalidBlockTokenException.class);
        }
    }

    @Test
    void createRejectsDuplicateOrTooManyNodes() {
        assertThatThrownBy(() -> cluster.create(PATH, List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> cluster.create(PATH, List.of(nodes.get(0), nodes.get(0))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> cluster.create(PATH, cluster.addresses()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private void assertNoLeftovers() throws IOException {
        assertThat(fs.exists(PATH)).isFalse();
        ReplicaCluster.assertNothingOpen(fs);
        assertThat(cluster.mini().getNamesystem().getNumFilesUnderConstruction())
                .isZero();
    }
}
