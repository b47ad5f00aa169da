package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.conf.CombinedLogKeys;

/**
 * Recovery of a pipeline while a commit runs. HDFS waits for the receiver only, and the thread that acknowledges may wait for the
 * commit longer.
 */
@Tag("cluster")
@Timeout(300)
class RecoveryDuringCommitTest {
    private static final int CHUNK = 512;
    private static final int WRITTEN = 1000;
    private static final long STAMP = 1001;

    @TempDir
    Path directory;

    private final CountDownLatch written = new CountDownLatch(1);
    private final CountDownLatch failed = new CountDownLatch(1);
    private JournalDisk disk;
    private JournaledCluster cluster;
    private FsDatasetSpi<?> dataset;
    private ExtendedBlock block;
    private volatile ReplicaInPipeline replica;

    @BeforeEach
    void start() throws IOException {
        disk = JournalDisk.install();
        Configuration conf = JournaledCluster.configuration();
        conf.set(CombinedLogKeys.DIR.name(), directory.resolve("journal").toString());
        cluster = JournaledCluster.start(conf, directory.resolve("cluster"), 1);
        dataset = cluster.node(0).getFSDataset();
        block = new ExtendedBlock(cluster.mini().getNamesystem().getBlockPoolId(), 1L << 40, 0, STAMP);
    }

    @AfterEach
    void stop() {
        disk.repair();
        cluster.close();
        disk.close();
    }

    private static <T> FutureTask<T> start(String name, FutureTask<T> task) {
        new Thread(task, name).start();
        return task;
    }

    /** Writes and syncs bytes as a block receiver does, until the pipeline fails. The first chunk is acknowledged. */
    private Void receive() throws IOException, InterruptedException {
        byte[] bytes = Bytes.of(67, WRITTEN);
        DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, CHUNK);
        byte[] sums = new byte[2 * checksum.getChecksumSize()];
        checksum.calculateChunkedSums(bytes, 0, WRITTEN, sums, 0);
        try (ReplicaHandler handler = dataset.createRbw(StorageType.DISK, null, block, false, STAMP)) {
            replica = handler.getReplica();
            try (ReplicaOutputStreams streams = replica.createStreams(true, checksum);
                    DataOutputStream meta = new DataOutputStream(streams.getChecksumOut())) {
                BlockMetadataHeader.writeHeader(meta, checksum);
                meta.write(sums);
                meta.flush();
                streams.getDataOut().write(bytes);
                streams.flushDataOut();
                replica.setNumBytes(WRITTEN);
                replica.setLastChecksumAndDataLen(WRITTEN, null);
                replica.setBytesAcked(CHUNK);
                disk.holdFsyncs();
                streams.syncDataOut();
                written.countDown();
                failed.await();
            }
        }
        return null;
    }

    @Test
    void aCommitThatEndsDuringTheRecoveryAcknowledgesNothing() throws Exception {
        int held = disk.fsyncsHeld();
        FutureTask<Void> receiver = new FutureTask<>(this::receive);
        Thread receiving = new Thread(receiver, "receiver");
        receiving.start();
        await().atMost(Duration.ofMinutes(1)).until(() -> written.getCount() == 0 || receiver.isDone());
        assertThat(receiver).as("the receiver waits").isNotDone();
        FutureTask<Void> responder = new FutureTask<>(() -> replica.setBytesAcked(WRITTEN), null);
        Thread acknowledging = new Thread(responder, "responder");
        acknowledging.start();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> disk.fsyncsHeld() > held && acknowledging.getState() == Thread.State.WAITING);
        failed.countDown();
        receiver.get();
        receiving.join();

        long records = NodeMetrics.of(cluster.node(0), "Records");
        FutureTask<ReplicaHandler> recovery =
                start("recovery", new FutureTask<>(() -> dataset.recoverRbw(block, STAMP + 1, 0, WRITTEN)));
        // The replica is truncated when its new length is recorded.
        await().atMost(Duration.ofMinutes(1)).until(() -> NodeMetrics.of(cluster.node(0), "Records") > records);
        disk.releaseFsyncs();

        assertThatThrownBy(responder::get).hasCauseInstanceOf(InterruptedIOException.class);
        try (ReplicaHandler recovered = recovery.get()) {
            assertThat(recovered.getReplica().getNumBytes()).isEqualTo(CHUNK);
            assertThat(recovered.getReplica().getBytesAcked()).isEqualTo(CHUNK);
            assertThat(recovered.getReplica().getVisibleLength()).isEqualTo(CHUNK);
        }
    }
}
