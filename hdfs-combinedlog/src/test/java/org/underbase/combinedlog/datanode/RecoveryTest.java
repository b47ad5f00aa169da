package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.StoppedDataNodes;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.client.DataNodeLog;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.datanode.ReplicaAccess.Kind;

/**
 * DataNode after a crash: it serves before the replayed block files are fsynced, and its journal keeps their records until then. An
 * image of its directories contains the page cache, as after a process exit.
 */
@Tag("cluster")
@Timeout(300)
class RecoveryTest extends JournaledFiles {
    private static final String DATASET = "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDataset";
    private static final int ALWAYS = Integer.MAX_VALUE;
    private static final int LENGTH = 30_000;
    private static final int FILES = 4;

    @TempDir
    static Path directory;

    private static ReplicaDisk disk;
    private static JournaledCluster cluster;

    RecoveryTest() {
        super(97, 1 << 20);
    }

    @Override
    JournaledCluster cluster() {
        return cluster;
    }

    @BeforeAll
    static void start() throws IOException {
        Configuration conf = JournaledCluster.configuration();
        disk = ReplicaDisk.install(conf);
        conf.set(CombinedLogKeys.DIR.name(), journal().toString());
        conf.set(CombinedLogKeys.CHECKPOINT_RETRY.name(), "100ms");
        conf.setInt("dfs.datanode.failed.volumes.tolerated", 1);
        cluster = JournaledCluster.start(conf, directory.resolve("cluster"), 1);
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

    private static Path journal() {
        return directory.resolve("journal");
    }

    private static DataNode node() {
        return cluster.node(0);
    }

    private static long metric(String name) {
        return NodeMetrics.of(node(), name);
    }

    private static void awaitReleased() {
        await().atMost(Duration.ofMinutes(1)).until(() -> metric("KeptSegments") == 0);
    }

    private List<ExtendedBlock> writeAll(String prefix) throws IOException {
        List<ExtendedBlock> blocks = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            blocks.add(writeClosed(prefix + i, LENGTH));
        }
        return blocks;
    }

    private void assertAll(String prefix) throws IOException {
        for (int i = 0; i < FILES; i++) {
            assertFile(prefix + i, LENGTH);
        }
    }

    /** Replaces the directories of the DataNode by their state after a process exit at this moment. */
    private static DataNodeProperties crash() throws IOException {
        return DiskImage.of(cluster, directory).install();
    }

    @Test
    void dataNodeServesBeforeTheFsyncsAndASecondCrashRepeatsTheReplay() throws IOException {
        List<ExtendedBlock> blocks = writeAll("served-");
        writeOpen("served-open", 20_000);
        blocks.add(block("served-open"));
        DataNodeProperties stopped = crash();
        disk.holdFsyncs();

        cluster.restart(stopped);

        cluster.awaitNothingMissing();
        assertAll("served-");
        await().atMost(Duration.ofMinutes(1)).until(() -> disk.fsyncsHeld() > 0);
        assertThat(metric("KeptSegments")).isPositive();
        assertThat(metric("TrackedReplicas")).isGreaterThanOrEqualTo(FILES + 1);
        blocks.add(writeClosed("served-later", LENGTH));
        assertRecovered("served-open", 20_000);
        DiskImage second = DiskImage.of(cluster, directory);
        disk.repair();
        awaitReleased();

        // Power fails before the first fsync.
        for (ExtendedBlock each : blocks) {
            second.lose(each);
        }
        second.boot();

        cluster.awaitNothingMissing();
        assertAll("served-");
        assertFile("served-later", LENGTH);
        assertFile("served-open", 20_000);
        awaitReleased();
        assertThat(metric("ReplayedRecords")).isPositive();
    }

    @Test
    void failedFsyncOfAReplayedReplicaIsRepairedFromThePageCache() throws IOException {
        ExtendedBlock closed = writeClosed("repaired-closed", LENGTH);
        writeOpen("repaired-open", 20_000);
        ExtendedBlock open = block("repaired-open");
        DataNodeProperties stopped = crash();
        disk.fail(Kind.FSYNC, closed, 1);
        disk.fail(Kind.FSYNC, open, 1);
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(DATASET));

        cluster.restart(stopped);
        awaitReleased();

        log.stopCapturing();
        assertThat(log.getOutput()).doesNotContain("lost written bytes");
        assertThat(metric("CheckpointFailures")).isPositive();
        assertThat(disk.isLost(closed)).isFalse();
        assertThat(disk.isLost(open)).isFalse();
        assertRecovered("repaired-open", 20_000);
        cluster.awaitNothingMissing();
        assertFile("repaired-closed", LENGTH);
    }

    @Test
    void replayedReplicaThatCannotBeFsyncedIsReportedAndBlocksNoOther() throws IOException {
        ExtendedBlock failing = writeClosed("failing", LENGTH);
        writeClosed("other", LENGTH);
        DataNodeProperties stopped = crash();
        disk.fail(Kind.FSYNC, failing, ALWAYS);
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(DATASET));

        cluster.restart(stopped);
        awaitReleased();

        log.stopCapturing();
        assertThat(log.getOutput())
                .contains("The disk of " + failing.getBlockPoolId() + ":" + failing.getBlockName()
                        + " lost written bytes");
        cluster.fs().delete(path("failing"), false);
        cluster.awaitNothingMissing();
        assertFile("other", LENGTH);
    }

    private Path volumeOf(ExtendedBlock block) {
        return Path.of(replica(block).getVolume().getStorageLocation().getUri());
    }

    @Test
    void recordsOfARemovedVolumeAreSetAsideAndAppliedWhenItReturns() throws Exception {
        List<Path> both = DiskImage.dataDirectories(node().getConf());
        Path removed = both.get(1);
        List<ExtendedBlock> onRemoved = new ArrayList<>();
        for (ExtendedBlock each : writeAll("removed-")) {
            if (volumeOf(each).equals(removed)) {
                onRemoved.add(each);
            }
        }
        assertThat(onRemoved).hasSizeBetween(1, FILES - 1);
        DataNodeProperties stopped = crash();
        // One failed checkpoint of these replicas does not fail them.
        StoppedDataNodes.configuration(stopped).set(CombinedLogKeys.CHECKPOINT_RETRY.name(), "1h");
        for (ExtendedBlock each : onRemoved) {
            disk.fail(Kind.FSYNC, each, ALWAYS);
        }
        cluster.restart(stopped);

        cluster.reconfigure(both.subList(0, 1));

        assertThat(JournalMarker.read(removed, JournalMarker.IN_USE))
                .as("no other journal may be used with it")
                .isPresent();
        try (DataNodeLog log = JournalServiceTest.connect(node())) {
            assertThat(log.checkpoint()).isGreaterThanOrEqualTo(Duration.ZERO);
        }
        assertThat(metric("KeptSegments")).isZero();
        assertThat(OfflineReplay.deferred(journal()).keySet()).containsExactly(DataDirectory.storageId(removed));

        for (ExtendedBlock each : onRemoved) {
            for (Path file : DiskImage.filesOf(removed, each)) {
                Files.delete(file);
            }
        }
        disk.repair();
        cluster.awaitFailedStorageForgotten();
        cluster.reconfigure(both);

        cluster.awaitNothingMissing();
        assertAll("removed-");
        assertThat(OfflineReplay.deferred(journal())).isEmpty();
        DiskImage.of(cluster, directory).boot();
        cluster.awaitNothingMissing();
        assertAll("removed-");
    }
}
