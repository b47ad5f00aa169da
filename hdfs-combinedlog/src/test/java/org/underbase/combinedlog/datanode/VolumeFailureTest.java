package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.conf.CombinedLogKeys;

/** Failure, removal and return of a volume of a running DataNode whose journal is on a separate disk. */
@Tag("cluster")
@Timeout(300)
class VolumeFailureTest extends JournaledFiles {
    @TempDir
    static Path directory;

    private static JournaledCluster cluster;
    private static DistributedFileSystem fs;

    VolumeFailureTest() {
        super(5, 6 << 20);
    }

    @Override
    JournaledCluster cluster() {
        return cluster;
    }

    @BeforeAll
    static void start() throws IOException {
        Configuration conf = JournaledCluster.configuration();
        conf.set(CombinedLogKeys.DIR.name(), directory.resolve("journal").toString());
        conf.setInt("dfs.datanode.failed.volumes.tolerated", 1);
        conf.set("dfs.datanode.disk.check.min.gap", "0ms");
        cluster = JournaledCluster.start(conf, directory.resolve("cluster"), 1);
        fs = cluster.fs();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static DataNode node() {
        return cluster.node(0);
    }

    private BlockKey key(String name) throws IOException {
        ExtendedBlock block = block(name);
        return new BlockKey(block.getBlockPoolId(), block.getBlockId());
    }

    private Path volumeOf(String name) throws IOException {
        return Path.of(replica(block(name)).getVolume().getStorageLocation().getUri());
    }

    /**
     * Waits for all concurrent checks of a failed disk. A check that waits for the volume's writers
     * polls every five seconds whether another check removed the volume, and would then remove its successor.
     */
    private static void awaitFailuresHandled() {
        await().atMost(Duration.ofMinutes(1)).until(() -> Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> each.getKey().getName().startsWith("VolumeCheck ResultHandler")
                        || each.getKey().getName().startsWith("DataNode DiskChecker"))
                .allMatch(each -> Arrays.stream(each.getValue())
                        .anyMatch(frame -> frame.getMethodName().equals("getTask"))));
    }

    private static FsVolumeSpi volume(Path dataDirectory) throws IOException {
        try (FsDatasetSpi.FsVolumeReferences volumes = node().getFSDataset().getFsVolumeReferences()) {
            for (FsVolumeSpi each : volumes) {
                if (Path.of(each.getStorageLocation().getUri()).equals(dataDirectory)) {
                    return each;
                }
            }
        }
        throw new AssertionError("no volume in " + dataDirectory);
    }

    private record Stored(String name, BlockKey key, boolean removed) {}

    /** Creates files on both volumes. */
    private List<Stored> filesOnBoth(String prefix, Path volume) throws IOException {
        List<Stored> files = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String name = prefix + i;
            writeClosed(name, 30_000);
            files.add(new Stored(name, key(name), volumeOf(name).equals(volume)));
        }
        assertThat(files.stream().map(Stored::removed)).contains(true, false);
        return files;
    }

    private void assertAll(List<Stored> files) throws IOException {
        cluster.awaitNothingMissing();
        for (Stored each : files) {
            assertFile(each.name(), 30_000);
        }
    }

    @Test
    void failedVolumeAffectsNoOtherVolumeAndReturnsWithAllReplicas() throws Exception {
        List<Path> both = DiskImage.dataDirectories(node().getConf());
        Path volume = both.get(1);
        List<Stored> files = filesOnBoth("failing-", volume);
        writeOpen("open-0", 20_000);
        writeOpen("open-1", 20_000);

        DataNodeTestUtils.injectDataDirFailure(volume.toFile());
        node().checkDiskErrorAsync(volume(volume));
        await().atMost(Duration.ofMinutes(1)).until(() -> node().getFSDataset().getNumFailedVolumes() == 1);
        awaitFailuresHandled();

        for (Stored each : files) {
            if (!each.removed()) {
                assertFile(each.name(), 30_000);
            }
        }
        // Segments with records of the removed volume are reclaimed as well.
        long checkpoints = NodeMetrics.of(node(), "Checkpoints");
        long journaled = NodeMetrics.of(node(), "SyncsJournaled");
        writeClosed("concurrent", longest());
        assertThat(NodeMetrics.of(node(), "SyncsJournaled")).isGreaterThan(journaled + 10);
        await().atMost(Duration.ofMinutes(1)).until(() -> NodeMetrics.of(node(), "Checkpoints") > checkpoints);
        assertThat(NodeMetrics.of(node(), "JournalActive")).isEqualTo(1);

        cluster.reconfigure(both.subList(0, 1));
        assertThat(node().getFSDataset().getNumFailedVolumes()).isZero();
        cluster.awaitFailedStorageForgotten();
        DataNodeTestUtils.restoreDataDirFromFailure(volume.toFile());
        cluster.reconfigure(both);

        assertThat(JournalMarker.read(volume, JournalMarker.IN_USE)).isPresent();
        // One of them was on the volume: its writer failed, but its synced bytes are kept.
        for (String name : List.of("open-0", "open-1")) {
            // The NameNode drops the last block of a file without a replica.
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                cluster.mini().triggerBlockReports();
                return fs.getFileBlockLocations(path(name), 0, 1)[0].getNames().length == 1;
            });
            JournaledCluster.recoverLease(fs, path(name));
            assertFile(name, 20_000);
        }
        assertAll(files);
        assertFile("concurrent", longest());
        writeOpen("open-later", 10_000);
        DiskImage.of(cluster, directory).boot();
        JournaledCluster.recoverLease(fs, path("open-later"));
        assertFile("open-later", 10_000);
        assertAll(files);
    }

    @Test
    void removedVolumeIsReleasedFromTheJournal() throws Exception {
        List<Path> both = DiskImage.dataDirectories(node().getConf());
        Path volume = both.get(1);
        List<Stored> files = filesOnBoth("swapped-", volume);
        assertThat(JournaledDatasets.journaled(node()))
                .containsAll(files.stream().map(Stored::key).toList());

        cluster.reconfigure(both.subList(0, 1));

        for (Stored each : files) {
            assertThat(JournaledDatasets.journaled(node()).contains(each.key()))
                    .as(each.name())
                    .isNotEqualTo(each.removed());
        }
        assertThat(JournalMarker.read(volume, JournalMarker.IN_USE)).isEmpty();
        assertThat(JournalMarker.read(both.get(0), JournalMarker.IN_USE)).isPresent();
        // A process exit without the volume: the journal is replayed without it.
        DiskImage.of(cluster, directory).boot();
        assertAll(files);
    }
}
