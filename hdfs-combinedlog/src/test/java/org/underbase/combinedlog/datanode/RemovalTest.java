package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.StoppedDataNodes;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.block.ReplayProgress;
import org.underbase.combinedlog.block.ReplayReport;

/** Removal of the combined log: after a clean stop, and by an offline replay after a process exit. */
@Tag("cluster")
class RemovalTest {
    private static final org.apache.hadoop.fs.Path CLOSED = new org.apache.hadoop.fs.Path("/closed");
    private static final org.apache.hadoop.fs.Path OPEN = new org.apache.hadoop.fs.Path("/open");
    private static final int SYNCED = 123_457;

    @TempDir
    private Path directory;

    private JournaledCluster cluster;
    private DistributedFileSystem fs;
    private final byte[] bytes = Bytes.of(42, 300_000);

    @BeforeEach
    void start() throws IOException {
        cluster = JournaledCluster.start(JournaledCluster.configuration(), directory.resolve("cluster"), 1);
        fs = cluster.fs();
        try (FSDataOutputStream out = fs.create(CLOSED)) {
            out.write(bytes, 0, 1000);
            out.hsync();
            for (int at = 1000; at < bytes.length; at += 50_000) {
                out.write(bytes, at, Math.min(50_000, bytes.length - at));
                out.hsync();
            }
        }
        FSDataOutputStream out = fs.create(OPEN);
        out.write(bytes, 0, SYNCED);
        out.hsync();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private List<Path> dataDirs() {
        List<Path> result = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            result.add(cluster.mini().getStorageDir(0, i).toPath());
        }
        return result;
    }

    private void restartStock(DataNodeProperties stopped) throws IOException {
        StoppedDataNodes.configuration(stopped).set("dfs.datanode.fsdataset.factory", FsDatasetFactory.class.getName());
        assertThat(cluster.mini().restartDataNode(stopped, true)).isTrue();
        cluster.mini().waitActive();
        assertThat(cluster.node(0).getFSDataset().getClass().getSimpleName()).isEqualTo("FsDatasetImpl");
        Bytes.assertFile(fs, CLOSED, bytes);
        await().atMost(Duration.ofMinutes(1)).until(() -> fs.recoverLease(OPEN));
        assertThat(fs.getFileStatus(OPEN).getLen()).isEqualTo(SYNCED);
        Bytes.assertFile(fs, OPEN, java.util.Arrays.copyOf(bytes, SYNCED));
    }

    @Test
    void stockDataNodeReadsAllBytesAfterACleanStop() throws IOException {
        List<Path> dirs = dataDirs();
        assertThat(dirs).allMatch(dir -> Files.exists(dir.resolve(JournalMarker.IN_USE)));
        DataNodeProperties stopped = cluster.stopOnly();
        assertThat(dirs).noneMatch(dir -> Files.exists(dir.resolve(JournalMarker.IN_USE)));
        restartStock(stopped);
    }

    @Test
    void offlineReplayRestoresBytesLostInAPowerFailure() throws IOException {
        ExtendedBlock closed = DFSTestUtil.getFirstBlock(fs, CLOSED);
        ExtendedBlock open = DFSTestUtil.getFirstBlock(fs, OPEN);
        // A copy of the directories, as a process exit leaves them.
        List<Path> originals = dataDirs();
        List<Path> copies = new ArrayList<>();
        for (int i = 0; i < originals.size(); i++) {
            Path copy = directory.resolve("copy-" + i);
            DiskImage.copy(originals.get(i), copy);
            copies.add(copy);
        }
        // One replica lost its last bytes, the other is missing.
        for (Path copy : copies) {
            for (Path file : DiskImage.filesOf(copy, closed)) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(file.toString().endsWith(".meta") ? 11 : 700);
                }
            }
            for (Path file : DiskImage.filesOf(copy, open)) {
                Files.delete(file);
            }
        }
        DataNodeProperties stopped = cluster.stopOnly();
        Path journal = Files.exists(copies.get(0).resolve("combinedlog"))
                ? copies.get(0).resolve("combinedlog")
                : copies.get(1).resolve("combinedlog");
        // The markers name the original directory.
        for (Path copy : copies) {
            JournalMarker marker =
                    JournalMarker.read(copy, JournalMarker.IN_USE).orElseThrow();
            JournalMarker.of(marker.journal(), marker.sequence(), journal.toRealPath())
                    .write(copy, JournalMarker.IN_USE);
        }

        ReplayReport report = OfflineReplay.run(journal, copies, new Configuration(false), true, ReplayProgress.NONE);

        assertThat(report.created()).as(report.toString()).isEqualTo(1);
        assertThat(report.repaired()).as(report.toString()).isEqualTo(1);
        assertThat(report.corruptCount()).isZero();
        assertThat(journal).doesNotExist();
        StoppedDataNodes.configuration(stopped)
                .set(
                        "dfs.datanode.data.dir",
                        "[DISK]" + copies.get(0).toUri() + ",[DISK]"
                                + copies.get(1).toUri());
        restartStock(stopped);
    }

    @Test
    void offlineReplayRejectsTheDirectoriesOfARunningDataNode() {
        Path journal = dataDirs().get(0).resolve("combinedlog");
        assertThatThrownBy(() ->
                        OfflineReplay.run(journal, dataDirs(), new Configuration(false), false, ReplayProgress.NONE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("in use");
    }
}
