package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;
import org.apache.hadoop.hdfs.server.datanode.DataNodeLayoutVersion;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.block.ReplayProgress;
import org.underbase.combinedlog.block.ReplayReport;

/** Upgrades, rollbacks, finalized upgrades and rolling upgrades of HDFS around an unclean stop of the DataNode. */
@Tag("cluster")
@Timeout(300)
class UpgradeTest extends JournaledFiles {
    private static final String COMMAND = "run `underbase combinedlog replay`";

    @TempDir
    private Path directory;

    private JournaledCluster cluster;

    UpgradeTest() {
        super(202, 80_000);
    }

    @Override
    JournaledCluster cluster() {
        return cluster;
    }

    @BeforeEach
    void start() throws IOException {
        cluster = JournaledCluster.start(JournaledCluster.configuration(), directory.resolve("cluster"), 1);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private List<Path> dataDirectories() {
        return List.of(
                cluster.mini().getInstanceStorageDir(0, 0).toPath(),
                cluster.mini().getInstanceStorageDir(0, 1).toPath());
    }

    /** Returns the directories with the state before an upgrade. */
    private List<Path> previous() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path each : dataDirectories()) {
            for (String pool : DataDirectory.pools(each)) {
                Path previous = DataDirectory.replicas(each, pool).resolveSibling("previous");
                if (Files.exists(previous)) {
                    found.add(previous);
                }
            }
        }
        return found;
    }

    private ReplayReport replay() throws IOException {
        ReplayReport report = OfflineReplay.run(
                dataDirectories().get(0).resolve("combinedlog"),
                dataDirectories(),
                new Configuration(false),
                false,
                ReplayProgress.NONE);
        assertThat(report.complete()).as(report.toString()).isTrue();
        return report;
    }

    private void upgradeNameNode() throws IOException {
        cluster.mini().restartNameNode(0, false, "-upgrade");
    }

    /** Upgrades the NameNode and then the DataNode, after a clean stop. */
    private void upgrade() throws IOException {
        DataNodeProperties stopped = cluster.stopOnly();
        upgradeNameNode();
        cluster.restart(stopped);
        assertThat(previous()).hasSize(2);
    }

    private void append(String name, int from, int to) throws IOException {
        // A DataNode that has just started may not have reported its blocks.
        await().atMost(Duration.ofMinutes(1))
                .until(() -> cluster.fs()
                                .getFileBlockLocations(path(name), from - 1, 1)[0]
                                .getHosts()
                                .length
                        > 0);
        FSDataOutputStream out = cluster.fs().append(path(name));
        sync(out, from, to);
    }

    private void awaitTrash(ExtendedBlock block) {
        await().atMost(Duration.ofMinutes(1))
                .until(() -> cluster.node(0).getFSDataset().trashEnabled(block.getBlockPoolId()));
    }

    @Test
    void upgradeAfterAPowerFailureIsRejectedBeforeItLinksFilesUntilTheJournalIsEmpty() throws IOException {
        writeClosed("closed", 50_000);
        writeOpen("open", 12_345);
        DiskImage image = DiskImage.of(cluster, directory);
        ExtendedBlock lost = block("closed");
        DataNodeProperties stopped = image.lose(lost).lose(block("open")).install();
        upgradeNameNode();

        assertThat(cluster.reject(stopped))
                .contains("cannot upgrade the block pool BP-", " from cTime ", "synced bytes", COMMAND);

        assertThat(previous()).isEmpty();
        stopped = cluster.stopOnly();
        assertThat(replay().created()).isEqualTo(2);
        cluster.restart(stopped);
        assertThat(previous()).hasSize(2);
        assertRecovered("open", 12_345);
        assertFile("closed", 50_000);
        // The preserved state contains the bytes as well.
        assertThat(DiskImage.filesOf(previous().get(0), lost).size()
                        + DiskImage.filesOf(previous().get(1), lost).size())
                .isEqualTo(2);
    }

    @Test
    void rollbackAfterACrashIsRejectedUntilTheJournalIsEmpty() throws IOException {
        writeClosed("kept", 50_000);
        upgrade();
        append("kept", 50_000, 60_000);
        writeClosed("later", 30_000);
        ExtendedBlock later = block("later");
        DataNodeProperties stopped = DiskImage.of(cluster, directory).install();
        cluster.mini().shutdownNameNode(0);
        assertThat(NameNode.doRollback(cluster.mini().getConfiguration(0), false))
                .as("aborted")
                .isFalse();
        cluster.mini().restartNameNode(0, false);
        stopped.setDnArgs("-rollback");

        assertThat(cluster.reject(stopped)).contains("cannot roll back the data directories", COMMAND);

        assertThat(previous()).hasSize(2);
        stopped = cluster.stopOnly();
        replay();
        stopped.setDnArgs("-rollback");
        cluster.restart(stopped);
        assertThat(previous()).isEmpty();
        cluster.awaitNothingMissing();
        assertFile("kept", 50_000);
        assertThat(cluster.fs().exists(path("later"))).isFalse();
        assertThat(cluster.node(0).getFSDataset().contains(later)).isFalse();
    }

    @Test
    void replayAfterAFinalizedUpgradeRestoresTheLostBytes() throws IOException {
        writeClosed("before", 50_000);
        upgrade();
        append("before", 50_000, 60_000);
        DiskImage upgraded = DiskImage.of(cluster, directory);
        assertThat(Files.exists(previous().get(0))).isTrue();
        cluster.fs().finalizeUpgrade();
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            // The NameNode answers a block report with the command to finalize.
            cluster.mini().triggerBlockReports();
            return previous().isEmpty()
                    && DiskImage.walk(directory.resolve("cluster")).stream()
                            .noneMatch(each -> each.endsWith("finalized.tmp"));
        });
        writeOpen("open", 12_345);
        ExtendedBlock block = block("open");

        DiskImage.of(cluster, directory).lose(block).boot();

        assertRecovered("open", 12_345);
        assertRecovered("before", 60_000);
        // The files that the upgrade linked are unchanged in the state before it.
        assertThat(upgraded.files(block("before")))
                .filteredOn(file -> file.toString().contains("/previous/")
                        && !file.toString().endsWith(".meta"))
                .singleElement()
                .satisfies(file -> assertThat(Files.size(file)).isEqualTo(50_000));
    }

    @Test
    void crashInARollingUpgradeIsReplayedAndItsRollbackRequiresAnEmptyJournal() throws IOException {
        ExtendedBlock deleted = writeClosed("deleted", 20_000);
        writeClosed("kept", 50_000);
        cluster.fs().setSafeMode(SafeModeAction.ENTER);
        cluster.fs().rollingUpgrade(RollingUpgradeAction.PREPARE);
        cluster.fs().setSafeMode(SafeModeAction.LEAVE);
        awaitTrash(deleted);
        cluster.fs().delete(path("deleted"), false);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> !cluster.node(0).getFSDataset().contains(deleted));
        writeOpen("open", 12_345);

        DiskImage.of(cluster, directory).lose(block("open")).boot();

        assertRecovered("open", 12_345);
        writeClosed("later", 30_000);
        DataNodeProperties stopped = DiskImage.of(cluster, directory).install();
        cluster.mini().restartNameNode(0, false, "-rollingUpgrade", "rollback");
        stopped.setDnArgs("-rollback");
        assertThat(cluster.reject(stopped)).contains("cannot roll back the data directories", COMMAND);
        stopped = cluster.stopOnly();
        replay();
        stopped.setDnArgs("-rollback");
        cluster.restart(stopped);
        cluster.awaitNothingMissing();
        assertFile("deleted", 20_000);
        assertFile("kept", 50_000);
        assertThat(cluster.fs().exists(path("later"))).isFalse();
    }

    /** A DataNode with an older layout: this release upgrades its directories. */
    @Test
    void layoutUpgradeRequiresAnEmptyJournal() throws IOException {
        writeClosed("closed", 50_000);
        DataNodeProperties stopped = DiskImage.of(cluster, directory).install();
        int layout = DataNodeLayoutVersion.getCurrentLayoutVersion();
        for (Path each : dataDirectories()) {
            setLayout(each, layout + 1);
        }

        assertThat(cluster.reject(stopped))
                .contains(
                        "cannot upgrade the block pool BP-", " from layout " + (layout + 1) + " to " + layout, COMMAND);

        assertThat(previous()).isEmpty();
        stopped = cluster.stopOnly();
        for (Path each : dataDirectories()) {
            setLayout(each, layout);
        }
        replay();
        for (Path each : dataDirectories()) {
            setLayout(each, layout + 1);
        }
        cluster.restart(stopped);
        cluster.awaitNothingMissing();
        assertFile("closed", 50_000);
        for (Path each : dataDirectories()) {
            for (String pool : DataDirectory.pools(each)) {
                assertThat(DataDirectory.state(each, pool).orElseThrow().layoutVersion())
                        .isEqualTo(layout);
            }
        }
    }

    private static void setLayout(Path dataDirectory, int layout) throws IOException {
        try (Stream<Path> files = Files.walk(dataDirectory)) {
            for (Path file : files.filter(each -> each.endsWith("VERSION")).toList()) {
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                Files.writeString(
                        file,
                        text.replaceAll("layoutVersion=-[0-9]+", "layoutVersion=" + layout),
                        StandardCharsets.ISO_8859_1);
            }
        }
    }
}
