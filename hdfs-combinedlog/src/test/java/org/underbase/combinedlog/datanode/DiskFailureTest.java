package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.conf.CombinedLogKeys;

/**
 * What a DataNode that runs does when the disk of its journal, or of its data, refuses. The journal has a directory of its
 * own. A data file that cannot be forced is a link to {@code /dev/full}, which fails with EINVAL; one that has no room is the
 * same, which fails with ENOSPC.
 */
@Tag("cluster")
@Timeout(300)
class DiskFailureTest extends JournaledFiles {
    private static final Path REFUSES = Path.of("/dev/full");
    private static final int SYNC = 64 << 10;
    /** Of an hsync as stock HDFS does it those that the DataNode counts: of the block file and of its directory. */
    private static final long FORCES = 2;

    @TempDir
    static Path directory;

    private static JournalDisk disk;
    private static JournaledCluster cluster;
    private static DistributedFileSystem fs;

    private final ExecutorService pool = Executors.newCachedThreadPool();
    private LogCapturer log;

    DiskFailureTest() {
        super(63, 8 << 20);
    }

    @Override
    JournaledCluster cluster() {
        return cluster;
    }

    @BeforeAll
    static void start() throws IOException {
        disk = JournalDisk.install();
        Configuration conf = JournaledCluster.configuration();
        conf.set(CombinedLogKeys.DIR.name(), journal().toString());
        conf.set(CombinedLogKeys.SEGMENTS.name(), "3");
        conf.set(CombinedLogKeys.SEGMENT_MAX.name(), "4m");
        conf.set(CombinedLogKeys.ROOM_WAIT.name(), "20ms");
        // Between the first refusal and the third there is time to look.
        conf.set(CombinedLogKeys.CHECKPOINT_RETRY.name(), "5s");
        // It would take the links for replicas that are corrupt.
        conf.setInt("dfs.datanode.directoryscan.interval", 3600);
        conf.setInt("dfs.datanode.fileio.profiling.sampling.percentage", 100);
        cluster = JournaledCluster.start(conf, directory.resolve("cluster"), 1);
        fs = cluster.fs();
    }

    @AfterAll
    static void stop() {
        disk.mend();
        cluster.close();
        disk.close();
    }

    @BeforeEach
    void watch() {
        log = LogCapturer.captureLogs(LoggerFactory.getLogger(DataNodeJournal.class));
        assertThat(figure("Working")).isEqualTo(1);
    }

    @AfterEach
    void end() throws InterruptedException {
        log.stopCapturing();
        disk.mend();
        pool.shutdownNow();
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    private static Path journal() {
        return directory.resolve("journal");
    }

    private static long figure(String metric) {
        return Figures.of(cluster.node(0), metric);
    }

    private static List<Path> dataDirectories() throws IOException {
        return DiskImage.dataDirectories(cluster.node(0).getConf());
    }

    private Path dataFile(ExtendedBlock block) {
        return Path.of(replica(block).getBlockURI());
    }

    /** Fills segments until something happened. */
    private void fillSegments(String name, Callable<Boolean> happened) throws Exception {
        try (FSDataOutputStream out = fs.create(path(name))) {
            for (int at = 0; !happened.call(); at += SYNC) {
                assertThat(at).as("bytes until it happens").isLessThan(longest());
                sync(out, at, at + SYNC);
            }
        }
    }

    @Test
    void theJournalIsInADirectoryOfItsOwn() throws IOException {
        try (Stream<Path> files = Files.list(journal())) {
            assertThat(files.map(file -> file.getFileName().toString())).contains("journal", "segment-1");
        }
        for (Path each : dataDirectories()) {
            assertThat(each.resolve("combinedlog")).doesNotExist();
            assertThat(Mark.read(each, Mark.IN_USE).orElseThrow().directory())
                    .isEqualTo(journal().toRealPath());
        }
    }

    /** The streams of a replica sync what is a {@code FileOutputStream} and, without a word, nothing else. */
    @Test
    void anHsyncReturnsWhenTheJournalIsForcedAndNotBefore() throws Exception {
        FSDataOutputStream out = fs.create(path("waits"));
        int held = disk.forcesHeld();
        disk.holdForces();
        Future<?> writer = pool.submit(() -> {
            sync(out, 0, 1_000);
            return null;
        });
        await().atMost(Duration.ofMinutes(1)).until(() -> disk.forcesHeld() > held);
        await().during(Duration.ofMillis(300)).until(() -> !writer.isDone());
        disk.releaseForces();
        writer.get();
        out.close();
        assertFile("waits", 1_000);
    }

    @Test
    void anHsyncThatIsTooLargeForTheJournalForcesTheBlockFiles() throws IOException {
        try (FSDataOutputStream out = fs.create(path("large"))) {
            long tooLarge = figure("SyncsTooLarge");
            long journaled = figure("SyncsJournaled");
            long forces = Figures.stockForces(cluster.node(0));
            sync(out, 0, 2 << 20);
            assertThat(figure("SyncsTooLarge")).isEqualTo(tooLarge + 1);
            assertThat(figure("SyncsJournaled")).isEqualTo(journaled);
            assertThat(Figures.stockForces(cluster.node(0)) - forces).isGreaterThanOrEqualTo(FORCES);
        }
        assertFile("large", 2 << 20);
    }

    @Test
    void trap7AJournalDiskThatFailsCostsNoReplicaAndNoAcknowledgedByte() throws Exception {
        writeClosed("closed-before", 50_000);
        writeClosed("truncated-after", 50_000);
        List<FSDataOutputStream> outs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            outs.add(fs.create(path("open-" + i)));
            sync(outs.get(i), 0, 10_000 + i);
        }
        long stockSyncs = figure("SyncsStock");
        long stockForces = Figures.stockForces(cluster.node(0));

        disk.refuses(true);
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

        assertThat(figure("Working")).isZero();
        assertThat(figure("SyncsStock") - stockSyncs).isEqualTo(2L * outs.size());
        assertThat(Figures.stockForces(cluster.node(0)) - stockForces)
                .isGreaterThanOrEqualTo(2L * outs.size() * FORCES);
        assertThat(log.getOutput())
                .contains("The journal in " + journal().toRealPath() + " failed: hsyncs force the replicas' files")
                .contains("Everything that the failed journal held is in the replicas' files");
        for (Path each : dataDirectories()) {
            assertThat(Mark.read(each, Mark.GIVEN_UP)).isPresent();
        }
        assertThat(cluster.node(0).getFSDataset().getNumFailedVolumes()).isZero();
        // No record tells of this: a replay of the journal that failed would undo it.
        fs.truncate(path("truncated-after"), 1_000);
        await().atMost(Duration.ofMinutes(1)).until(() -> fs.isFileClosed(path("truncated-after")));
        writeClosed("closed-after", 50_000);

        disk.mend();
        DiskImage.of(cluster, directory).boot();

        cluster.awaitNothingMissing();
        for (int i = 0; i < outs.size(); i++) {
            assertRecovered("open-" + i, 30_000 + i);
        }
        assertFile("closed-before", 50_000);
        assertFile("truncated-after", 1_000);
        assertFile("closed-after", 50_000);
        assertThat(figure("Working")).isEqualTo(1);
        for (Path each : dataDirectories()) {
            assertThat(Mark.read(each, Mark.GIVEN_UP)).isEmpty();
        }
        long journaled = figure("SyncsJournaled");
        writeClosed("journaled-again", 1_000);
        assertThat(figure("SyncsJournaled")).isGreaterThan(journaled);
    }

    @Test
    void withoutRoomForTheJournalADataNodeDoesNotStartAndSaysSo() throws Exception {
        writeClosed("before", 5_000);
        DataNodeProperties stopped = cluster.stopOnly();
        DiskImage.delete(journal());
        LogCapturer pools = LogCapturer.captureLogs(LoggerFactory.getLogger(DataNode.class));
        disk.full(true);

        assertThat(cluster.mini().restartDataNode(stopped, true)).isTrue();
        DataNode refused = cluster.node(0);
        await().atMost(Duration.ofMinutes(1)).until(() -> !refused.isDatanodeUp());

        pools.stopCapturing();
        assertThat(pools.getOutput()).contains("No space left on device");
        disk.mend();
        cluster.restart(cluster.stopOnly());
        cluster.awaitNothingMissing();
        assertFile("before", 5_000);
    }

    @Test
    void withoutRoomForSegmentsEveryHsyncIsForcedAndTheJournalGoesOn() throws Exception {
        writeClosed("held", 5_000);
        int before = disk.segmentsHeld();
        disk.holdSegments();
        // The segment that is full is to be replaced by a larger one, and until that is there it is not free.
        fillSegments("filling", () -> disk.segmentsHeld() > before);
        FSDataOutputStream out = fs.create(path("forced"));
        int length = 0;
        while (figure("SyncsNoRoom") < 3) {
            assertThat(length).as("bytes until there is no room").isLessThan(longest());
            sync(out, length, length + SYNC);
            length += SYNC;
        }
        long noRoom = figure("SyncsNoRoom");
        long journaled = figure("SyncsJournaled");
        long forces = Figures.stockForces(cluster.node(0));
        sync(out, length, length + 100);
        sync(out, length + 100, length + 200);
        length += 200;
        assertThat(figure("SyncsNoRoom")).isEqualTo(noRoom + 2);
        assertThat(figure("SyncsJournaled")).isEqualTo(journaled);
        assertThat(Figures.stockForces(cluster.node(0)) - forces).isGreaterThanOrEqualTo(2 * FORCES);

        disk.full(true);
        disk.releaseSegments();

        // No larger segment, so that the old one is used on.
        await().atMost(Duration.ofMinutes(1)).until(() -> figure("FreeSegments") > 0);
        sync(out, length, length + 100);
        length += 100;
        assertThat(figure("SyncsJournaled")).isEqualTo(journaled + 1);
        assertThat(figure("Working")).isEqualTo(1);
        assertThat(figure("SegmentBytes")).isEqualTo(1 << 20);

        DiskImage.of(cluster, directory).boot();
        assertRecovered("forced", length);
        assertFile("held", 5_000);
    }

    @Test
    void aFullDataDiskFailsItsWriterAndNoOther() throws Exception {
        writeClosed("full", 4_096);
        ExtendedBlock block = DFSTestUtil.getFirstBlock(fs, path("full"));
        FSDataOutputStream other = fs.create(path("other"));
        sync(other, 0, 1_000);
        Path real = dataFile(block);
        Path aside = directory.resolve("aside-full");
        Files.move(real, aside);
        Files.createSymbolicLink(real, REFUSES);

        FSDataOutputStream out = fs.append(path("full"));
        assertThatThrownBy(() -> sync(out, 4_096, 8_000)).isInstanceOf(IOException.class);

        sync(other, 1_000, 2_000);
        other.close();
        assertFile("other", 2_000);
        assertThat(figure("Working")).isEqualTo(1);
        Files.move(aside, dataFile(block), StandardCopyOption.REPLACE_EXISTING);
        DiskImage.of(cluster, directory).boot();
        assertRecovered("full", 4_096);
    }

    @Test
    void trap9ASegmentIsKeptUntilItsBlockFilesAreForced() throws Exception {
        writeClosed("refused", 3_000);
        ExtendedBlock block = DFSTestUtil.getFirstBlock(fs, path("refused"));
        Path real = dataFile(block);
        Path aside = directory.resolve("aside-refused");
        Files.move(real, aside);
        Files.createSymbolicLink(real, REFUSES);
        long failures = figure("CheckpointFailures");
        long checkpoints = figure("Checkpoints");

        fillSegments("filling-9", () -> figure("CheckpointFailures") > failures);
        DiskImage image = DiskImage.of(cluster, directory);
        assertThat(figure("Checkpoints")).isEqualTo(checkpoints);
        Files.move(aside, real, StandardCopyOption.REPLACE_EXISTING);

        // The disk is mended: its pages are written again, and the segment is free.
        await().atMost(Duration.ofMinutes(1)).until(() -> figure("Checkpoints") > checkpoints);
        assertThat(cluster.mini().getNamesystem().getCorruptReplicaBlocks()).isZero();
        assertFile("refused", 3_000);

        // The power was cut before that.
        image.lose(block).boot();
        cluster.awaitNothingMissing();
        assertFile("refused", 3_000);
    }

    @Test
    void trap9AReplicaThatItsDiskGoesOnRefusingIsReportedAndItsWriterFails() throws Exception {
        FSDataOutputStream out = fs.create(path("given-up"));
        sync(out, 0, 3_000);
        writeClosed("corrupt", 3_000);
        for (String name : List.of("given-up", "corrupt")) {
            Path real = dataFile(DFSTestUtil.getFirstBlock(fs, path(name)));
            Files.move(real, directory.resolve("aside-" + name));
            Files.createSymbolicLink(real, REFUSES);
        }
        long checkpoints = figure("Checkpoints");

        fillSegments("filling-given-up", () -> figure("CheckpointFailures") > 0);
        await().atMost(Duration.ofMinutes(1)).until(() -> figure("Checkpoints") > checkpoints);

        assertThatThrownBy(() -> sync(out, 3_000, 4_000)).isInstanceOf(IOException.class);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> cluster.mini().getNamesystem().getCorruptReplicaBlocks() > 0);
        fs.delete(path("corrupt"), false);
        fs.delete(path("given-up"), false);
        cluster.awaitNothingMissing();
        assertThat(figure("Working")).isEqualTo(1);
    }

    @Test
    void trap10AnInterruptOfAWriterThatWaitsForTheJournalHarmsNobody() throws Exception {
        FSDataOutputStream out = fs.create(path("interrupted"));
        sync(out, 0, 10_000);
        FSDataOutputStream other = fs.create(path("bystander"));
        sync(other, 0, 10_000);
        UserGroupInformation someone =
                UserGroupInformation.createUserForTesting("someone", new String[] {"supergroup"});
        DistributedFileSystem theirs =
                someone.doAs((PrivilegedExceptionAction<DistributedFileSystem>) () -> (DistributedFileSystem)
                        FileSystem.newInstance(fs.getUri(), cluster.mini().getConfiguration(0)));
        int held = disk.forcesHeld();
        disk.holdForces();
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
        await().atMost(Duration.ofMinutes(1)).until(() -> disk.forcesHeld() > held);

        // The recovery of the block interrupts the thread that waits in the DataNode, and waits for its end.
        theirs.recoverLease(path("interrupted"));
        await().atMost(Duration.ofMinutes(1)).until(DiskFailureTest::someWriterIsStopped);
        disk.releaseForces();

        boolean promised = acknowledged.get();
        JournaledCluster.recoverLease(theirs, path("interrupted"));
        int length = (int) theirs.getFileStatus(path("interrupted")).getLen();
        assertThat(length).isIn(promised ? List.of(20_000) : List.of(10_000, 20_000));
        assertFile("interrupted", length);
        bystander.get();
        long journaled = figure("SyncsJournaled");
        sync(other, 20_000, 30_000);
        assertThat(figure("SyncsJournaled")).isEqualTo(journaled + 1);
        assertThat(figure("Working")).isEqualTo(1);
        other.close();
        assertFile("bystander", 30_000);
        theirs.close();
    }

    private static boolean someWriterIsStopped() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getMethodName().equals("stopWriter"));
    }
}
