package org.underbase.localcompact.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.underbase.localcompact.hdfs.ReplicaCluster.BLOCK;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.ReplaceDatanodeOnFailure;
import org.apache.hadoop.hdfs.protocol.datatransfer.ReplaceDatanodeOnFailure.Policy;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Test that a dropped replica affects neither the file nor its replication. */
@Tag("cluster")
final class RecoveryTest {
    private static final org.apache.hadoop.fs.Path PATH = new org.apache.hadoop.fs.Path("/d/file");
    private static final int LENGTH = 2 * BLOCK + BLOCK / 2;

    @TempDir
    private Path directory;

    private ReplicaCluster cluster;
    private List<String> nodes;
    private DistributedFileSystem fs;

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private void start(int count) throws IOException {
        start(ReplicaCluster.configuration(), count);
    }

    private void start(Configuration conf, int count) throws IOException {
        cluster = ReplicaCluster.start(conf, directory, count).active();
        fs = cluster.fs();
        nodes = cluster.addresses().subList(0, 3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shortReplicaIsDroppedAndItsNodeGetsCopy(boolean completeFirst) throws IOException {
        start(3);
        byte[] bytes = ReplicaCluster.bytes(31, LENGTH);
        String loser = nodes.get(1);
        try (ReplicatedFile file = cluster.create(PATH, nodes)) {
            for (int from = 0; from < bytes.length; from += BLOCK) {
                int count = Math.min(BLOCK, bytes.length - from);
                try (BlockWriters writers = BlockWriters.open(fs, file, file.nextBlock())) {
                    writers.write(bytes, from, count - 1, 32);
                    for (String node : file.dataNodes()) {
                        if (from != BLOCK || !node.equals(loser)) {
                            writers.at(node).write(bytes, from + count - 1, 1);
                        }
                    }
                    writers.awaitAcknowledged();
                    if (from == BLOCK) {
                        assertThat(writers.at(loser).length()).isEqualTo(count - 1);
                        writers.abandon(loser);
                        if (completeFirst) {
                            writers.complete();
                        }
                        writers.recover(count);
                    } else {
                        writers.complete();
                    }
                }
                file.endBlock(count);
            }
            assertThat(file.dataNodes()).containsExactlyInAnyOrder(nodes.get(0), nodes.get(2));
            file.complete(ReplicaCluster.LIMIT);
        }
        ReplicaCluster.assertNothingOpen(fs);
        cluster.assertReplicas(fs, PATH, bytes, nodes);
    }

    @Test
    void killedWriterIsDropped() throws IOException {
        start(3);
        byte[] bytes = ReplicaCluster.bytes(41, BLOCK);
        try (ReplicatedFile file = cluster.create(PATH, nodes)) {
            try (BlockWriters writers = BlockWriters.open(fs, file, file.nextBlock())) {
                writers.write(bytes, 0, BLOCK / 2, 42);
                writers.abandon(nodes.get(0));
                writers.write(bytes, BLOCK / 2, BLOCK / 2, 43);
                writers.complete();
                writers.recover(BLOCK);
            }
            file.endBlock(BLOCK);
            file.complete(ReplicaCluster.LIMIT);
        }
        cluster.assertReplicas(fs, PATH, bytes, nodes);
        cluster.mini().restartNameNodes();
        cluster.active();
        cluster.mini().triggerBlockReports();
        cluster.assertReplicas(cluster.fs(), PATH, bytes, nodes);
    }

    @Test
    void dataNodeKilledBetweenBlocksIsReplaced() throws IOException {
        start(4);
        byte[] bytes = ReplicaCluster.bytes(51, 3 * BLOCK);
        String dead = nodes.get(2);
        List<String> alive = new ArrayList<>(cluster.addresses());
        alive.remove(dead);
        try (ReplicatedFile file = cluster.create(PATH, nodes)) {
            for (int i = 0; i < 3; i++) {
                if (i == 1) {
                    cluster.stop(dead);
                }
                LocatedBlock block = file.nextBlock();
                List<ReplicaWriter> writers = new ArrayList<>();
                List<String> survivors = new ArrayList<>();
                for (String node : file.dataNodes()) {
                    if (node.equals(dead) && i == 1) {
                        assertThatThrownBy(() -> ReplicaWriter.open(
                                        fs.getClient(),
                                        block,
                                        node,
                                        file.clientName(),
                                        CachingStrategy.newDefaultStrategy(),
                                        false))
                                .isInstanceOf(IOException.class)
                                .hasMessageContaining(node)
                                .hasMessageContaining(block.getBlock().getBlockName());
                    } else {
                        survivors.add(node);
                        writers.add(ReplicaWriter.open(
                                fs.getClient(),
                                block,
                                node,
                                file.clientName(),
                                CachingStrategy.newDefaultStrategy(),
                                true));
                    }
                }
                for (ReplicaWriter writer : writers) {
                    try (writer) {
                        writer.write(bytes, i * BLOCK, BLOCK);
                        writer.complete();
                    }
                }
                if (i == 1) {
                    LocatedBlock stamped = file.beginRecovery();
                    for (String node : survivors) {
                        ReplicaWriter.recoverClose(
                                fs.getClient(),
                                stamped,
                                node,
                                file.clientName(),
                                block.getBlock().getGenerationStamp(),
                                BLOCK);
                    }
                    file.endRecovery(survivors);
                }
                // The fourth node has no writer.
                assertThat(survivors).hasSize(i == 0 ? 3 : 2);
                file.endBlock(BLOCK);
            }
            file.complete(ReplicaCluster.LIMIT);
        }
        cluster.assertReplicas(fs, PATH, bytes, alive);
    }

    /** Simulates a server that is killed after it finalized its replica and before it reported that. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void finalizedReplicaWithOldGenerationStampIsReplaced(int count) throws IOException {
        start(count);
        byte[] bytes = ReplicaCluster.bytes(91, LENGTH);
        try (ReplicatedFile file = cluster.create(PATH, nodes)) {
            for (int from = 0; from < bytes.length; from += BLOCK) {
                int length = Math.min(BLOCK, bytes.length - from);
                try (BlockWriters writers = BlockWriters.open(fs, file, file.nextBlock())) {
                    writers.write(bytes, from, length, 92);
                    writers.complete();
                    if (from == BLOCK) {
                        writers.abandon(nodes.get(2));
                        writers.recover(length);
                    }
                }
                file.endBlock(length);
            }
            file.complete(ReplicaCluster.LIMIT);
        }
        // Full replication is reached long before a full block report contains the stale replica.
        awaitThreeReplicas();
        assertThat(ReplicaCluster.read(fs, PATH)).isEqualTo(bytes);
        if (count == 3) {
            cluster.assertReplicas(fs, PATH, bytes, nodes);
        }
    }

    @Test
    void nameNodeCopiesReplicasWithoutWriter() throws IOException {
        start(4);
        byte[] bytes = ReplicaCluster.bytes(61, LENGTH);
        try (ReplicatedFile file = cluster.create(PATH, nodes.subList(0, 2))) {
            BlockWriters.write(fs, file, bytes, BLOCK, 62);
            file.complete(ReplicaCluster.LIMIT);
        }
        for (LocatedBlock block : ReplicaCluster.blocks(fs, PATH)) {
            assertThat(ReplicaTarget.addresses(block)).containsAll(nodes.subList(0, 2));
        }
        awaitThreeReplicas();
        assertThat(ReplicaCluster.read(fs, PATH)).isEqualTo(bytes);
    }

    private void awaitThreeReplicas() {
        await().atMost(ReplicaCluster.LIMIT).untilAsserted(() -> {
            for (LocatedBlock block : ReplicaCluster.blocks(fs, PATH)) {
                assertThat(block.getLocations()).hasSize(3);
            }
        });
    }

    /** Writes the file; its third node is lost after the first block. */
    private void loseNode(ReplicatedFile file, byte[] bytes) throws IOException {
        for (int from = 0; from < bytes.length; from += BLOCK) {
            int length = Math.min(BLOCK, bytes.length - from);
            try (BlockWriters writers = BlockWriters.open(fs, file, file.nextBlock())) {
                writers.write(bytes, from, length, 102);
                if (from == BLOCK) {
                    cluster.stop(nodes.get(2));
                    writers.abandon(nodes.get(2));
                    writers.awaitAcknowledged();
                    writers.recover(length);
                } else {
                    writers.complete();
                }
            }
            file.endBlock(length);
        }
    }

    /** HDFS detects a dead node after ten minutes by default. A stock writer completes its file at once. */
    @Test
    void fileIsCompletedWithRemainingReplicasBeforeLossIsDetected() throws IOException {
        start(ReplicaCluster.defaults(), 3);
        byte[] bytes = ReplicaCluster.bytes(101, LENGTH);
        try (ReplicatedFile file = cluster.create(PATH, nodes)) {
            loseNode(file, bytes);
            file.complete(ReplicaCluster.LIMIT);
        }
        for (LocatedBlock block : ReplicaCluster.blocks(fs, PATH)) {
            assertThat(ReplicaTarget.addresses(block)).contains(nodes.get(0), nodes.get(1));
        }
        assertThat(ReplicaCluster.read(fs, PATH)).isEqualTo(bytes);
        ReplicaCluster.assertNothingOpen(fs);
    }

    /** With this policy a stock writer replaces every lost replica. */
    @Test
    void fullReplicationIsAwaitedIfPolicyAlwaysReplacesLostNodes() throws IOException {
        Configuration conf = ReplicaCluster.defaults();
        conf.set("dfs.client.block.write.replace-datanode-on-failure.policy", "ALWAYS");
        start(conf, 3);
        byte[] bytes = ReplicaCluster.bytes(111, LENGTH);
        try (ReplicatedFile file = cluster.create(PATH, nodes)) {
            loseNode(file, bytes);
            assertThatThrownBy(() -> file.complete(Duration.ofSeconds(2)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("required are 3");
        }
        assertThat(fs.exists(PATH)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "1,DEFAULT,1",
        "2,DEFAULT,2",
        "3,DEFAULT,2",
        "4,DEFAULT,3",
        "5,DEFAULT,3",
        "3,NEVER,2",
        "5,NEVER,2",
        "3,ALWAYS,3"
    })
    void asManyReplicasAreRequiredAsByStockWriter(short replication, Policy policy, int required) {
        assertThat(ReplicatedFile.requiredReplicas(replication, new ReplaceDatanodeOnFailure(policy, false)))
                .isEqualTo(required);
    }

    @Test
    void recoveryRejectsSingleSurvivor() throws IOException {
        start(3);
        byte[] bytes = ReplicaCluster.bytes(71, 1000);
        try (ReplicatedFile file = cluster.create(PATH, nodes);
                BlockWriters writers = BlockWriters.open(fs, file, file.nextBlock())) {
            writers.write(bytes, 0, bytes.length, 72);
            file.beginRecovery();
            assertThatThrownBy(() -> file.endRecovery(nodes.subList(0, 1)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("at least 2 are required");
            assertThatThrownBy(() -> file.endRecovery(List.of(nodes.get(0), "127.0.0.1:1")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("127.0.0.1:1");
        }
        assertThat(fs.exists(PATH)).isFalse();
        ReplicaCluster.assertNothingOpen(fs);
    }

    @Test
    void recoverCloseRejectsWrongLength() throws IOException {
        start(3);
        byte[] bytes = ReplicaCluster.bytes(81, 1000);
        try (ReplicatedFile file = cluster.create(PATH, nodes)) {
            LocatedBlock block = file.nextBlock();
            try (BlockWriters writers = BlockWriters.open(fs, file, block)) {
                writers.write(bytes, 0, bytes.length, 82);
                writers.complete();
                LocatedBlock stamped = file.beginRecovery();
                assertThatThrownBy(() -> ReplicaWriter.recoverClose(
                                fs.getClient(),
                                stamped,
                                nodes.get(0),
                                file.clientName(),
                                block.getBlock().getGenerationStamp(),
                                999))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(nodes.get(0));
            }
        }
    }
}
