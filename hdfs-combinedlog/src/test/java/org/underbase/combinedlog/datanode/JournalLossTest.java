package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.StoppedDataNodes;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.conf.CombinedLogKeys;

/** Starts of a DataNode without the disk of its journal, and the removal of that disk's volume. */
@Tag("cluster")
@Timeout(300)
class JournalLossTest extends JournaledFiles {
    private static final String DATA_DIR = "dfs.datanode.data.dir";

    @TempDir
    private Path directory;

    private JournaledCluster cluster;

    JournalLossTest() {
        super(211, 50_000);
    }

    @Override
    JournaledCluster cluster() {
        return cluster;
    }

    private void start(Configuration conf) throws IOException {
        conf.setInt("dfs.datanode.failed.volumes.tolerated", 1);
        cluster = JournaledCluster.start(conf, directory.resolve("cluster"), 1);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private long metric(String name) {
        return NodeMetrics.of(cluster.node(0), name);
    }

    private List<Path> dataDirectories() {
        return List.of(
                cluster.mini().getInstanceStorageDir(0, 0).toPath(),
                cluster.mini().getInstanceStorageDir(0, 1).toPath());
    }

    private void assertDirectSyncs(String name) throws IOException {
        assertThat(metric("JournalActive")).isZero();
        assertThat(cluster.node(0).getFSDataset().getClass().getSimpleName()).isEqualTo("DirectDataset");
        writeClosed(name, 20_000);
        assertFile(name, 20_000);
    }

    @Test
    void dataNodeStartsWithTheDeadDiskOfAnInvalidatedJournal() throws IOException {
        Path journal = directory.resolve("journal");
        Configuration conf = JournaledCluster.configuration();
        conf.set(CombinedLogKeys.DIR.name(), journal.toString());
        try (JournalDisk disk = JournalDisk.install()) {
            start(conf);
            writeClosed("before", 20_000);
            FSDataOutputStream out = writeOpen("open", 10_000);
            disk.fail(true);
            sync(out, 10_000, 11_000);
            assertThat(metric("JournalActive")).isZero();

            DiskImage.of(cluster, directory).boot();

            assertDirectSyncs("direct");
            assertRecovered("open", 11_000);
            disk.repair();
            // The disk is replaced by one that is not mounted.
            DataNodeProperties stopped = cluster.stopOnly();
            Path aside = directory.resolve("aside");
            Files.move(journal, aside);
            Files.createFile(journal);
            cluster.restart(stopped);
            assertDirectSyncs("unmounted");

            stopped = rejectDurableHflush(cluster.stopOnly());
            Files.delete(journal);
            Files.move(aside, journal);
            cluster.restart(stopped);
        }
        assertThat(metric("JournalActive")).isEqualTo(1);
        cluster.awaitNothingMissing();
        long journaled = metric("SyncsJournaled");
        writeClosed("after", 10_000);
        assertThat(metric("SyncsJournaled")).isGreaterThan(journaled);
        for (String name : List.of("before", "direct", "unmounted")) {
            assertFile(name, 20_000);
        }
        for (Path each : dataDirectories()) {
            assertThat(JournalMarker.read(each, JournalMarker.INVALID)).isEmpty();
        }
    }

    /** A DataNode without a journal would acknowledge an hflush before its bytes are on disk. */
    private DataNodeProperties rejectDurableHflush(DataNodeProperties stopped) throws IOException {
        String key = CombinedLogKeys.DURABLE_HFLUSH.name();
        StoppedDataNodes.configuration(stopped).set(key, "NVDIMM");
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(JournaledDatasetFactory.class));
        assertThat(cluster.mini().restartDataNode(stopped, true)).isTrue();
        DataNode rejected = cluster.node(0);
        await().atMost(Duration.ofMinutes(1)).until(() -> !rejected.isDatanodeUp());
        log.stopCapturing();
        assertThat(log.getOutput()).contains("prevents the start of the DataNode", "unset " + key);
        DataNodeProperties again = cluster.stopOnly();
        StoppedDataNodes.configuration(again).unset(key);
        return again;
    }

    private static List<Path> blockFiles(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(each -> each.getFileName().toString().matches("blk_[0-9]+"))
                    .toList();
        }
    }

    private boolean isOn(Path dataDirectory, String name) throws IOException {
        return Path.of(replica(block(name)).getVolume().getStorageLocation().getUri())
                .equals(dataDirectory);
    }

    @Test
    void lossOfTheDataDirectoryWithTheJournalIsToleratedLikeThatOfAnother() throws IOException {
        start(JournaledCluster.configuration());
        Path lost = dataDirectories().get(0);
        Path left = dataDirectories().get(1);
        assertThat(lost.resolve("combinedlog")).isDirectory();
        for (int i = 0; i < 2; i++) {
            writeClosed("closed-" + i, 20_000);
        }
        for (int i = 0; i < 2; i++) {
            writeOpen("open-" + i, 10_000);
        }
        String closed = isOn(left, "closed-0") ? "closed-0" : "closed-1";
        String open = isOn(left, "open-0") ? "open-0" : "open-1";
        assertThat(isOn(left, closed) && isOn(left, open)).isTrue();
        ExtendedBlock written = block(open);
        DataNodeProperties stopped = DiskImage.of(cluster, directory).install();
        Path aside = directory.resolve("aside");
        Files.move(lost, aside);
        Files.createFile(lost);
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(LostJournal.class));

        DataNode node = cluster.restart(stopped);

        log.stopCapturing();
        assertThat(log.getOutput())
                .contains("The journal in " + lost.resolve("combinedlog") + " is lost with the failed data directory "
                        + lost);
        assertThat(metric("JournalActive")).isEqualTo(1);
        assertThat(left.resolve("combinedlog")).isDirectory();
        assertFile(closed, 20_000);
        // Nothing proves that this replica contains all synced bytes.
        assertThat(node.getFSDataset().contains(written)).isFalse();
        assertThat(blockFiles(left))
                .filteredOn(each -> each.getFileName().toString().equals(written.getBlockName()))
                .singleElement()
                .satisfies(each ->
                        assertThat(each.getParent().getFileName().toString()).startsWith("combinedlog.lost-"));

        // The disk returns with its outdated journal.
        writeOpen("later", 5_000);
        stopped = DiskImage.of(cluster, directory).install();
        Files.delete(lost);
        Files.move(aside, lost);
        assertThat(cluster.reject(stopped))
                .contains("synced bytes of " + left + " may be in the journal in " + left.resolve("combinedlog"));
        stopped = cluster.stopOnly();
        Files.delete(lost.resolve(JournalMarker.IN_USE));
        cluster.restart(stopped);
        assertRecovered("later", 5_000);
        for (int i = 0; i < 2; i++) {
            assertFile("closed-" + i, 20_000);
        }
    }

    /** After a clean stop, no data directory names a journal. */
    @Test
    void journalOfAnEarlierTimeIsNotReplayed() throws IOException {
        start(JournaledCluster.configuration());
        writeClosed("before", 20_000);
        Path journal = dataDirectories().get(0).resolve("combinedlog");
        DataNodeProperties stopped = DiskImage.of(cluster, directory).install();
        Path earlier = directory.resolve("earlier");
        DiskImage.copy(journal, earlier);
        cluster.restart(stopped);
        stopped = cluster.stopOnly();
        // The DataNode creates another journal.
        DiskImage.delete(journal);
        cluster.restart(stopped);
        stopped = cluster.stopOnly();
        StoppedDataNodes.configuration(stopped).set(CombinedLogKeys.DIR.name(), earlier.toString());

        assertThat(cluster.reject(stopped)).contains("a DataNode with another journal has run on the block pool BP-");

        stopped = cluster.stopOnly();
        StoppedDataNodes.configuration(stopped).unset(CombinedLogKeys.DIR.name());
        cluster.restart(stopped);
        assertFile("before", 20_000);
    }

    private void reconfigure(List<Path> dataDirectories) throws ReconfigurationException {
        cluster.node(0)
                .reconfigurePropertyImpl(
                        DATA_DIR, dataDirectories.stream().map(Path::toString).collect(Collectors.joining(",")));
    }

    @Test
    void volumeWithTheJournalIsNotRemoved() throws Exception {
        start(JournaledCluster.configuration());
        List<Path> both = DiskImage.dataDirectories(cluster.node(0).getConf());
        writeClosed("before", 20_000);

        assertThatThrownBy(() -> reconfigure(both.subList(1, 2)))
                .rootCause()
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(
                        "cannot remove " + both.get(0) + ": it contains the journal in ", CombinedLogKeys.DIR.name());

        assertThat(metric("JournalActive")).isEqualTo(1);
        reconfigure(both);
        assertThat(JournalMarker.read(both.get(0), JournalMarker.IN_USE)).isPresent();
        writeClosed("after", 20_000);
        assertFile("before", 20_000);
        assertFile("after", 20_000);
        // The other volume can be removed.
        reconfigure(both.subList(0, 1));
        await().atMost(Duration.ofMinutes(1)).until(() -> JournalMarker.read(both.get(1), JournalMarker.IN_USE)
                .isEmpty());
        DataNodeProperties stopped = cluster.stopOnly();
        assertThat(StoppedDataNodes.configuration(stopped).get(DATA_DIR))
                .contains(both.get(0).toString());
    }
}
