package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.client.DataNodeLog;
import org.underbase.combinedlog.client.DirectoryModes;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.datanode.ReplicaAccess.Kind;
import org.underbase.combinedlog.mode.SyncMode;

/** One DataNode: the journal serves SSD and NVDIMM only, hflush is durable on NVDIMM, and DISK is stock. */
@Tag("cluster")
@Timeout(300)
class SelectedStoragesTest extends JournaledFiles {
    @TempDir
    static Path directory;

    private static ReplicaDisk disk;
    private static JournaledCluster cluster;

    SelectedStoragesTest() {
        super(22, 400_000);
    }

    @BeforeAll
    static void start() throws IOException {
        Configuration conf = JournaledCluster.configuration();
        disk = ReplicaDisk.install(conf);
        conf.set(CombinedLogKeys.STORAGE_TYPES.name(), "SSD,NVDIMM");
        conf.set(CombinedLogKeys.DURABLE_HFLUSH.name(), "NVDIMM");
        conf.set(CombinedLogKeys.DIR.name(), directory.resolve("journal").toString());
        cluster = JournaledCluster.start(
                new MiniDFSCluster.Builder(conf, directory.resolve("cluster").toFile())
                        .numDataNodes(1)
                        .storagesPerDatanode(3)
                        .storageTypes(new StorageType[] {StorageType.DISK, StorageType.SSD, StorageType.NVDIMM}));
        DirectoryModes modes = DirectoryModes.of(cluster.fs(), CombinedLogKeys.storageModes(conf));
        for (SyncMode mode : SyncMode.values()) {
            cluster.fs().mkdirs(path(mode.toString()));
            modes.set(path(mode.toString()), mode, Optional.empty());
        }
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

    @Override
    JournaledCluster cluster() {
        return cluster;
    }

    private boolean isTracked(ExtendedBlock block) {
        return JournaledDatasets.journaled(cluster.node(0))
                .contains(new BlockKey(block.getBlockPoolId(), block.getBlockId()));
    }

    private DiskImage image() throws IOException {
        return DiskImage.of(cluster, directory);
    }

    @Test
    void hsyncsOnOtherStoragesAreStock() throws Exception {
        long before = cluster.syncs();
        try (FSDataOutputStream out = writeOpen("stock/file", 1000)) {
            sync(out, 1000, 300_000);
        }
        try (FSDataOutputStream out = cluster.fs().append(path("stock/file"))) {
            sync(out, 300_000, 300_100);
            assertThat(isTracked(block("stock/file"))).isFalse();
        }
        assertThat(cluster.fs().truncate(path("stock/file"), 300_050)).isFalse();
        JournaledCluster.recoverLease(cluster.fs(), path("stock/file"));
        assertThat(isTracked(block("stock/file"))).isFalse();
        assertThat(cluster.syncs()).isEqualTo(before);
        assertFile("stock/file", 300_050);

        writeClosed("journal/file", 1000);
        assertThat(isTracked(block("journal/file"))).isTrue();
        assertThat(cluster.syncs()).isGreaterThan(before);
    }

    /** A replay with the records of the first storage would truncate the replica on the second one. */
    @Test
    void replicaThatMovesToAnotherStorageIsStockFromThenOn() throws Exception {
        ExtendedBlock block = writeClosed("journal/moved", 6000);
        assertThat(isTracked(block)).isTrue();
        cluster.node(0).getFSDataset().moveBlockAcrossStorage(new ExtendedBlock(block), StorageType.DISK, "");
        assertThat(isTracked(block)).isFalse();
        sync(cluster.fs().append(path("journal/moved")), 6000, 9000);
        assertThat(isTracked(block)).isFalse();
        image().boot();
        assertRecovered("journal/moved", 9000);
        cluster.awaitNothingMissing();
    }

    @Test
    void hflushedBytesSurviveAPowerFailureOnlyWithDurableHflush() throws Exception {
        for (SyncMode mode : SyncMode.values()) {
            FSDataOutputStream out = cluster.fs().create(path(mode + "/flushed"));
            write(out, 0, 5000);
            out.hflush();
            write(out, 5000, 70_000);
            out.hflush();
        }
        DiskImage image = image();
        for (SyncMode mode : SyncMode.values()) {
            image.lose(block(mode + "/flushed"));
        }
        image.boot();
        assertRecovered("durable-hflush/flushed", 70_000);
        assertRecovered("journal/flushed", 0);
        assertRecovered("stock/flushed", 0);
    }

    /** The files are fsynced because the packet exceeds the sync limit. */
    @Test
    void packetThatCannotBeSyncedIsNotAcknowledged() throws Exception {
        FSDataOutputStream out = cluster.fs().create(path("durable-hflush/failing"));
        write(out, 0, 1000);
        out.hflush();
        ExtendedBlock block = block("durable-hflush/failing");
        assertThat(replica(block).getBytesReserved()).isPositive();
        try (DataNodeLog log = JournalServiceTest.connect(cluster.node(0))) {
            log.set(Map.of(CombinedLogKeys.SYNC_MAX_BYTES.name(), "1"));
            disk.fail(Kind.FSYNC, block, Integer.MAX_VALUE);
            write(out, 1000, 2000);
            assertThatThrownBy(out::hflush).isInstanceOf(IOException.class);
            disk.repair();
            log.set(Map.of(CombinedLogKeys.SYNC_MAX_BYTES.name(), "256k"));
        }
        assertThat(replica(block).getBytesReserved())
                .as("released by the receiver that failed")
                .isZero();
        cluster.fs().delete(path("durable-hflush/failing"), false);
    }
}
