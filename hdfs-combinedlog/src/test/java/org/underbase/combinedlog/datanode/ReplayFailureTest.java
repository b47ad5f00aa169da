package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.StoppedDataNodes;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.block.ReplayProgress;
import org.underbase.combinedlog.block.ReplayReport;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.datanode.ReplicaAccess.Kind;

/** I/O errors of data disks in the replay at the start of a DataNode with two volumes, which tolerates one failed volume. */
@Tag("cluster")
@Timeout(300)
class ReplayFailureTest extends JournaledFiles {
    private static final String TOLERATED = "dfs.datanode.failed.volumes.tolerated";
    private static final int FILES = 6;
    private static final int LENGTH = 30_000;

    @TempDir
    static Path directory;

    private static ReplicaDisk disk;
    private static JournaledCluster cluster;

    ReplayFailureTest() {
        super(83, 1 << 20);
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
        conf.setInt(TOLERATED, 1);
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

    private Path volumeOf(ExtendedBlock block) {
        return Path.of(replica(block).getVolume().getStorageLocation().getUri());
    }

    /** Creates files on both volumes and returns the volume of each. */
    private Map<String, Path> write(String prefix) throws IOException {
        List<String> names = IntStream.range(0, FILES).mapToObj(i -> prefix + i).toList();
        for (String name : names) {
            writeClosed(name, LENGTH);
        }
        Map<String, Path> volumes = names.stream().collect(Collectors.toMap(name -> name, name -> {
            try {
                return volumeOf(block(name));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }));
        assertThat(Map.copyOf(volumes).values().stream().distinct()).hasSize(2);
        return volumes;
    }

    /** Returns an image without any file of the blocks, as after a power failure. */
    private DiskImage lost(Map<String, Path> files) throws IOException {
        DiskImage image = DiskImage.of(cluster, directory);
        for (String name : files.keySet()) {
            image.lose(block(name));
        }
        return image;
    }

    private static void restart() throws IOException {
        cluster.restart(cluster.stopOnly());
    }

    private void assertAll(Map<String, Path> files) throws IOException {
        cluster.awaitNothingMissing();
        for (String name : files.keySet()) {
            assertFile(name, LENGTH);
        }
        assertThat(OfflineReplay.deferred(journal())).isEmpty();
        assertThat(node().getFSDataset().getNumFailedVolumes()).isZero();
    }

    @Test
    void failedReplicaAffectsNoOtherReplicaAndIsReplayedAtTheNextStart() throws IOException {
        Map<String, Path> files = write("replica-");
        ExtendedBlock failing = block("replica-0");
        DiskImage image = lost(files);
        disk.fail(Kind.WRITE, failing, 1);

        image.boot();

        assertThat(node().getFSDataset().getNumFailedVolumes()).isZero();
        for (int i = 1; i < FILES; i++) {
            assertFile("replica-" + i, LENGTH);
        }
        assertThat(OfflineReplay.deferred(journal())).hasSize(1);
        assertThatThrownBy(() -> assertFile("replica-0", LENGTH)).isInstanceOf(IOException.class);

        // A clean stop empties the journal and keeps the deferred records.
        restart();

        assertAll(files);
    }

    /** Starts the DataNode after a power failure while a volume cannot be read. */
    private Path bootWithAFailedVolume(Map<String, Path> files) throws IOException {
        Path failing = DiskImage.dataDirectories(node().getConf()).get(1);
        DiskImage image = lost(files);
        disk.failDirectories(failing);
        image.boot();
        await().atMost(Duration.ofMinutes(1)).until(() -> node().getFSDataset().getNumFailedVolumes() == 1);
        assertThat(node().getFSDataset().getVolumeFailureSummary().getFailedStorageLocations())
                .singleElement(InstanceOfAssertFactories.STRING)
                .endsWith(failing.toString());
        for (Map.Entry<String, Path> each : files.entrySet()) {
            if (!each.getValue().equals(failing)) {
                assertFile(each.getKey(), LENGTH);
            }
        }
        return failing;
    }

    @Test
    void failedVolumeIsReportedAndItsRecordsAreAppliedAtTheNextStart() throws IOException {
        Map<String, Path> files = write("volume-");

        Path failing = bootWithAFailedVolume(files);

        assertThat(OfflineReplay.deferred(journal()).keySet()).containsExactly(DataDirectory.storageId(failing));
        assertThat(JournalMarker.read(failing, JournalMarker.IN_USE))
                .as("no other journal may be used with it")
                .isPresent();

        disk.repair();
        DataNodeProperties stopped = cluster.stopOnly();
        // The DataNode removed the failed volume from its configuration.
        StoppedDataNodes.configuration(stopped).set("dfs.datanode.data.dir", both(files));
        cluster.restart(stopped);

        assertAll(files);
    }

    @Test
    void recordsOfAFailedVolumeAreAppliedWhenItIsAddedAgain() throws Exception {
        List<Path> both = DiskImage.dataDirectories(node().getConf());
        Map<String, Path> files = write("added-");
        Path failing = bootWithAFailedVolume(files);
        cluster.reconfigure(both.subList(0, 1));
        assertThat(JournalMarker.read(failing, JournalMarker.IN_USE))
                .as("no other journal may be used with the removed volume")
                .isPresent();
        cluster.awaitFailedStorageForgotten();
        Path copy = directory.resolve("copy");
        DiskImage.copy(failing, copy);
        assertThatThrownBy(() -> cluster.reconfigure(List.of(both.get(0), copy)))
                .as("a copy must not consume the records")
                .isInstanceOf(ReconfigurationException.class);
        assertThat(OfflineReplay.deferred(journal()).keySet()).containsExactly(DataDirectory.storageId(failing));
        assertThatThrownBy(() -> cluster.reconfigure(both))
                .as("the disk still fails")
                .isInstanceOf(ReconfigurationException.class);
        disk.repair();

        cluster.reconfigure(both);

        assertThat(JournalMarker.read(failing, JournalMarker.IN_USE)).isPresent();
        assertAll(files);
    }

    private static String both(Map<String, Path> files) {
        return files.values().stream().distinct().sorted().map(Path::toString).collect(Collectors.joining(","));
    }

    @Test
    void dataNodeStopsIfItToleratesNoFailedVolumeAndKeepsTheRecords() throws IOException {
        Map<String, Path> files = write("stopped-");
        Path failing = DiskImage.dataDirectories(node().getConf()).get(0);
        DataNodeProperties stopped = lost(files).install();
        Configuration conf = StoppedDataNodes.configuration(stopped);
        conf.setInt(TOLERATED, 0);
        disk.failDirectories(failing);

        assertThat(cluster.mini().restartDataNode(stopped, true)).isTrue();
        DataNode rejected = node();
        await().atMost(Duration.ofMinutes(1)).until(() -> !rejected.isDatanodeUp());

        disk.repair();
        DataNodeProperties again = cluster.stopOnly();
        StoppedDataNodes.configuration(again).setInt(TOLERATED, 1);
        StoppedDataNodes.configuration(again).set("dfs.datanode.data.dir", both(files));
        cluster.restart(again);
        assertAll(files);
    }

    private ReplayReport replayOffline(List<Path> dataDirs) throws IOException {
        return OfflineReplay.run(
                journal(),
                dataDirs,
                new Configuration(false),
                false,
                ReplayProgress.NONE,
                FailingDatasetFactory.current());
    }

    @Test
    void offlineReplayReplaysTheOthersAndKeepsTheJournal() throws IOException {
        Map<String, Path> files = write("offline-");
        ExtendedBlock failing = block("offline-0");
        DataNodeProperties stopped = lost(files).install();
        List<Path> dataDirs = DiskImage.dataDirectories(StoppedDataNodes.configuration(stopped));
        disk.fail(Kind.WRITE, failing, 1);
        Path marker = Files.createFile(journal().resolve(FileSystemSync.MARKER + 1));

        assertThatThrownBy(() -> replayOffline(dataDirs))
                .hasMessageContaining("cannot replay 1 replicas")
                .hasMessageContaining(failing.getBlockName());
        assertThat(marker).as("a failed sync is remembered with the records").exists();
        assertThat(replayOffline(dataDirs).complete()).isTrue();
        assertThat(marker).doesNotExist();

        cluster.restart(stopped);
        assertAll(files);
    }
}
