package org.underbase.localcompact.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.underbase.localcompact.hdfs.ReplicaCluster.BLOCK;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of planned restarts of a DataNode, which keep the open replica: no recovery and no copy is needed. */
@Tag("cluster")
final class PlannedRestartTest {
    private static final org.apache.hadoop.fs.Path PATH = new org.apache.hadoop.fs.Path("/d/file");
    /** Not a multiple of a packet or chunk. */
    private static final int PART = BLOCK / 2 + 333;

    /** Two chunks of a checksum each. */
    private static final int CHUNKS = 1024;

    @TempDir
    private Path directory;

    private ReplicaCluster cluster;
    private List<String> nodes;
    private DistributedFileSystem fs;

    private void start(Configuration conf) throws IOException {
        // Many packets per block.
        conf.setInt("dfs.client-write-packet-size", 4096);
        cluster = ReplicaCluster.start(conf, directory, 3).active();
        fs = cluster.fs();
        nodes = cluster.addresses();
    }

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private DataNodeProperties shutDown() throws IOException {
        // A DataNode accepts a replica before it can acknowledge packets; a restart in between fails.
        await().pollDelay(Duration.ZERO)
                .atMost(ReplicaCluster.LIMIT)
                .until(() -> threads("PacketResponder: ") >= nodes.size());
        // A DataNode that handles a new connection at its shutdown announces nothing: DataXceiverServer.run closes the
        // server first.
        await().pollDelay(Duration.ZERO).atMost(ReplicaCluster.LIMIT).until(PlannedRestartTest::awaitsConnections);
        DataNodeProperties stopped =
                cluster.mini().stopDataNodeForUpgrade(cluster.addresses().indexOf(nodes.get(1)));
        // It stops asynchronously, and its ports are used again.
        await().atMost(ReplicaCluster.LIMIT).until(() -> threads("Async datanode shutdown thread") == 0);
        return stopped;
    }

    private static boolean awaitsConnections() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().contains(".DataXceiverServer@"))
                .allMatch(thread -> Arrays.stream(thread.getValue())
                        .anyMatch(frame -> frame.getMethodName().equals("accept")));
    }

    private static long threads(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(name))
                .count();
    }

    private void restart(DataNodeProperties stopped) throws IOException {
        assertThat(cluster.mini().restartDataNode(stopped, true)).isTrue();
    }

    private void finish(ReplicatedFile file, BlockWriters writers, byte[] bytes) throws IOException {
        writers.complete();
        file.endBlock(bytes.length);
        file.complete(ReplicaCluster.LIMIT);
        assertThat(file.dataNodes()).isEqualTo(nodes);
    }

    /** The replica is idle during the restart: after all, after some or before any of its bytes. */
    @ParameterizedTest
    @ValueSource(ints = {BLOCK, PART, 0})
    void idleReplicaIsContinued(int before) throws IOException {
        start(ReplicaCluster.configuration());
        byte[] bytes = ReplicaCluster.bytes(7, BLOCK);
        try (ReplicatedFile file = cluster.create(PATH, nodes)) {
            try (BlockWriters writers = BlockWriters.open(fs, file, file.nextBlock())) {
                writers.write(bytes, 0, before, 8);
                writers.awaitAcknowledged();
                restart(shutDown());
                writers.write(bytes, before, BLOCK - before, 9);
                writers.awaitAcknowledged();
                finish(file, writers, bytes);
            }
        }
        cluster.assertReplicas(fs, PATH, bytes, nodes);
    }

    @Test
    void packetsInFlightAreSentAgain() throws Exception {
        start(ReplicaCluster.configuration());
        byte[] bytes = ReplicaCluster.bytes(17, BLOCK);
        try (ReplicatedFile file = cluster.create(PATH, nodes)) {
            try (BlockWriters writers = BlockWriters.open(fs, file, file.nextBlock())) {
                ReplicaWriter writer = writers.at(nodes.get(1));
                CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
                    try {
                        // Each packet is a separate step, so that some are in flight when the DataNode shuts down. It
                        // consists
                        // of complete chunks, as in a merge: an interrupted rewrite of the last chunk loses
                        // acknowledged bytes.
                        for (int from = 0; from < BLOCK / 2; from += CHUNKS) {
                            writer.write(bytes, from, CHUNKS);
                            writer.awaitAcknowledged();
                        }
                        writer.write(bytes, BLOCK / 2, BLOCK / 2);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
                restart(shutDown());
                writing.get(ReplicaCluster.LIMIT.toSeconds(), TimeUnit.SECONDS);
                for (String other : List.of(nodes.get(0), nodes.get(2))) {
                    BlockWriters.writePieces(writers.at(other), bytes, 0, BLOCK, 18);
                }
                writers.awaitAcknowledged();
                finish(file, writers, bytes);
            }
        }
        cluster.assertReplicas(fs, PATH, bytes, nodes);
    }

    /** Bytes and the end of the block are written while the DataNode is down. */
    @Test
    void blockThatEndsDuringRestartIsFinalized() throws Exception {
        start(ReplicaCluster.configuration());
        byte[] bytes = ReplicaCluster.bytes(27, BLOCK);
        try (ReplicatedFile file = cluster.create(PATH, nodes)) {
            try (BlockWriters writers = BlockWriters.open(fs, file, file.nextBlock())) {
                writers.write(bytes, 0, PART, 28);
                writers.awaitAcknowledged();
                DataNodeProperties stopped = shutDown();
                // Blocks when too many bytes have no acknowledgment.
                CompletableFuture<Void> finished = CompletableFuture.runAsync(() -> {
                    try {
                        writers.write(bytes, PART, BLOCK - PART, 29);
                        finish(file, writers, bytes);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
                restart(stopped);
                finished.get(ReplicaCluster.LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        }
        cluster.assertReplicas(fs, PATH, bytes, nodes);
    }

    @Test
    void dataNodeThatDoesNotReturnIsLost() throws IOException {
        Configuration conf = ReplicaCluster.configuration();
        conf.set("dfs.client.datanode-restart.timeout", "2s");
        start(conf);
        byte[] bytes = ReplicaCluster.bytes(37, BLOCK);
        try (ReplicatedFile file = cluster.create(PATH, nodes)) {
            try (BlockWriters writers = BlockWriters.open(fs, file, file.nextBlock())) {
                writers.write(bytes, 0, BLOCK, 38);
                writers.awaitAcknowledged();
                DataNodeProperties stopped = shutDown();
                assertThatThrownBy(() -> writers.at(nodes.get(1)).complete())
                        .hasMessageContaining("not back 2000 ms after it announced its restart")
                        .hasMessageContaining(nodes.get(1));
                writers.abandon(nodes.get(1));
                writers.recover(BLOCK);
                file.endBlock(BLOCK);
                file.complete(ReplicaCluster.LIMIT);
                restart(stopped);
            }
        }
        cluster.assertReplicas(fs, PATH, bytes, nodes);
    }

    @Test
    void closeEndsWaitForRestart() throws IOException {
        Configuration conf = ReplicaCluster.configuration();
        conf.set("dfs.client.datanode-restart.timeout", "1h");
        start(conf);
        try (ReplicatedFile file = cluster.create(PATH, nodes);
                BlockWriters writers = BlockWriters.open(fs, file, file.nextBlock())) {
            ReplicaWriter writer = writers.at(nodes.get(1));
            writer.write(new byte[100], 0, 100);
            writer.awaitAcknowledged();
            assertThat(shutDown()).isNotNull();
            CompletableFuture<Void> closed = CompletableFuture.runAsync(writer::close);
            assertThatThrownBy(writer::complete).hasMessageContaining("closed");
            closed.join();
            await().atMost(ReplicaCluster.LIMIT).until(() -> Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("acknowledgments of ")
                            && thread.getName().endsWith(nodes.get(1))));
        }
    }
}
