package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Acknowledged bytes of a replica before and after the end of its receiver. */
class JournaledReplicaTest {
    private static final DataChecksum CHECKSUM = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);

    @TempDir
    Path directory;

    private StockReplica stock;
    private JournaledReplica replica;
    private ReplicaOutputStreams streams;

    @BeforeEach
    void receive() throws IOException {
        stock = new StockReplica(directory);
        replica = new JournaledReplica(stock, "BP-1", null, false);
        streams = replica.createStreams(true, CHECKSUM);
        replica.setBytesAcked(100);
    }

    /** Its acknowledging thread may still wait for a commit, and a recovery waits for the end of the receiver only. */
    @Test
    void aReceiverThatHasEndedAcknowledgesNothing() throws IOException {
        streams.close();
        assertThatThrownBy(() -> replica.setBytesAcked(200)).isInstanceOf(InterruptedIOException.class);
        assertThat(stock.getBytesAcked()).isEqualTo(100);

        JournaledReplica recovered = new JournaledReplica(stock, "BP-1", null, false);
        try (ReplicaOutputStreams next = recovered.createStreams(false, CHECKSUM)) {
            recovered.setBytesAcked(150);
            assertThat(next.getDataOut()).isNotNull();
        }
        assertThat(recovered.getBytesAcked()).isEqualTo(150);
    }

    @Test
    void theThreadThatAcknowledgesClosesTheFilesBeforeTheLastAcknowledgement() {
        CompletableFuture.runAsync(streams::close).join();
        replica.setBytesAcked(200);
        assertThat(stock.getBytesAcked()).isEqualTo(200);
    }
}
