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
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.StoppedDataNodes;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.block.ReplayProgress;
import org.underbase.combinedlog.conf.CombinedLogKeys;

/**
 * Traps of a journal in front of block files, by number, on a real DataNode: each is a way to lose or corrupt acknowledged bytes.
 * Trap 5 is in {@link BlockPoolsTest}; traps 7, 9 and 10 are in {@link DiskFailureTest}.
 */
@Tag("cluster")
class TrapsTest extends JournaledFiles {
    @TempDir
    static Path directory;

    private static JournaledCluster cluster;
    private static DistributedFileSystem fs;

    TrapsTest() {
        super(2014, 500_000);
    }

    @Override
    JournaledCluster cluster() {
        return cluster;
    }

    @BeforeAll
    static void start() throws IOException {
        Configuration conf = JournaledCluster.configuration();
        conf.set(CombinedLogKeys.DIR.name(), directory.resolve("journal").toString());
        cluster = JournaledCluster.start(conf, directory.resolve("cluster"), 1);
        fs = cluster.fs();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static DiskImage image() throws IOException {
        return DiskImage.of(cluster, directory);
    }

    @Override
    void assertFile(String name, int length) throws IOException {
        cluster.awaitNothingMissing();
        super.assertFile(name, length);
    }

    private void assertReplica(ExtendedBlock block, ReplicaState state, long length) {
        ReplicaInfo found = replica(block);
        assertThat(found.getState()).as(found.toString()).isEqualTo(state);
        assertThat(found.getNumBytes()).as(found.toString()).isEqualTo(length);
    }

    @Test
    void trap1ReplayKeepsHflushedBytesNewerThanTheJournal() throws IOException {
        FSDataOutputStream out = fs.create(path("ahead"));
        write(out, 0, 1_000);
        out.hsync();
        write(out, 1_000, 1_300);
        out.hflush();
        ExtendedBlock block = block("ahead");

        image().boot();

        assertReplica(block, ReplicaState.RWR, 1_300);
        assertRecovered("ahead", 1_300);
    }

    /** The old checksum of a partial chunk reached the disk, and newer bytes of the chunk as well. */
    @Test
    void trap1ReplayTruncatesBytesThatDoNotMatchTheChecksumsOnDisk() throws IOException {
        FSDataOutputStream out = fs.create(path("torn"));
        write(out, 0, 1_000);
        out.hsync();
        DiskImage atTheSync = image();
        write(out, 1_000, 1_300);
        out.hflush();
        ExtendedBlock block = block("torn");

        image().rollBackChecksums(block, atTheSync).boot();

        assertReplica(block, ReplicaState.RWR, 1_000);
        assertRecovered("torn", 1_000);
    }

    @Test
    void trap2ReplayKeepsATruncation() throws IOException {
        writeClosed("truncated", 3_000);
        ExtendedBlock before = block("truncated");
        DiskImage untruncated = image();
        fs.truncate(path("truncated"), 1_234);
        await().atMost(Duration.ofMinutes(1)).until(() -> fs.isFileClosed(path("truncated")));
        ExtendedBlock after = block("truncated");
        assertThat(after.getGenerationStamp()).isGreaterThan(before.getGenerationStamp());

        image().rollBack(after, untruncated).boot();

        assertReplica(after, ReplicaState.FINALIZED, 1_234);
        assertThat(replica(after).getGenerationStamp()).isEqualTo(after.getGenerationStamp());
        assertFile("truncated", 1_234);
    }

    @Test
    void trap2ReplayKeepsABumpedGenerationStamp() throws IOException {
        writeClosed("appended", 2_000);
        ExtendedBlock before = block("appended");
        DiskImage closed = image();
        FSDataOutputStream out = fs.append(path("appended"));
        write(out, 2_000, 2_100);
        out.hsync();
        ExtendedBlock after = block("appended");

        image().rollBack(after, closed).boot();

        assertReplica(after, ReplicaState.RWR, 2_100);
        assertThat(replica(after).getGenerationStamp()).isGreaterThan(before.getGenerationStamp());
        assertRecovered("appended", 2_100);
    }

    /** No byte was synced afterwards, so no data record contains the generation stamp. */
    @Test
    void trap2ReplayKeepsTheGenerationStampOfAnAppendWithoutHsync() throws IOException {
        writeClosed("reopened", 2_000);
        ExtendedBlock before = block("reopened");
        DiskImage closed = image();
        FSDataOutputStream out = fs.append(path("reopened"));
        write(out, 2_000, 2_100);
        out.hflush();

        image().rollBack(block("reopened"), closed).boot();

        assertReplica(before, ReplicaState.RWR, 2_000);
        assertThat(replica(before).getGenerationStamp()).isGreaterThan(before.getGenerationStamp());
        assertRecovered("reopened", 2_000);
    }

    /** The replica is not tracked, because its records were discarded by a checkpoint. */
    @Test
    void trap2ReplayKeepsTheGenerationStampOfAnAppendToAnUntrackedReplica() throws IOException {
        // A replica that was never synced is untracked like one whose records were discarded.
        try (FSDataOutputStream out = fs.create(path("forgotten"))) {
            write(out, 0, 2_000);
        }
        ExtendedBlock before = block("forgotten");
        DiskImage closed = image();
        FSDataOutputStream out = fs.append(path("forgotten"));
        write(out, 2_000, 2_100);
        out.hflush();

        image().rollBack(block("forgotten"), closed).boot();

        assertReplica(before, ReplicaState.RWR, 2_000);
        assertThat(replica(before).getGenerationStamp()).isGreaterThan(before.getGenerationStamp());
        assertRecovered("forgotten", 2_000);
    }

    @Test
    void trap3HflushedBytesBeforeAnHsyncAreInTheJournal() throws IOException {
        FSDataOutputStream out = fs.create(path("tail"));
        write(out, 0, 700);
        out.hflush();
        write(out, 700, 1_600);
        out.hflush();
        write(out, 1_600, 1_700);
        out.hsync();
        write(out, 1_700, 2_900);
        out.hflush();
        write(out, 2_900, 2_950);
        out.hsync();
        ExtendedBlock block = block("tail");

        image().lose(block).boot();

        assertReplica(block, ReplicaState.RWR, 2_950);
        assertRecovered("tail", 2_950);
    }

    /** After an oversized hsync, the next record starts at the fsync of the files. */
    @Test
    void trap3RecordStartsAtTheLastFsyncOfTheFiles() throws IOException {
        FSDataOutputStream out = fs.create(path("direct"));
        write(out, 0, 400_100);
        out.hsync();
        DiskImage fsynced = image();
        write(out, 400_100, 400_200);
        out.hflush();
        write(out, 400_200, 401_000);
        out.hsync();
        ExtendedBlock block = block("direct");

        image().rollBack(block, fsynced).boot();

        assertReplica(block, ReplicaState.RWR, 401_000);
        assertRecovered("direct", 401_000);
    }

    @Test
    void trap4SavedReplicaListIsIgnoredIfTheJournalIsNotEmpty() throws IOException {
        writeClosed("listed", 1_000);
        DataNodeProperties stopped = cluster.stopOnly();
        Map<Path, byte[]> lists = savedLists(DiskImage.dataDirectories(StoppedDataNodes.configuration(stopped)));
        assertThat(lists).isNotEmpty();
        cluster.restart(stopped);
        FSDataOutputStream out = fs.create(path("unlisted"));
        write(out, 0, 5_000);
        out.hsync();
        ExtendedBlock block = block("unlisted");
        DiskImage image = image().lose(block);
        for (Map.Entry<Path, byte[]> each : lists.entrySet()) {
            image.add(each.getKey(), each.getValue());
        }

        image.boot();

        assertReplica(block, ReplicaState.RWR, 5_000);
        assertRecovered("unlisted", 5_000);
        assertFile("listed", 1_000);
    }

    private static Map<Path, byte[]> savedLists(List<Path> dataDirectories) throws IOException {
        Map<Path, byte[]> lists = new TreeMap<>();
        for (Path each : dataDirectories) {
            try (Stream<Path> all = Files.walk(each)) {
                for (Path file : all.filter(any -> any.getFileName().toString().equals("replicas"))
                        .toList()) {
                    lists.put(file, Files.readAllBytes(file));
                }
            }
        }
        return lists;
    }

    @Test
    void trap6StockDataNodeWithoutAReplayLosesNothingAndInvalidatesTheRecords() throws IOException {
        writeClosed("closed", 3_000);
        FSDataOutputStream out = fs.create(path("open"));
        write(out, 0, 2_345);
        out.hsync();

        DataNode stock = image().bootStock();

        assertThat(stock.getFSDataset().getClass().getSimpleName()).isEqualTo("FsDatasetImpl");
        assertRecovered("open", 2_345);
        assertFile("closed", 3_000);

        // Its replicas are newer than the journal, which therefore must not be replayed.
        DataNodeProperties stopped = cluster.stopOnly();
        Configuration conf = StoppedDataNodes.configuration(stopped);
        conf.set("dfs.datanode.fsdataset.factory", JournaledDatasetFactory.class.getName());
        Path journal = Path.of(CombinedLogKeys.DIR.text(conf));
        List<Path> dataDirectories = DiskImage.dataDirectories(conf);
        assertThatThrownBy(() -> OfflineReplay.run(
                        journal, dataDirectories, new Configuration(false), false, ReplayProgress.NONE))
                .hasMessageContaining("a DataNode without the combined log has run on the block pool");
        assertThat(cluster.mini().restartDataNode(stopped, true)).isTrue();
        DataNode rejected = cluster.node(0);
        await().atMost(Duration.ofMinutes(1)).until(() -> !rejected.isDatanodeUp());

        // The action in the message.
        DataNodeProperties again = cluster.stopOnly();
        DiskImage.delete(journal);
        for (Path each : dataDirectories) {
            Files.delete(each.resolve(JournalMarker.IN_USE));
        }
        cluster.restart(again);
        assertFile("open", 2_345);
        assertFile("closed", 3_000);
    }

    @Test
    void trap8RejectedDeletionKeepsTheRecords() throws IOException {
        writeClosed("kept", 4_000);
        ExtendedBlock block = block("kept");
        for (long other : new long[] {-1, 1}) {
            Block wrong = new Block(block.getBlockId(), block.getNumBytes(), block.getGenerationStamp() + other);
            assertThatThrownBy(() ->
                            cluster.node(0).getFSDataset().invalidate(block.getBlockPoolId(), new Block[] {wrong}))
                    .hasMessageContaining("GenerationStamp not matched");
        }

        // This hsync commits all earlier records.
        writeClosed("later", 1_000);

        image().lose(block).boot();

        assertReplica(block, ReplicaState.FINALIZED, 4_000);
        assertFile("kept", 4_000);
    }

    @Test
    void trap8ReplayDoesNotRestoreADeletedReplica() throws IOException {
        writeClosed("deleted", 4_000);
        ExtendedBlock block = block("deleted");
        fs.delete(path("deleted"), false);
        await().atMost(Duration.ofMinutes(1)).until(() -> DiskImage.filesOf(directory.resolve("cluster"), block)
                .isEmpty());
        writeClosed("after", 1_000);

        DataNode booted = image().boot();

        assertThat(booted.getFSDataset().contains(block)).isFalse();
        assertThat(DiskImage.filesOf(directory.resolve("cluster"), block)).isEmpty();
        assertFile("after", 1_000);
    }

    /** A deletion is acknowledged before its record is on disk: like in stock HDFS, a crash may restore the replica. */
    @Test
    void trap8ReplicaRestoredByACrashAfterItsDeletionIsDeletedAgain() throws IOException {
        ExtendedBlock block = writeClosed("restored", 4_000);
        DiskImage undeleted = image();
        fs.delete(path("restored"), false);

        DataNode booted = undeleted.boot();

        await().atMost(Duration.ofMinutes(1)).until(() -> !booted.getFSDataset().contains(block));
        cluster.awaitNothingMissing();
    }
}
