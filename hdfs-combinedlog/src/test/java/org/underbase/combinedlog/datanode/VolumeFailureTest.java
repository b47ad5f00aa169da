package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
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

/** A volume of a DataNode that runs fails, is taken out and is brought back, with the journal on a disk of its own. */
@Tag("cluster")
@Timeout(300)
class VolumeFailureTest extends JournaledFiles {
    private static final String DATA_DIR = "dfs.datanode.data.dir";

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

    /** As an operator's order does it. */
    private static void reconfigure(List<Path> dataDirectories) throws ReconfigurationException {
        String value = dataDirectories.stream().map(Path::toString).collect(Collectors.joining(","));
        assertThat(node().reconfigurePropertyImpl(DATA_DIR, value))
                .contains(dataDirectories.stream().map(Path::toString).toList());
    }

    /**
     * A disk that fails is found by several checks at once. One that waits for the volume's writers looks only every five
     * seconds whether another has taken it out meanwhile, and then takes out whatever volume is in that place.
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

    private record Stored(String name, BlockKey key, boolean goes) {}

    /** Files on both volumes. */
    private List<Stored> filesOnBoth(String prefix, Path goes) throws IOException {
        List<Stored> files = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String name = prefix + i;
            writeClosed(name, 30_000);
            files.add(new Stored(name, key(name), volumeOf(name).equals(goes)));
        }
        assertThat(files.stream().map(Stored::goes)).contains(true, false);
        return files;
    }

    private void assertAll(List<Stored> files) throws IOException {
        cluster.awaitNothingMissing();
        for (Stored each : files) {
            assertFile(each.name(), 30_000);
        }
    }

    @Test
    void aVolumeThatFailsCostsTheOthersNothingAndComesBackWithAllItHad() throws Exception {
        List<Path> both = DiskImage.dataDirectories(node().getConf());
        Path goes = both.get(1);
        List<Stored> files = filesOnBoth("failing-", goes);
        writeOpen("open-0", 20_000);
        writeOpen("open-1", 20_000);

        DataNodeTestUtils.injectDataDirFailure(goes.toFile());
        node().checkDiskErrorAsync(volume(goes));
        await().atMost(Duration.ofMinutes(1)).until(() -> node().getFSDataset().getNumFailedVolumes() == 1);
        awaitFailuresHandled();

        for (Stored each : files) {
            if (!each.goes()) {
                assertFile(each.name(), 30_000);
            }
        }
        // Segments that hold records of the volume that is gone are used again, too.
        long checkpoints = Figures.of(node(), "Checkpoints");
        long journaled = Figures.of(node(), "SyncsJournaled");
        writeClosed("meanwhile", longest());
        assertThat(Figures.of(node(), "SyncsJournaled")).isGreaterThan(journaled + 10);
        await().atMost(Duration.ofMinutes(1)).until(() -> Figures.of(node(), "Checkpoints") > checkpoints);
        assertThat(Figures.of(node(), "Working")).isEqualTo(1);

        reconfigure(both.subList(0, 1));
        assertThat(node().getFSDataset().getNumFailedVolumes()).isZero();
        DataNodeTestUtils.restoreDataDirFromFailure(goes.toFile());
        reconfigure(both);

        assertThat(Mark.read(goes, Mark.IN_USE)).isPresent();
        // One of them was on the volume: its writer is lost, and what it had synced is not.
        for (String name : List.of("open-0", "open-1")) {
            // A NameNode that knows of no replica of a file's only block drops the block.
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                cluster.mini().triggerBlockReports();
                return fs.getFileBlockLocations(path(name), 0, 1)[0].getNames().length == 1;
            });
            JournaledCluster.recoverLease(fs, path(name));
            assertFile(name, 20_000);
        }
        assertAll(files);
        assertFile("meanwhile", longest());
        writeOpen("open-later", 10_000);
        DiskImage.of(cluster, directory).boot();
        JournaledCluster.recoverLease(fs, path("open-later"));
        assertFile("open-later", 10_000);
        assertAll(files);
    }

    @Test
    void aVolumeThatIsTakenOutNeedsTheJournalNoMore() throws Exception {
        List<Path> both = DiskImage.dataDirectories(node().getConf());
        Path goes = both.get(1);
        List<Stored> files = filesOnBoth("swapped-", goes);
        assertThat(JournaledDatasets.journaled(node()))
                .containsAll(files.stream().map(Stored::key).toList());

        reconfigure(both.subList(0, 1));

        for (Stored each : files) {
            assertThat(JournaledDatasets.journaled(node()).contains(each.key()))
                    .as(each.name())
                    .isNotEqualTo(each.goes());
        }
        assertThat(Mark.read(goes, Mark.IN_USE)).isEmpty();
        assertThat(Mark.read(both.get(0), Mark.IN_USE)).isPresent();
        // The process ends while it is out: what the journal holds is replayed without it.
        DiskImage.of(cluster, directory).boot();
        assertAll(files);
    }
}
