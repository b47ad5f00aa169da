package org.underbase.localcompact.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.underbase.localcompact.hdfs.ReplicaCluster.BLOCK;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of encrypted data transfer and of short timeouts. */
@Tag("cluster")
final class TransferSettingsTest {
    private static final org.apache.hadoop.fs.Path PATH = new org.apache.hadoop.fs.Path("/d/file");
    /** Timeout that a pause of this JVM must not reach, because a heartbeat is sent after a third of it. */
    private static final int TIMEOUT_MILLIS = 9000;

    private static final int NODES = 3;

    @TempDir
    private Path directory;

    private final DataNodeFaultInjector stock = DataNodeFaultInjector.get();

    @AfterEach
    void restoreInjector() {
        DataNodeFaultInjector.set(stock);
    }

    @Test
    void writerUsesEncryptedTransfer() throws IOException {
        Configuration conf = ReplicaCluster.configuration();
        conf.setBoolean("dfs.encrypt.data.transfer", true);
        byte[] bytes = ReplicaCluster.bytes(121, 2 * BLOCK);
        try (ReplicaCluster cluster = ReplicaCluster.start(conf, directory, 3).active()) {
            DistributedFileSystem fs = cluster.fs();
            List<String> nodes = cluster.addresses();
            try (ReplicatedFile file = cluster.create(PATH, nodes)) {
                for (int from = 0; from < bytes.length; from += BLOCK) {
                    try (BlockWriters writers = BlockWriters.open(fs, file, file.nextBlock())) {
                        writers.write(bytes, from, BLOCK, 122);
                        writers.awaitAcknowledged();
                        if (from > 0) {
                            writers.abandon(nodes.get(2));
                        }
                        writers.complete();
                        if (from > 0) {
                            writers.recover(BLOCK);
                        }
                    }
                    file.endBlock(BLOCK);
                }
                file.complete(ReplicaCluster.LIMIT);
            }
            cluster.assertReplicas(fs, PATH, bytes, nodes);
        }
    }

    @Test
    void idleWriterSurvivesTimeoutOfDataNode() throws IOException {
        AtomicInteger beats = new AtomicInteger();
        DataNodeFaultInjector.set(new DataNodeFaultInjector() {
            @Override
            public boolean dropHeartbeatPacket() {
                beats.incrementAndGet();
                return false;
            }
        });
        byte[] bytes = ReplicaCluster.bytes(131, BLOCK);
        try (ReplicaCluster cluster =
                ReplicaCluster.start(impatient(), directory, 3).active()) {
            DistributedFileSystem fs = cluster.fs();
            try (ReplicatedFile file = cluster.create(PATH, cluster.addresses());
                    BlockWriters writers = BlockWriters.open(fs, file, file.nextBlock())) {
                writers.write(bytes, 0, BLOCK / 2, 132);
                writers.awaitAcknowledged();
                long start = System.nanoTime();
                await().atMost(ReplicaCluster.LIMIT)
                        .until(() -> System.nanoTime() - start > TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS + 1000)
                                && beats.get() >= 2 * NODES);
                writers.write(bytes, BLOCK / 2, BLOCK / 2, 133);
                writers.complete();
                file.endBlock(BLOCK);
                file.complete(ReplicaCluster.LIMIT);
            }
            cluster.assertReplicas(fs, PATH, bytes, cluster.addresses());
        }
    }

    @Test
    void writerFailsWithoutHeartbeats() throws IOException {
        DataNodeFaultInjector.set(new DataNodeFaultInjector() {
            @Override
            public boolean dropHeartbeatPacket() {
                return true;
            }
        });
        try (ReplicaCluster cluster =
                ReplicaCluster.start(impatient(), directory, 3).active()) {
            DistributedFileSystem fs = cluster.fs();
            String node = cluster.addresses().get(0);
            try (ReplicatedFile file = cluster.create(PATH, cluster.addresses());
                    BlockWriters writers = BlockWriters.open(fs, file, file.nextBlock())) {
                await().atMost(ReplicaCluster.LIMIT).untilAsserted(() -> assertThatThrownBy(
                                () -> writers.at(node).write(new byte[0], 0, 0))
                        .hasMessageContaining(node)
                        .hasMessageContaining("SocketTimeoutException"));
            }
        }
    }

    @Test
    void writerFailsIfDataNodeStops() throws IOException {
        byte[] bytes = ReplicaCluster.bytes(141, BLOCK);
        // The fourth DataNode receives the copy of the missing replica.
        try (ReplicaCluster cluster = ReplicaCluster.start(ReplicaCluster.configuration(), directory, 4)
                .active()) {
            DistributedFileSystem fs = cluster.fs();
            List<String> nodes = cluster.addresses().subList(0, 3);
            String node = nodes.get(1);
            try (ReplicatedFile file = cluster.create(PATH, nodes);
                    BlockWriters writers = BlockWriters.open(fs, file, file.nextBlock())) {
                writers.write(bytes, 0, BLOCK / 2, 142);
                writers.awaitAcknowledged();
                cluster.stop(node);
                assertThatThrownBy(() -> {
                            writers.at(node).write(bytes, BLOCK / 2, BLOCK / 2);
                            writers.at(node).awaitAcknowledged();
                        })
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(node);
                writers.abandon(node);
                writers.write(bytes, BLOCK / 2, BLOCK / 2, 143);
                writers.complete();
                writers.recover(BLOCK);
                file.endBlock(BLOCK);
                file.complete(ReplicaCluster.LIMIT);
            }
            assertThat(ReplicaCluster.read(fs, PATH)).isEqualTo(bytes);
        }
    }

    private static Configuration impatient() {
        Configuration conf = ReplicaCluster.configuration();
        conf.setInt("dfs.client.socket-timeout", TIMEOUT_MILLIS);
        return conf;
    }
}
