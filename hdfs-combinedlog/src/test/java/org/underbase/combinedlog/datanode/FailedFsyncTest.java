package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.datanode.ReplicaAccess.Kind;

/**
 * Failed fsyncs of block files on a running DataNode. The kernel reports such a failure once, so a later fsync succeeds although
 * bytes are missing on disk.
 */
@Tag("cluster")
@Timeout(300)
class FailedFsyncTest extends JournaledFiles {
    private static final String DATASET = "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDataset";
    private static final int ALWAYS = Integer.MAX_VALUE;
    private static final int SYNC = 64 << 10;

    @TempDir
    static Path directory;

    private static ReplicaDisk disk;
    private static JournaledCluster cluster;
    private static DistributedFileSystem fs;

    FailedFsyncTest() {
        super(71, 8 << 20);
    }

    @Override
    JournaledCluster cluster() {
        return cluster;
    }

    @BeforeAll
    static void start() throws IOException {
        Configuration conf = JournaledCluster.configuration();
        disk = ReplicaDisk.install(conf);
        conf.set(CombinedLogKeys.DIR.name(), directory.resolve("journal").toString());
        conf.set(CombinedLogKeys.CHECKPOINT_RETRY.name(), "100ms");
        cluster = JournaledCluster.start(conf, directory.resolve("cluster"), 1);
        fs = cluster.fs();
    }

    @AfterAll
    static void stop() {
        disk.close();
        cluster.close();
    }

    @AfterEach
    void repair() {
        disk.repair();
    }

    private static long metric(String name) {
        return NodeMetrics.of(cluster.node(0), name);
    }

    /** Removes the files of a block whose bytes are in the page cache only. */
    private static void losePower(ExtendedBlock block) throws IOException {
        if (disk.isLost(block)) {
            for (Path file : DiskImage.filesOf(directory.resolve("cluster"), block)) {
                Files.delete(file);
            }
        }
    }

    @Test
    void cleanStopLosesNoAcknowledgedByteAfterAFailedFsync() throws IOException {
        ExtendedBlock closed = writeClosed("stopped-closed", 50_000);
        writeOpen("stopped-open", 20_000);
        ExtendedBlock open = block("stopped-open");
        disk.fail(Kind.FSYNC, closed, 1);
        disk.fail(Kind.FSYNC, open, 1);

        DataNodeProperties stopped = cluster.stopOnly();
        for (ExtendedBlock each : List.of(closed, open)) {
            losePower(each);
        }
        cluster.restart(stopped);

        assertRecovered("stopped-open", 20_000);
        cluster.awaitNothingMissing();
        assertFile("stopped-closed", 50_000);
    }

    @Test
    void replayRewritesTheFilesAfterAFailedFsync() throws IOException {
        ExtendedBlock closed = writeClosed("kept-closed", 50_000);
        writeOpen("kept-open", 20_000);
        ExtendedBlock open = block("kept-open");
        disk.fail(Kind.FSYNC, closed, ALWAYS);
        disk.fail(Kind.FSYNC, open, 1);
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(DATASET));

        DataNodeProperties stopped = cluster.stopOnly();
        log.stopCapturing();
        assertThat(log.getOutput()).contains("Cannot empty the journal: the next start replays it");
        assertThat(disk.isLost(open)).isTrue();
        disk.repair();
        cluster.restart(stopped);

        assertThat(disk.isLost(closed)).isFalse();
        assertThat(disk.isLost(open)).isFalse();
        assertRecovered("kept-open", 20_000);
        cluster.awaitNothingMissing();
        assertFile("kept-closed", 50_000);
    }

    @Test
    void appendRewritesTheFilesAfterAFailedFsync() throws IOException {
        ExtendedBlock block = writeClosed("appended", 3_000);
        disk.fail(Kind.FSYNC, block, 1);

        try (FSDataOutputStream out = fs.append(path("appended"))) {
            sync(out, 3_000, 4_000);
            assertThat(disk.isLost(block)).isFalse();
        }

        assertFile("appended", 4_000);
    }

    @Test
    void oversizedHsyncRewritesTheFilesAfterAFailedFsync() throws IOException {
        FSDataOutputStream out = writeOpen("oversized", 1_000);
        ExtendedBlock block = block("oversized");
        disk.fail(Kind.FSYNC, block, 1);

        sync(out, 1_000, 1 << 20);

        assertThat(disk.isLost(block)).isFalse();
        out.close();
        assertFile("oversized", 1 << 20);
    }

    @Test
    void acknowledgedBytesSurviveAPowerFailureAfterAFailedOversizedHsync() throws IOException {
        FSDataOutputStream out = writeOpen("rejected", 1_000);
        ExtendedBlock block = block("rejected");
        disk.fail(Kind.FSYNC, block, 2);

        assertThatThrownBy(() -> sync(out, 1_000, 1 << 20)).isInstanceOf(IOException.class);

        assertThat(disk.isLost(block)).isTrue();
        DiskImage.of(cluster, directory).lose(block).boot();
        assertRecovered("rejected", 1_000);
    }

    @Test
    void checkpointReportsAReplicaWhoseOversizedHsyncFailed() throws Exception {
        FSDataOutputStream out = writeOpen("failing", 1_000);
        ExtendedBlock block = block("failing");
        disk.fail(Kind.FSYNC, block, 2);
        assertThatThrownBy(() -> sync(out, 1_000, 1 << 20)).isInstanceOf(IOException.class);
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(DATASET));

        long checkpoints = metric("Checkpoints");
        try (FSDataOutputStream filling = fs.create(path("filling"))) {
            for (int at = 0; at < longest() && metric("Checkpoints") == checkpoints; at += SYNC) {
                sync(filling, at, at + SYNC);
            }
            // The checkpoint of a full segment may be slower than the hsyncs.
            await().atMost(Duration.ofMinutes(1)).until(() -> metric("Checkpoints") > checkpoints);
        }

        log.stopCapturing();
        assertThat(log.getOutput())
                .contains("The disk of " + block.getBlockPoolId() + ":" + block.getBlockName() + " lost written bytes");
        fs.delete(path("failing"), false);
        cluster.awaitNothingMissing();
    }
}
