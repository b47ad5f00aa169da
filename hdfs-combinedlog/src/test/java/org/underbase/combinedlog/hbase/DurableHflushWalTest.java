package org.underbase.combinedlog.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.client.DirectoryModes;
import org.underbase.combinedlog.client.PlacementCheck;
import org.underbase.combinedlog.crash.PowerLoss;
import org.underbase.combinedlog.mode.StorageModes;
import org.underbase.combinedlog.mode.SyncMode;
import org.underbase.testbed.TestCluster;

/** Durability of puts with HBase's default, which calls hflush, below directories with durable hflush. */
@Tag("cluster")
@Tag("long")
class DurableHflushWalTest {
    private static final StorageModes MODES = new StorageModes(Set.of(), Set.of(StorageType.NVDIMM));
    private static final List<Path> DIRECTORIES = List.of(new Path("/hbase/WALs"), new Path("/hbase/MasterData/WALs"));

    @Test
    void acknowledgedPutsSurviveThePowerFailureOfAllDataNodes() throws Exception {
        WalDurability.check(
                PowerLoss.cluster(1).hbaseSet("hbase.wal.hsync", "false").beforeHBase(DurableHflushWalTest::optIn),
                "SyncsDurableHflush",
                DurableHflushWalTest::losePower);
    }

    private static void optIn(TestCluster cluster) throws IOException {
        try (DistributedFileSystem fs = (DistributedFileSystem) FileSystem.newInstance(cluster.clientConfiguration())) {
            for (Path each : DIRECTORIES) {
                fs.mkdirs(each);
                DirectoryModes.of(fs, MODES).set(each, SyncMode.DURABLE_HFLUSH, Optional.empty());
            }
        }
    }

    private static void losePower(TestCluster cluster) throws IOException {
        try (DistributedFileSystem fs = (DistributedFileSystem) FileSystem.newInstance(cluster.clientConfiguration())) {
            for (Path each : DIRECTORIES) {
                PlacementCheck check = DirectoryModes.of(fs, MODES).check(each);
                assertThat(check.complete()).as(check.toString()).isTrue();
                assertThat(check.openFiles()).isPositive();
            }
        }
        PowerLoss.loseWrittenReplicas(cluster, false);
    }
}
