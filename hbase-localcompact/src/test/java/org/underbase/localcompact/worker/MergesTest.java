package org.underbase.localcompact.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.localcompact.proto.LocalCompactProtos.StartResponseProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto.Phase;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;

/** Test of HBase's compaction switch, which a server checks without a file system. */
class MergesTest {
    private static final TicketProto TICKET = TicketProto.newBuilder()
            .setId("t")
            .setTable(ByteString.EMPTY)
            .setRegion(ByteString.EMPTY)
            .setFamily(ByteString.EMPTY)
            .setNow(0)
            .setReadPoint(0)
            .setMajor(true)
            .setAllFiles(true)
            .setFingerprint("")
            .setClientName("")
            .setBlockSize(100)
            .setDataNode("")
            .build();

    private final AtomicBoolean enabled = new AtomicBoolean(true);

    @Test
    void mergeIsRejectedWhileCompactionsAreDisabled() {
        enabled.set(false);
        try (Merges merges = merges()) {
            assertThat(merges.start(TICKET).getRejection())
                    .isEqualTo("compactions are disabled by HBase's compaction_switch");
            assertThat(merges.start(TICKET).getBusy()).isFalse();
            assertThat(merges.rejected()).isEqualTo(2);
        }
    }

    @Test
    void runningMergeEndsWhenCompactionsAreDisabled() throws Exception {
        Merge merge = new Merge("t", 100, located -> null, Duration.ofMinutes(1));
        RealTimeThroughput throughput = new RealTimeThroughput(
                NoLimitThroughputController.INSTANCE, () -> Merges.isCancelled(merge, enabled::get), merge.times());
        assertThat(throughput.control("t", RealTimeThroughput.PORTION)).isZero();
        enabled.set(false);
        assertThatThrownBy(() -> throughput.control("t", RealTimeThroughput.PORTION))
                .isInstanceOf(InterruptedException.class);
        merge.run(output -> {
            throw new IOException("interrupted");
        });
        var state = merge.step(StepRequestProto.newBuilder().setId("t").build());
        assertThat(state.getPhase()).isEqualTo(Phase.FAILED);
        assertThat(state.getFailure()).isEqualTo("compactions are disabled by HBase's compaction_switch");
        assertThat(state.getCancelled()).as("no fault of the node").isTrue();
    }

    @Test
    void cellsOfOnePortionAreChargedTogether() throws Exception {
        ThroughputController limit = mock(ThroughputController.class);
        when(limit.control("t", RealTimeThroughput.PORTION)).thenReturn(7L);
        RealTimeThroughput throughput = new RealTimeThroughput(limit, () -> false, new MergeTimes(System::nanoTime));
        assertThat(throughput.control("t", RealTimeThroughput.PORTION - 1)).isZero();
        verify(limit, never()).control(anyString(), anyLong());
        assertThat(throughput.control("t", 1)).isEqualTo(7);
        assertThat(throughput.control("t", 1)).isZero();
        verify(limit).control("t", RealTimeThroughput.PORTION);
    }

    @Test
    void ticketOfOtherVersionIsIncompatible() {
        TableDescriptor table = TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .build();
        TicketProto ticket = TICKET.toBuilder()
                .setTable(ByteString.copyFrom(TableDescriptorBuilder.toByteArray(table)))
                .setFamily(ByteString.copyFromUtf8("f"))
                .setFingerprint(Fingerprint.of(table.getColumnFamilies()[0]).replaceFirst("java=[^;]+", "java=1.8"))
                .build();
        try (Merges merges = merges()) {
            StartResponseProto response = merges.start(ticket);
            assertThat(response.getRejection())
                    .isEqualTo("different java: " + Runtime.version() + " here, 1.8 on the coordinator");
            assertThat(response.getIncompatible()).isTrue();
            assertThat(merges.start(TICKET).getIncompatible())
                    .as("an invalid ticket")
                    .isFalse();
        }
    }

    /** Replicas with different checksums would make the checksum of the file depend on the replica that a client reads. */
    @ParameterizedTest
    @CsvSource({"dfs.checksum.type, CRC32", "dfs.bytes-per-checksum, 1024"})
    void ticketOfServerWithOtherReplicaChecksumIsIncompatible(String name, String value) throws IOException {
        TableDescriptor table = TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .build();
        Configuration other = new Configuration(false);
        other.set(name, value);
        TicketProto ticket = TICKET.toBuilder()
                .setTable(ByteString.copyFrom(TableDescriptorBuilder.toByteArray(table)))
                .setFamily(ByteString.copyFromUtf8("f"))
                .setFingerprint(Fingerprint.of(table.getColumnFamilies()[0]))
                .setChecksum(Merges.checksum(fs(other)))
                .build();
        try (Merges merges = merges(fs(new Configuration(false)))) {
            StartResponseProto response = merges.start(ticket);
            assertThat(response.getRejection())
                    .startsWith("different dfs.checksum.type or dfs.bytes-per-checksum: CRC32C/512 here, ")
                    .contains(value);
            assertThat(response.getIncompatible()).isTrue();
        }
    }

    private static DistributedFileSystem fs(Configuration conf) {
        DFSClient client = mock(DFSClient.class);
        when(client.getConf()).thenReturn(new DfsClientConf(conf));
        DistributedFileSystem fs = mock(DistributedFileSystem.class);
        when(fs.getClient()).thenReturn(client);
        return fs;
    }

    private Merges merges() {
        return merges(null);
    }

    private Merges merges(DistributedFileSystem fs) {
        return new Merges(
                new Configuration(false),
                fs,
                null,
                new OwnNode("localhost"),
                () -> NoLimitThroughputController.INSTANCE,
                enabled::get);
    }
}
