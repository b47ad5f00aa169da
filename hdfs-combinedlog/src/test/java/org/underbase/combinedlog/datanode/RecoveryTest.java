package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.block.ReplicaStore.Durability;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.datanode.ReplicaAccess.Kind;

/** Start of a DataNode after a process exit with the records of many replicas, whose files are complete in the page cache. */
@Tag("cluster")
@Timeout(300)
class RecoveryTest extends JournaledFiles {
    private static final int LENGTH = 1_000;
    /** Enough for a sync of each of two volumes. */
    private static final int FILES = 2 * FileSystemSync.MIN_REPLICAS + 20;

    private static final int WRITERS = 16;

    @TempDir
    static Path directory;

    private static final List<Path> FSYNCED = new CopyOnWriteArrayList<>();
    private static JournaledCluster cluster;

    RecoveryTest() {
        super(97, LENGTH);
    }

    @Override
    JournaledCluster cluster() {
        return cluster;
    }

    @BeforeAll
    static void start() throws IOException {
        Configuration conf = JournaledCluster.configuration();
        FailingDatasetFactory.install(conf);
        conf.set(CombinedLogKeys.DIR.name(), journal().toString());
        // No checkpoint: all files have records.
        conf.set(CombinedLogKeys.SEGMENT_SIZE.name(), "8m");
        conf.set(CombinedLogKeys.SEGMENT_MAX.name(), "8m");
        cluster = JournaledCluster.start(conf, directory.resolve("cluster"), 1);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @AfterEach
    void permit() {
        FailingDatasetFactory.set(ReplicaAccess.PERMITTED);
    }

    private static Path journal() {
        return directory.resolve("journal");
    }

    private static Path marker() throws IOException {
        return new FileSystemSync(journal(), ReplicaAccess.PERMITTED, true)
                .marker(new LocalSyncHost().device(directory));
    }

    private static void assumeSupport() {
        FileSystemSync sync = new FileSystemSync(directory, ReplicaAccess.PERMITTED, true);
        assumeThat(sync.durability(directory, FILES)).isEqualTo(Durability.SYNC);
    }

    private static boolean isBlock(Path file) {
        return file.getFileName().toString().startsWith("blk_");
    }

    /** Records all fsyncs; those of whole file systems may fail. */
    private static void record(boolean syncFails) {
        FSYNCED.clear();
        FailingDatasetFactory.set((kind, file) -> {
            if (kind == Kind.FSYNC) {
                FSYNCED.add(file);
                if (syncFails && !isBlock(file)) {
                    throw new IOException("Input/output error: " + file);
                }
            }
        });
    }

    private void writeFiles(String prefix) throws Exception {
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        try {
            List<Callable<ExtendedBlock>> files = IntStream.range(0, FILES)
                    .mapToObj(i -> (Callable<ExtendedBlock>) () -> writeClosed(prefix + i, LENGTH))
                    .toList();
            for (Future<ExtendedBlock> written : writers.invokeAll(files)) {
                written.get();
            }
        } finally {
            writers.shutdownNow();
        }
    }

    /** Restarts the DataNode after a process exit and returns its fsyncs until then. */
    private List<Path> crash(String prefix, boolean syncFails) throws Exception {
        writeFiles(prefix);
        DataNodeProperties stopped = DiskImage.of(cluster, directory).install();
        record(syncFails);
        cluster.restart(stopped);
        List<Path> fsynced = List.copyOf(FSYNCED);
        cluster.awaitNothingMissing();
        for (int i = 0; i < FILES; i++) {
            assertFile(prefix + i, LENGTH);
        }
        assertThat(NodeMetrics.of(cluster.node(0), "ReplayedRecords")).isGreaterThanOrEqualTo(FILES);
        assertThat(marker()).doesNotExist();
        return fsynced;
    }

    @Test
    void oneSyncOfTheFileSystemReplacesTheFsyncs() throws Exception {
        assumeSupport();

        List<Path> fsynced = crash("synced-", false);

        assertThat(NodeMetrics.of(cluster.node(0), "ReplayFailedSyncs")).isZero();

        assertThat(fsynced).as("one sync: both volumes are in one file system").hasSize(1);
        assertThat(fsynced).noneMatch(RecoveryTest::isBlock);
    }

    @Test
    void eachReplicaIsRewrittenAndFsyncedIfTheSyncFails() throws Exception {
        assumeSupport();

        List<Path> fsynced = crash("failed-", true);

        assertThat(NodeMetrics.of(cluster.node(0), "ReplayFailedSyncs")).isPositive();

        assertThat(fsynced.stream().filter(file -> !isBlock(file))).hasSize(1);
        assertThat(fsynced.stream().filter(RecoveryTest::isBlock).distinct().count())
                .isGreaterThanOrEqualTo(2L * FILES);
    }

    @Test
    void eachReplicaIsRewrittenAndFsyncedAfterAnInterruptedSync() throws Exception {
        writeFiles("interrupted-");
        DiskImage image = DiskImage.of(cluster, directory);
        DataNodeProperties stopped = image.install();
        Files.createFile(marker());
        record(false);

        cluster.restart(stopped);

        assertThat(FSYNCED.stream().filter(RecoveryTest::isBlock).distinct().count())
                .isGreaterThanOrEqualTo(2L * FILES);
        assertThat(marker()).doesNotExist();
        cluster.awaitNothingMissing();
    }
}
