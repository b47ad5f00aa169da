package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs.BlockReportReplica;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides;
import org.apache.hadoop.hdfs.server.datanode.DataNodeInsides.Scanned;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasets;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.block.BlockKey;

/** Semantics of HDFS for replicas whose synced bytes are only in the journal, and after a replay. */
@Tag("cluster")
@Timeout(300)
class SemanticsTest extends JournaledFiles {
    @TempDir
    static Path directory;

    private static JournaledCluster cluster;
    private static DistributedFileSystem fs;

    SemanticsTest() {
        super(25, 100_000);
    }

    @Override
    JournaledCluster cluster() {
        return cluster;
    }

    @BeforeAll
    static void start() throws IOException {
        Configuration conf = JournaledCluster.configuration();
        conf.set(
                "dfs.block.local-path-access.user",
                UserGroupInformation.getCurrentUser().getShortUserName());
        cluster = JournaledCluster.start(
                new MiniDFSCluster.Builder(conf, directory.resolve("cluster").toFile())
                        .numDataNodes(1)
                        .storagesPerDatanode(2)
                        .storageTypes(new StorageType[] {StorageType.DISK, StorageType.SSD}));
        fs = cluster.fs();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static DiskImage image() throws IOException {
        return DiskImage.of(cluster, directory);
    }

    /** Visibility of hflushed bytes. */
    @Test
    void hflushedBytesAreVisibleWithoutARecord() throws IOException {
        FSDataOutputStream out = fs.create(path("flushed"));
        for (int at = 0; at < 10_000; at += 1_111) {
            write(out, at, at + 1_111);
            out.hflush();
            int length = at + 1_111;
            assertThat(cluster.node(0).getFSDataset().getReplicaVisibleLength(block("flushed")))
                    .isEqualTo(length);
            Bytes.assertFile(fs, path("flushed"), bytes(length));
            // Only this replica: deletions of earlier tests may add records at any time.
            assertThat(JournaledDatasets.journaled(cluster.node(0))).doesNotContain(key(block("flushed")));
        }
        out.close();
        assertThat(JournaledDatasets.journaled(cluster.node(0))).doesNotContain(key(block("flushed")));
    }

    /** Durability of an acknowledged hsync. */
    @Test
    void acknowledgedHsyncSurvivesAPowerFailureWithGenerationStampAndState() throws IOException {
        ExtendedBlock closed = writeClosed("cut-closed", 7_777);
        writeOpen("cut-open", 8_888);
        ExtendedBlock open = block("cut-open");
        long closedStamp = replica(closed).getGenerationStamp();
        long openStamp = replica(open).getGenerationStamp();

        image().lose(closed).lose(open).boot();

        assertThat(replica(closed).getState()).isEqualTo(ReplicaState.FINALIZED);
        assertThat(replica(closed).getGenerationStamp()).isEqualTo(closedStamp);
        assertThat(replica(open).getState()).isEqualTo(ReplicaState.RWR);
        assertThat(replica(open).getGenerationStamp()).isEqualTo(openStamp);
        cluster.awaitNothingMissing();
        assertFile("cut-closed", 7_777);
        JournaledCluster.recoverLease(fs, path("cut-open"));
        assertFile("cut-open", 8_888);
    }

    /** Replica state after a restart. Bytes after the last chunk that matches its checksum were never acknowledged. */
    @Test
    void openReplicaIsRwrAfterARestartWithTheLengthOfItsValidChecksums() throws IOException {
        FSDataOutputStream out = writeOpen("rwr", 5_000);
        write(out, 5_000, 6_000);
        out.hflush();
        ExtendedBlock block = block("rwr");
        DiskImage image = image();
        for (Path file : image.files(block)) {
            if (file.getFileName().toString().equals(block.getBlockName())) {
                Files.write(file, Bytes.of(99, 600), StandardOpenOption.APPEND);
            }
        }

        image.boot();

        assertThat(replica(block).getState()).isEqualTo(ReplicaState.RWR);
        // Complete chunks of hflushed bytes; the partial last chunk and the appended bytes match no checksum.
        int length = 11 * 512;
        assertThat(replica(block).getNumBytes()).isEqualTo(length);
        JournaledCluster.recoverLease(fs, path("rwr"));
        assertFile("rwr", length);
    }

    /** Block reports. */
    @Test
    void blockReportAfterAReplayContainsStatesLengthsAndGenerationStamps() throws IOException {
        ExtendedBlock closed = writeClosed("reported-closed", 4_321);
        writeOpen("reported-open", 1_234);
        ExtendedBlock open = block("reported-open");

        image().lose(closed).lose(open).boot();

        Map<Long, BlockReportReplica> reported = new HashMap<>();
        for (BlockListAsLongs each : cluster.node(0)
                .getFSDataset()
                .getBlockReports(closed.getBlockPoolId())
                .values()) {
            for (BlockReportReplica replica : each) {
                // The report reuses one object for all replicas.
                assertThat(reported.put(replica.getBlockId(), new BlockReportReplica(replica)))
                        .as("reported twice")
                        .isNull();
            }
        }
        BlockReportReplica finalized = reported.get(closed.getBlockId());
        assertThat(finalized.getState()).isEqualTo(ReplicaState.FINALIZED);
        assertThat(finalized.getBytesOnDisk()).isEqualTo(4_321);
        assertThat(finalized.getGenerationStamp()).isEqualTo(closed.getGenerationStamp());
        BlockReportReplica waiting = reported.get(open.getBlockId());
        assertThat(waiting.getState()).isEqualTo(ReplicaState.RWR);
        assertThat(waiting.getBytesOnDisk()).isEqualTo(1_234);
        assertThat(waiting.getGenerationStamp()).isEqualTo(open.getGenerationStamp());
        JournaledCluster.recoverLease(fs, path("reported-open"));
        cluster.awaitNothingMissing();
    }

    /** Block scanner and directory scanner. */
    @Test
    void scannersAcceptReplicasThatAreNotCheckpointed() throws IOException {
        ExtendedBlock closed = writeClosed("scanned", 9_999);
        writeOpen("scanned-open", 5_555);
        assertThat(JournaledDatasets.journaled(cluster.node(0))).contains(key(closed));
        assertScannersAccept(closed);

        image().lose(closed).boot();

        assertScannersAccept(closed);
        JournaledCluster.recoverLease(fs, path("scanned-open"));
        assertFile("scanned-open", 5_555);

        // Control: the scanners detect a replica with a wrong byte, and one without checksums.
        ExtendedBlock corrupt = writeClosed("corrupt", 9_999);
        Path data = Path.of(replica(corrupt).getBlockURI());
        byte[] content = Files.readAllBytes(data);
        content[777] ^= 1;
        Files.write(data, content);
        long errors = scanned(corrupt).errors();
        DataNodeInsides.scanSoon(cluster.node(0), replica(corrupt).getStorageUuid(), corrupt);
        await().atMost(Duration.ofMinutes(1)).until(() -> scanned(corrupt).errors() > errors);
        ExtendedBlock bare = writeClosed("bare", 100);
        Files.delete(Path.of(replica(bare).getMetadataURI()));
        assertThat(DataNodeInsides.directoryDifferences(cluster.node(0), bare.getBlockPoolId()))
                .isPositive();
        fs.delete(path("corrupt"), false);
        fs.delete(path("bare"), false);
        cluster.awaitNothingMissing();
    }

    private static BlockKey key(ExtendedBlock block) {
        return new BlockKey(block.getBlockPoolId(), block.getBlockId());
    }

    private Scanned scanned(ExtendedBlock block) {
        return DataNodeInsides.scanned(cluster.node(0), replica(block).getStorageUuid());
    }

    private void assertScannersAccept(ExtendedBlock block) throws IOException {
        DataNode node = cluster.node(0);
        assertThat(DataNodeInsides.directoryDifferences(node, block.getBlockPoolId()))
                .isZero();
        Scanned before = scanned(block);
        DataNodeInsides.scanSoon(node, replica(block).getStorageUuid(), block);
        await().atMost(Duration.ofMinutes(1)).until(() -> scanned(block).blocks() > before.blocks());
        assertThat(scanned(block).errors()).isEqualTo(before.errors());
    }

    /** Moves between storages. */
    @Test
    void replicaExistsOnceAfterAMoveToAnotherStorageAndAReplay() throws IOException {
        ExtendedBlock block = writeClosed("moved", 6_000);
        assertThat(replica(block).getVolume().getStorageType()).isEqualTo(StorageType.DISK);
        assertThat(JournaledDatasets.journaled(cluster.node(0))).contains(key(block));

        cluster.node(0).getFSDataset().moveBlockAcrossStorage(new ExtendedBlock(block), StorageType.SSD, "");

        assertThat(JournaledDatasets.journaled(cluster.node(0))).doesNotContain(key(block));
        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        DiskImage.filesOf(directory.resolve("cluster"), block).size() == 2);

        image().boot();

        assertThat(replica(block).getVolume().getStorageType()).isEqualTo(StorageType.SSD);
        assertThat(DiskImage.filesOf(directory.resolve("cluster"), block)).hasSize(2);
        cluster.awaitNothingMissing();
        assertFile("moved", 6_000);
    }

    /** Reserved space of an open replica, also after a replay. */
    @Test
    void reservedSpaceIsReleasedAfterAReplay() throws IOException {
        writeOpen("reserving", 3_000);
        ExtendedBlock block = block("reserving");
        assertThat(reserved(block)).isPositive();

        image().lose(block).boot();

        JournaledCluster.recoverLease(fs, path("reserving"));
        await().atMost(Duration.ofMinutes(1)).until(() -> reserved(block) == 0);
        assertFile("reserving", 3_000);
    }

    private long reserved(ExtendedBlock block) {
        return ((FsVolumeImpl) replica(block).getVolume()).getReservedForReplicas();
    }

    /** Trash of a rolling upgrade. */
    @Test
    void replicaDeletedDuringARollingUpgradeStaysInTheTrash() throws Exception {
        ExtendedBlock block = writeClosed("trashed", 6_543);
        ExtendedBlock failing = writeClosed("failing", 6_543);
        byte[] content = Files.readAllBytes(Path.of(replica(block).getBlockURI()));
        fs.setSafeMode(SafeModeAction.ENTER);
        fs.rollingUpgrade(RollingUpgradeAction.PREPARE);
        fs.setSafeMode(SafeModeAction.LEAVE);
        DataNode node = cluster.node(0);
        await().atMost(Duration.ofMinutes(1)).until(() -> node.getFSDataset().trashEnabled(block.getBlockPoolId()));

        // A rollback restores it from the trash, so it must be on disk: a replica whose fsync fails is not deleted.
        Path real = Path.of(replica(failing).getBlockURI());
        Path aside = directory.resolve("aside");
        Files.move(real, aside);
        Files.createSymbolicLink(real, Path.of("/dev/full"));
        assertThatThrownBy(() ->
                        node.getFSDataset().invalidate(failing.getBlockPoolId(), new Block[] {failing.getLocalBlock()}))
                .isInstanceOf(IOException.class);
        Files.move(aside, real, StandardCopyOption.REPLACE_EXISTING);
        assertThat(node.getFSDataset().contains(failing)).isTrue();

        fs.delete(path("trashed"), false);
        await().atMost(Duration.ofMinutes(1)).until(() -> inTrash(block).size() == 2);
        assertThat(JournaledDatasets.journaled(node)).doesNotContain(key(block));

        // After a process exit, a replay must not restore it from the trash either.
        image().boot();

        assertFile("failing", 6_543);
        assertThat(cluster.node(0).getFSDataset().contains(block)).isFalse();
        List<Path> trash = inTrash(block);
        assertThat(trash).hasSize(2);
        assertThat(DiskImage.filesOf(directory.resolve("cluster"), block)).hasSize(2);
        assertThat(trash.stream()
                        .filter(each -> each.getFileName().toString().equals(block.getBlockName()))
                        .map(SemanticsTest::read))
                .containsExactly(content);

        await().atMost(Duration.ofMinutes(1))
                .until(() -> cluster.node(0).getFSDataset().trashEnabled(block.getBlockPoolId()));
        fs.rollingUpgrade(RollingUpgradeAction.FINALIZE);
        await().atMost(Duration.ofMinutes(1)).until(() -> inTrash(block).isEmpty());
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> inTrash(ExtendedBlock block) throws IOException {
        return DiskImage.filesOf(directory.resolve("cluster"), block).stream()
                .filter(file -> file.toString().contains("/trash/"))
                .toList();
    }

    /** Short-circuit reads: a DataNode passes the files themselves, also while they are written. */
    @Test
    void localReadersGetTheBlockFiles() throws IOException {
        ExtendedBlock closed = writeClosed("local", 9_000);
        FSDataOutputStream out = writeOpen("local-open", 9_000);
        for (ExtendedBlock block : List.of(closed, block("local-open"))) {
            try (InputStream data = cluster.node(0).getFSDataset().getBlockInputStream(block, 0);
                    FileInputStream meta = DatanodeUtil.getMetaDataInputStream(
                            block, cluster.node(0).getFSDataset())) {
                assertThat(data).isInstanceOf(FileInputStream.class);
                assertThat(data.readNBytes(9_000)).isEqualTo(bytes(9_000));
                assertThat(meta.getChannel().size()).isEqualTo(7 + 18 * 4);
            }
        }
        // Without the native library, whose sockets pass open files, the legacy reader gets the paths.
        Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
        conf.setBoolean("dfs.client.read.shortcircuit", true);
        conf.setBoolean("dfs.client.use.legacy.blockreader.local", true);
        conf.setBoolean("dfs.client.domain.socket.data.traffic", false);
        conf.set("dfs.client.context", "local");
        try (FileSystem local = FileSystem.newInstance(fs.getUri(), conf);
                HdfsDataInputStream in = (HdfsDataInputStream) local.open(path("local"))) {
            byte[] found = new byte[9_000];
            in.readFully(0, found);
            assertThat(found).isEqualTo(bytes(9_000));
            assertThat(in.getReadStatistics().getTotalShortCircuitBytesRead()).isEqualTo(9_000);
        }
        out.close();
    }
}
