package org.underbase.localcompact.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Test of a writer with a DataNode that responds wrongly, late or never. */
final class ReplicaWriterTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /**
     * Timeout for tests that await it; the other tests must not reach theirs on a loaded machine. The fake DataNode must respond
     * within two thirds of it.
     */
    private static final Duration SHORT = Duration.ofSeconds(3);

    private static final int IN_FLIGHT = 3;
    private static final byte[] BYTES = ReplicaCluster.bytes(1, 100_000);

    private DFSClient client;
    private String restartTimeout = "1s";

    @BeforeEach
    void open() throws IOException {
        open(LIMIT);
    }

    private void open(Duration timeout) throws IOException {
        ClientProtocol nameNode = mock(ClientProtocol.class, withSettings().extraInterfaces(Closeable.class));
        when(nameNode.getServerDefaults())
                .thenReturn(new FsServerDefaults(
                        1 << 20, 512, 65536, (short) 3, 4096, false, 0, DataChecksum.Type.CRC32C, ""));
        Configuration conf = new Configuration();
        conf.setInt("dfs.client.socket-timeout", Math.toIntExact(timeout.toMillis()));
        conf.setInt("dfs.client.write.max-packets-in-flight", IN_FLIGHT * ReplicaWriter.packetSize(256) / 256);
        conf.setInt("dfs.client-write-packet-size", 256);
        conf.set("dfs.client.datanode-restart.timeout", restartTimeout);
        client = new DFSClient(null, nameNode, conf, null);
    }

    @AfterEach
    void close() throws IOException {
        client.close();
    }

    private void reopen(Duration timeout) throws IOException {
        client.close();
        open(timeout);
    }

    private ReplicaWriter writer(FakeDataNode node) throws IOException {
        return ReplicaWriter.open(
                client, node.block(), node.address(), "LC_test", CachingStrategy.newDefaultStrategy(), false);
    }

    private void assertFails(FakeDataNode.Behaviour behaviour, String why) throws Exception {
        try (FakeDataNode node = new FakeDataNode(Status.SUCCESS, behaviour);
                ReplicaWriter writer = writer(node)) {
            writer.write(BYTES, 0, 100);
            assertThatThrownBy(writer::awaitAcknowledged)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("blk_7_1001")
                    .hasMessageContaining(node.address())
                    .hasMessageContaining(why)
                    .message()
                    .doesNotContain("\n");
            // A failure is final.
            assertThatThrownBy(() -> writer.write(BYTES, 0, 100)).hasMessageContaining(why);
            assertThatThrownBy(writer::complete).hasMessageContaining(why);
        }
    }

    @Test
    void writerFailsOnErrorStatus() throws Exception {
        assertFails(
                (packet, out) -> FakeDataNode.acknowledge(out, packet.getSeqno(), Status.ERROR_CHECKSUM),
                "ERROR_CHECKSUM");
    }

    @Test
    void writerFailsIfDataNodeDoesNotReturnFromRestart() throws Exception {
        assertFails(
                (packet, out) -> {
                    FakeDataNode.acknowledge(out, PipelineAck.UNKOWN_SEQNO, Status.OOB_RESTART);
                    throw new IOException("shuts down");
                },
                "the DataNode is not back 1000 ms after it announced its restart");
    }

    @Test
    void writerFailsOnOtherOutOfBandAcknowledgment() throws Exception {
        assertFails(
                (packet, out) -> FakeDataNode.acknowledge(out, PipelineAck.UNKOWN_SEQNO, Status.OOB_RESERVED1),
                "OOB_RESERVED1");
    }

    @Test
    void writerFailsOnUnexpectedAcknowledgment() throws Exception {
        assertFails(
                (packet, out) -> FakeDataNode.acknowledge(out, packet.getSeqno() + 1, Status.SUCCESS),
                "acknowledgment of packet 1: expected packet 0");
    }

    @Test
    void writerFailsOnClosedConnection() throws Exception {
        assertFails(
                (packet, out) -> {
                    throw new IOException("ends");
                },
                "EOF");
    }

    @Test
    void writerTimesOutWithoutAcknowledgmentDespiteHeartbeats() throws Exception {
        reopen(SHORT);
        assertFails((packet, out) -> {}, "timed out waiting for an acknowledgment");
    }

    @Test
    void writerFailsOnAcknowledgmentWithoutPacket() throws Exception {
        try (FakeDataNode node = new FakeDataNode(Status.SUCCESS, (packet, out) -> {
                    FakeDataNode.acknowledge(out, packet.getSeqno(), Status.SUCCESS);
                    FakeDataNode.acknowledge(out, packet.getSeqno() + 1, Status.SUCCESS);
                });
                ReplicaWriter writer = writer(node)) {
            writer.write(BYTES, 0, 100);
            await().atMost(LIMIT).untilAsserted(() -> assertThatThrownBy(writer::awaitAcknowledged)
                    .hasMessageContaining("expected packet 1 of 1"));
        }
    }

    @Test
    void rejectedSetupIsReportedInOneLine() throws Exception {
        try (FakeDataNode node = new FakeDataNode(Status.ERROR, (packet, out) -> {})) {
            assertThatThrownBy(() -> writer(node))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("blk_7_1001")
                    .hasMessageContaining(node.address())
                    .message()
                    .doesNotContain("\n");
        }
    }

    @Test
    void openRejectsDataNodeOfOtherBlock() throws Exception {
        try (FakeDataNode node = new FakeDataNode(Status.SUCCESS, (packet, out) -> {})) {
            assertThatThrownBy(() -> ReplicaWriter.open(
                            client,
                            node.block(),
                            "127.0.0.1:1",
                            "LC_test",
                            CachingStrategy.newDefaultStrategy(),
                            false))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("127.0.0.1:1")
                    .hasMessageContaining(node.address());
        }
    }

    @Test
    void packetsInFlightAreBoundedAndCloseEndsWait() throws Exception {
        try (FakeDataNode node = new FakeDataNode(Status.SUCCESS, (packet, out) -> {})) {
            ReplicaWriter writer = writer(node);
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
                try {
                    writer.write(BYTES, 0, BYTES.length);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            await().atMost(LIMIT).until(() -> node.packets() == IN_FLIGHT);
            writer.close();
            assertThatThrownBy(writing::join).hasRootCauseInstanceOf(IOException.class);
            assertThat(node.packets()).isEqualTo(IN_FLIGHT);
            assertThatThrownBy(() -> writer.write(BYTES, 0, 1)).isInstanceOf(IOException.class);
            writer.close();
        }
    }

    /** The lock for sending would otherwise delay the thread that writes, which does not end on an interrupt. */
    @Test
    void closeEndsRequestToRestartedDataNode() throws Exception {
        restartTimeout = "1h";
        reopen(Duration.ofHours(1));
        try (FakeDataNode node = new FakeDataNode(Status.SUCCESS, (packet, out) -> {
            FakeDataNode.acknowledge(out, PipelineAck.UNKOWN_SEQNO, Status.OOB_RESTART);
            throw new IOException("restart");
        })) {
            node.silentAfterwards();
            ReplicaWriter writer = writer(node);
            writer.write(BYTES, 0, 5000);
            await().atMost(LIMIT).until(() -> reading(node).stream().anyMatch(stack -> stack.stream()
                    .anyMatch(frame -> frame.getMethodName().equals("resume"))));
            writer.close();
            await().atMost(LIMIT).until(() -> reading(node).isEmpty());
        }
    }

    /** Lists the stacks of the threads that read the acknowledgments of a node. */
    private static List<List<StackTraceElement>> reading(FakeDataNode node) {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> each.getKey().getName().startsWith("acknowledgments of ")
                        && each.getKey().getName().endsWith(node.address()))
                .map(each -> List.of(each.getValue()))
                .toList();
    }

    @Test
    void idleWriterSendsHeartbeatsAndContinues() throws Exception {
        reopen(SHORT.multipliedBy(2));
        try (FakeDataNode node = new FakeDataNode(
                        Status.SUCCESS,
                        (packet, out) -> FakeDataNode.acknowledge(out, packet.getSeqno(), Status.SUCCESS));
                ReplicaWriter writer = writer(node)) {
            writer.write(BYTES, 0, 100);
            // Three heartbeats per timeout: the writer is idle for longer than the timeout.
            await().atMost(LIMIT).until(() -> node.heartbeats() >= 4);
            writer.write(BYTES, 100, BYTES.length - 100);
            writer.complete();
            assertThat(writer.length()).isEqualTo(BYTES.length);
            writer.complete();
        }
    }

    @Test
    void packetsAreLargerThanThoseOfStockAndBounded() throws Exception {
        assertThat(ReplicaWriter.packetSize(256)).isEqualTo(4096);
        assertThat(ReplicaWriter.packetSize(64 << 10)).isEqualTo(1 << 20);
        assertThat(ReplicaWriter.packetSize(256 << 10)).isEqualTo(1 << 20);
        assertThat(ReplicaWriter.packetSize(4 << 20)).isEqualTo(4 << 20);
        try (FakeDataNode node = new FakeDataNode(
                        Status.SUCCESS,
                        (packet, out) -> FakeDataNode.acknowledge(out, packet.getSeqno(), Status.SUCCESS));
                ReplicaWriter writer = writer(node)) {
            writer.write(BYTES, 0, BYTES.length);
            writer.complete();
            // The last, empty packet counts as well.
            assertThat(node.packets()).isBetween(BYTES.length / 4096 + 1, BYTES.length / 3500 + 2);
        }
    }

    @Test
    void interruptEndsWait() throws Exception {
        try (FakeDataNode node = new FakeDataNode(Status.SUCCESS, (packet, out) -> {});
                ReplicaWriter writer = writer(node)) {
            writer.write(BYTES, 0, 100);
            Thread.currentThread().interrupt();
            assertThatThrownBy(writer::awaitAcknowledged)
                    .isInstanceOf(InterruptedIOException.class)
                    .hasMessageContaining(node.address());
            assertThat(Thread.interrupted()).isTrue();
            assertThatThrownBy(() -> writer.write(BYTES, 0, 100)).isInstanceOf(IOException.class);
        }
    }
}
