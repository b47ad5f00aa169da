package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.client.DataNodeLog;
import org.underbase.combinedlog.conf.CombinedLogKeys;

/**
 * Failures of the journal's disk and of data disks under a running DataNode. The journal has a separate directory. A link to
 * {@code /dev/full} replaces a data file: its fsync fails with EINVAL, its writes with ENOSPC.
 */
@Tag("cluster")
@Timeout(300)
class DiskFailureTest extends JournaledFiles {
    private static final Path FAILS_FSYNC = Path.of("/dev/full");
    private static final int SYNC = 64 << 10;
    /** Counted fsyncs of a direct hsync: that of the block file. */
    private static final long FSYNCS = 1;

    @TempDir
    static Path directory;

    private static JournalDisk disk;
    private static JournaledCluster cluster;
    private static DistributedFileSystem fs;

    private final ExecutorService pool = Executors.newCachedThreadPool();
    private LogCapturer log;

    DiskFailureTest() {
        // More than three segments of the maximum size.
        super(63, 12 << 20);
    }

    @Override
    JournaledCluster cluster() {
        return cluster;
    }

    @BeforeAll
    static void start() throws IOException {
        disk = JournalDisk.install();
        Configuration conf = JournaledCluster.configuration();
        FailingDatasetFactory.install(conf);
        conf.set(CombinedLogKeys.DIR.name(), journal().toString());
        conf.set(CombinedLogKeys.SEGMENTS.name(), "3");
        conf.set(CombinedLogKeys.SEGMENT_MAX.name(), "4m");
        conf.set(CombinedLogKeys.SEGMENT_WAIT_TIMEOUT.name(), "20ms");
        conf.setInt("dfs.datanode.fileio.profiling.sampling.percentage", 100);
        cluster = JournaledCluster.start(conf, directory.resolve("cluster"), 1);
        fs = cluster.fs();
    }

    @AfterAll
    static void stop() {
        disk.repair();
        cluster.close();
        disk.close();
    }

    @BeforeEach
    void watch() throws IOException {
        log = LogCapturer.captureLogs(LoggerFactory.getLogger(DataNodeJournal.class));
        assertThat(metric("JournalActive")).isEqualTo(1);
        repeatFailedCheckpointsAfter("1h");
        // A checkpoint of the previous test may still run.
        try (DataNodeLog admin = JournalServiceTest.connect(cluster.node(0))) {
            assertThatCode(admin::checkpoint).doesNotThrowAnyException();
        }
    }

    private static void repeatFailedCheckpointsAfter(String delay) throws IOException {
        try (DataNodeLog admin = JournalServiceTest.connect(cluster.node(0))) {
            admin.set(Map.of(CombinedLogKeys.CHECKPOINT_RETRY.name(), delay));
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        log.stopCapturing();
        FailingDatasetFactory.set(ReplicaAccess.PERMITTED);
        disk.repair();
        pool.shutdownNow();
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    private static Path journal() {
        return directory.resolve("journal");
    }

    private static long metric(String name) {
        return NodeMetrics.of(cluster.node(0), name);
    }

    private static List<Path> dataDirectories() throws IOException {
        return DiskImage.dataDirectories(cluster.node(0).getConf());
    }

    private Path dataFile(ExtendedBlock block) {
        return Path.of(replica(block).getBlockURI());
    }

    /** Fills segments until the condition holds. The checkpoint of a full segment may be slower than the hsyncs. */
    private void fillSegments(String name, Callable<Boolean> condition) throws Exception {
        try (FSDataOutputStream out = fs.create(path(name))) {
            for (int at = 0; at < longest() && !condition.call(); at += SYNC) {
                sync(out, at, at + SYNC);
            }
            await().atMost(Duration.ofMinutes(1)).until(condition);
        }
    }

    @Test
    void journalIsInItsConfiguredDirectory() throws IOException {
        try (Stream<Path> files = Files.list(journal())) {
            assertThat(files.map(file -> file.getFileName().toString())).contains("journal", "segment-1");
        }
        for (Path each : dataDirectories()) {
            assertThat(each.resolve("combinedlog")).doesNotExist();
            assertThat(JournalMarker.read(each, JournalMarker.IN_USE)
                            .orElseThrow()
                            .directory())
                    .isEqualTo(journal().toRealPath());
        }
    }

    /** {@code ReplicaOutputStreams} silently skips the sync of any stream that is not a {@code FileOutputStream}. */
    @Test
    void hsyncReturnsAfterTheFsyncOfTheJournal() throws Exception {
        FSDataOutputStream out = fs.create(path("waits"));
        int held = disk.fsyncsHeld();
        disk.holdFsyncs();
        Future<?> writer = pool.submit(() -> {
            sync(out, 0, 1_000);
            return null;
        });
        await().atMost(Duration.ofMinutes(1)).until(() -> disk.fsyncsHeld() > held);
        await().atMost(Duration.ofMinutes(1)).during(Duration.ofMillis(300)).until(() -> !writer.isDone());
        disk.releaseFsyncs();
        writer.get();
        out.close();
        assertFile("waits", 1_000);
    }

    @Test
    void oversizedHsyncFsyncsTheBlockFiles() throws IOException {
        try (FSDataOutputStream out = fs.create(path("large"))) {
            long oversized = metric("SyncsDirectOversized");
            long journaled = metric("SyncsJournaled");
            long fsyncs = NodeMetrics.blockFileFsyncs(cluster.node(0));
            sync(out, 0, 2 << 20);
            assertThat(metric("SyncsDirectOversized")).isEqualTo(oversized + 1);
            assertThat(metric("SyncsJournaled")).isEqualTo(journaled);
            assertThat(NodeMetrics.blockFileFsyncs(cluster.node(0)) - fsyncs).isGreaterThanOrEqualTo(FSYNCS);
        }
        assertFile("large", 2 << 20);
    }

    @Test
    void trap7FailedJournalDiskLosesNoReplicaAndNoAcknowledgedByte() throws Exception {
        writeClosed("closed-before", 50_000);
        writeClosed("truncated-after", 50_000);
        List<FSDataOutputStream> outs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            outs.add(fs.create(path("open-" + i)));
            sync(outs.get(i), 0, 10_000 + i);
        }
        long directSyncs = metric("SyncsDirectJournalFailed");
        long blockFileFsyncs = NodeMetrics.blockFileFsyncs(cluster.node(0));

        disk.fail(true);
        List<Future<?>> writers = new ArrayList<>();
        for (int i = 0; i < outs.size(); i++) {
            int me = i;
            writers.add(pool.submit(() -> {
                sync(outs.get(me), 10_000 + me, 20_000 + me);
                sync(outs.get(me), 20_000 + me, 30_000 + me);
                return null;
            }));
        }
        for (Future<?> writer : writers) {
            writer.get();
        }

        assertThat(metric("JournalActive")).isZero();
        assertThat(metric("SyncsDirectJournalFailed") - directSyncs).isEqualTo(2L * outs.size());
        // The fsyncs of the invalidation cover the first hsync of a writer if it had a record.
        assertThat(NodeMetrics.blockFileFsyncs(cluster.node(0)) - blockFileFsyncs)
                .isGreaterThanOrEqualTo(outs.size() * FSYNCS);
        assertThat(log.getOutput())
                .contains("The journal in " + journal().toRealPath() + " failed: hsyncs now fsync the block files");
        // Logged when the writers continue.
        await().atMost(Duration.ofMinutes(1))
                .until(() -> log.getOutput().contains("Fsynced the block files of all records in the failed journal"));
        for (Path each : dataDirectories()) {
            assertThat(JournalMarker.read(each, JournalMarker.INVALID)).isPresent();
        }
        assertThat(cluster.node(0).getFSDataset().getNumFailedVolumes()).isZero();
        // This is not recorded: a replay of the failed journal would undo it.
        fs.truncate(path("truncated-after"), 1_000);
        await().atMost(Duration.ofMinutes(1)).until(() -> fs.isFileClosed(path("truncated-after")));
        writeClosed("closed-after", 50_000);

        disk.repair();
        DiskImage.of(cluster, directory).boot();

        cluster.awaitNothingMissing();
        for (int i = 0; i < outs.size(); i++) {
            assertRecovered("open-" + i, 30_000 + i);
        }
        assertFile("closed-before", 50_000);
        assertFile("truncated-after", 1_000);
        assertFile("closed-after", 50_000);
        assertThat(metric("JournalActive")).isEqualTo(1);
        for (Path each : dataDirectories()) {
            assertThat(JournalMarker.read(each, JournalMarker.INVALID)).isEmpty();
        }
        long journaled = metric("SyncsJournaled");
        writeClosed("journaled-again", 1_000);
        assertThat(metric("SyncsJournaled")).isGreaterThan(journaled);
    }

    @Test
    void dataNodeDoesNotStartWithoutSpaceForTheJournal() throws Exception {
        writeClosed("before", 5_000);
        DataNodeProperties stopped = cluster.stopOnly();
        DiskImage.delete(journal());
        LogCapturer pools = LogCapturer.captureLogs(LoggerFactory.getLogger(DataNode.class));
        disk.full(true);

        assertThat(cluster.mini().restartDataNode(stopped, true)).isTrue();
        DataNode rejected = cluster.node(0);
        await().atMost(Duration.ofMinutes(1)).until(() -> !rejected.isDatanodeUp());

        pools.stopCapturing();
        assertThat(pools.getOutput()).contains("No space left on device");
        disk.repair();
        cluster.restart(cluster.stopOnly());
        cluster.awaitNothingMissing();
        assertFile("before", 5_000);
    }

    /** Delays the fsyncs of a block, and so the checkpoint that contains it. */
    private static void awaitFsync(ReplicaAccess.Kind kind, Path file, ExtendedBlock block, CountDownLatch proceed)
            throws IOException {
        if (kind == ReplicaAccess.Kind.FSYNC && file.getFileName().toString().startsWith(block.getBlockName())) {
            try {
                proceed.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    @Test
    void hsyncsFsyncTheBlockFilesWithoutAFreeSegment() throws Exception {
        ExtendedBlock held = writeClosed("held", 5_000);
        CountDownLatch proceed = new CountDownLatch(1);
        FailingDatasetFactory.set((kind, file) -> awaitFsync(kind, file, held, proceed));
        // Neither a larger segment nor an emergency segment can be created.
        disk.full(true);
        FSDataOutputStream out = fs.create(path("direct"));
        int length = 0;
        while (metric("SyncsDirectJournalFull") < 3) {
            assertThat(length).as("bytes until the journal is full").isLessThan(longest());
            sync(out, length, length + SYNC);
            length += SYNC;
        }
        long journalFull = metric("SyncsDirectJournalFull");
        long journaled = metric("SyncsJournaled");
        long fsyncs = NodeMetrics.blockFileFsyncs(cluster.node(0));
        sync(out, length, length + 100);
        sync(out, length + 100, length + 200);
        length += 200;
        assertThat(metric("SyncsDirectJournalFull")).isEqualTo(journalFull + 2);
        assertThat(metric("SyncsJournaled")).isEqualTo(journaled);
        assertThat(NodeMetrics.blockFileFsyncs(cluster.node(0)) - fsyncs).isGreaterThanOrEqualTo(2 * FSYNCS);

        proceed.countDown();
        await().atMost(Duration.ofMinutes(1)).until(() -> metric("FreeSegments") > 0);
        sync(out, length, length + 100);
        length += 100;
        assertThat(metric("SyncsJournaled")).isEqualTo(journaled + 1);
        assertThat(metric("JournalActive")).isEqualTo(1);

        DiskImage.of(cluster, directory).boot();
        assertRecovered("direct", length);
        assertFile("held", 5_000);
    }

    @Test
    void fullDataDiskFailsOnlyItsWriter() throws Exception {
        writeClosed("full", 4_096);
        ExtendedBlock block = DFSTestUtil.getFirstBlock(fs, path("full"));
        FSDataOutputStream other = fs.create(path("other"));
        sync(other, 0, 1_000);
        Path real = dataFile(block);
        Path aside = directory.resolve("aside-full");
        Files.move(real, aside);
        Files.createSymbolicLink(real, FAILS_FSYNC);

        FSDataOutputStream out = fs.append(path("full"));
        assertThatThrownBy(() -> sync(out, 4_096, 8_000)).isInstanceOf(IOException.class);

        sync(other, 1_000, 2_000);
        other.close();
        assertFile("other", 2_000);
        assertThat(metric("JournalActive")).isEqualTo(1);
        Files.move(aside, dataFile(block), StandardCopyOption.REPLACE_EXISTING);
        DiskImage.of(cluster, directory).boot();
        assertRecovered("full", 4_096);
    }

    @Test
    void chunkLargerThanARecordBlocksNoCheckpoint() throws Exception {
        ChecksumOpt checksum = new ChecksumOpt(DataChecksum.Type.CRC32C, 1 << 20);
        FSDataOutputStream out = fs.create(
                path("chunks"),
                FsPermission.getFileDefault(),
                EnumSet.of(CreateFlag.CREATE),
                4_096,
                (short) 1,
                fs.getDefaultBlockSize(path("chunks")),
                null,
                checksum);
        sync(out, 0, 600_000);
        long failures = metric("CheckpointFailures");
        long checkpoints = metric("Checkpoints");

        fillSegments("filling-chunks", () -> metric("Checkpoints") > checkpoints);

        assertThat(metric("CheckpointFailures")).isEqualTo(failures);
        sync(out, 600_000, 700_000);
        out.close();
        assertFile("chunks", 700_000);
    }

    @Test
    void trap9SegmentIsKeptUntilItsBlockFilesAreFsynced() throws Exception {
        writeClosed("failing", 3_000);
        ExtendedBlock block = DFSTestUtil.getFirstBlock(fs, path("failing"));
        Path real = dataFile(block);
        Path aside = directory.resolve("aside-failing");
        Files.move(real, aside);
        Files.createSymbolicLink(real, FAILS_FSYNC);
        long failures = metric("CheckpointFailures");
        long checkpoints = metric("Checkpoints");

        fillSegments("filling-9", () -> metric("CheckpointFailures") > failures);
        DiskImage image = DiskImage.of(cluster, directory);
        assertThat(metric("Checkpoints")).isEqualTo(checkpoints);
        Files.move(aside, real, StandardCopyOption.REPLACE_EXISTING);

        // After the repair, the pages are rewritten and the segment is reclaimed.
        repeatFailedCheckpointsAfter("100ms");
        await().atMost(Duration.ofMinutes(1)).until(() -> metric("Checkpoints") > checkpoints);
        assertThat(cluster.mini().getNamesystem().getCorruptReplicaBlocks()).isZero();
        assertFile("failing", 3_000);

        // A power failure before that loses nothing either.
        image.lose(block).boot();
        cluster.awaitNothingMissing();
        assertFile("failing", 3_000);
    }

    @Test
    void trap9RepeatedFsyncFailureReportsTheReplicaAndFailsItsWriter() throws Exception {
        FSDataOutputStream out = fs.create(path("failing-open"));
        sync(out, 0, 3_000);
        writeClosed("corrupt", 3_000);
        List<Path> links = new ArrayList<>();
        for (String name : List.of("failing-open", "corrupt")) {
            Path real = dataFile(DFSTestUtil.getFirstBlock(fs, path(name)));
            links.add(real);
            Files.move(real, directory.resolve("aside-" + name));
            Files.createSymbolicLink(real, FAILS_FSYNC);
        }
        long checkpoints = metric("Checkpoints");

        long failures = metric("CheckpointFailures");
        fillSegments("filling-open", () -> metric("CheckpointFailures") > failures);
        repeatFailedCheckpointsAfter("100ms");
        await().atMost(Duration.ofMinutes(1)).until(() -> metric("Checkpoints") > checkpoints);

        assertThatThrownBy(() -> sync(out, 3_000, 4_000)).isInstanceOf(IOException.class);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> cluster.mini().getNamesystem().getCorruptReplicaBlocks() > 0);
        fs.delete(path("corrupt"), false);
        fs.delete(path("failing-open"), false);
        cluster.awaitNothingMissing();
        // The journal tracks both replicas until the DataNode deletes them: another test must not fsync them.
        await().atMost(Duration.ofMinutes(1))
                .until(() -> links.stream().noneMatch(link -> Files.exists(link, LinkOption.NOFOLLOW_LINKS)));
        assertThat(metric("JournalActive")).isEqualTo(1);
    }

    @Test
    void trap10InterruptOfAWaitingWriterAffectsNoOtherWriter() throws Exception {
        FSDataOutputStream out = fs.create(path("interrupted"));
        sync(out, 0, 10_000);
        FSDataOutputStream other = fs.create(path("bystander"));
        sync(other, 0, 10_000);
        UserGroupInformation otherUser =
                UserGroupInformation.createUserForTesting("otherUser", new String[] {"supergroup"});
        DistributedFileSystem otherFs =
                otherUser.doAs((PrivilegedExceptionAction<DistributedFileSystem>) () -> (DistributedFileSystem)
                        FileSystem.newInstance(fs.getUri(), cluster.mini().getConfiguration(0)));
        int held = disk.fsyncsHeld();
        disk.holdFsyncs();
        Future<Boolean> acknowledged = pool.submit(() -> {
            try {
                sync(out, 10_000, 20_000);
                return true;
            } catch (IOException e) {
                return false;
            }
        });
        Future<?> bystander = pool.submit(() -> {
            sync(other, 10_000, 20_000);
            return null;
        });
        await().atMost(Duration.ofMinutes(1)).until(() -> disk.fsyncsHeld() > held);

        // Block recovery interrupts the waiting thread of the DataNode and joins it.
        otherFs.recoverLease(path("interrupted"));
        await().atMost(Duration.ofMinutes(1)).until(DiskFailureTest::aWriterIsBeingStopped);
        disk.releaseFsyncs();

        boolean wasAcknowledged = acknowledged.get();
        JournaledCluster.recoverLease(otherFs, path("interrupted"));
        int length = (int) otherFs.getFileStatus(path("interrupted")).getLen();
        assertThat(length).isIn(wasAcknowledged ? List.of(20_000) : List.of(10_000, 20_000));
        assertFile("interrupted", length);
        bystander.get();
        long journaled = metric("SyncsJournaled");
        sync(other, 20_000, 30_000);
        assertThat(metric("SyncsJournaled")).isEqualTo(journaled + 1);
        assertThat(metric("JournalActive")).isEqualTo(1);
        other.close();
        assertFile("bystander", 30_000);
        otherFs.close();
    }

    private static boolean aWriterIsBeingStopped() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getMethodName().equals("stopWriter"));
    }
}
