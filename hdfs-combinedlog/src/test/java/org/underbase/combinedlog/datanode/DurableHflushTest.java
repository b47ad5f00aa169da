package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.block.ReplicaStatus;
import org.underbase.combinedlog.client.DirectoryModes;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.mode.SyncMode;

/** An hflush is durable below directories whose storage policy selects such storages, and stock elsewhere. */
@Tag("cluster")
class DurableHflushTest extends JournaledFiles {
    private static final short REPLICATION = 3;

    @TempDir
    static Path directory;

    private static JournaledCluster cluster;
    private static DirectoryModes modes;

    DurableHflushTest() {
        super(21, 900_000);
    }

    @BeforeAll
    static void start() throws IOException {
        Configuration conf = JournaledCluster.configuration();
        conf.set(CombinedLogKeys.DURABLE_HFLUSH.name(), "nvdimm");
        conf.set("dfs.client.block.write.replace-datanode-on-failure.policy", "ALWAYS");
        // The copies of the blocks of a stopped DataNode would count as hflushes.
        conf.setInt("dfs.namenode.heartbeat.recheck-interval", 600_000);
        cluster = JournaledCluster.start(new MiniDFSCluster.Builder(conf, directory.toFile())
                .numDataNodes(REPLICATION + 1)
                .storagesPerDatanode(2)
                .storageTypes(new StorageType[] {StorageType.DISK, StorageType.NVDIMM}));
        modes = DirectoryModes.of(cluster.fs(), CombinedLogKeys.storageModes(conf));
        for (String each : List.of("durable", "stock")) {
            cluster.fs().mkdirs(path(each));
        }
        modes.set(path("durable"), SyncMode.DURABLE_HFLUSH, Optional.empty());
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Override
    JournaledCluster cluster() {
        return cluster;
    }

    /** Returns the lengths on disk of a block's replicas that were synced. */
    private List<Long> synced(String name) throws IOException {
        long block = block(name).getBlockId();
        List<Long> lengths = new ArrayList<>();
        for (DataNode node : cluster.mini().getDataNodes()) {
            JournaledDatasets.status(node).stream()
                    .filter(each -> each.key().id() == block)
                    .map(ReplicaStatus::syncedBytes)
                    .forEach(lengths::add);
        }
        return lengths;
    }

    private long hflushSyncs() {
        return cluster.mini().getDataNodes().stream()
                .mapToLong(node -> NodeMetrics.of(node, "SyncsDurableHflush"))
                .sum();
    }

    private void flush(FSDataOutputStream out, int from, int to) throws IOException {
        write(out, from, to);
        out.hflush();
    }

    private FSDataOutputStream create(String name) throws IOException {
        return cluster.fs().create(path(name), REPLICATION);
    }

    @Test
    void eachReplicaIsOnDiskWhenAnHflushReturns() throws Exception {
        long before = hflushSyncs();
        try (FSDataOutputStream out = create("durable/wal")) {
            int from = 0;
            for (int to : new int[] {1, 511, 512, 70_000, 70_100, 300_000}) {
                flush(out, from, to);
                assertThat(synced("durable/wal"))
                        .as("bytes on disk after %s bytes", to)
                        .hasSize(REPLICATION)
                        .allSatisfy(length -> assertThat(length).isGreaterThanOrEqualTo(to));
                from = to;
            }
        }
        assertThat(hflushSyncs() - before).isGreaterThanOrEqualTo(6 * REPLICATION);
        assertFile("durable/wal", 300_000);
        assertThat(modes.check(path("durable")).misplacedReplicas()).isZero();
    }

    @Test
    void otherDirectoriesAreStock() throws Exception {
        long before = hflushSyncs();
        try (FSDataOutputStream out = create("stock/file")) {
            flush(out, 0, 1000);
            assertThat(synced("stock/file")).isEmpty();
            sync(out, 1000, 2000);
            assertThat(synced("stock/file")).hasSize(REPLICATION).containsOnly(2000L);
            flush(out, 2000, 3000);
            assertThat(synced("stock/file")).containsOnly(2000L);
        }
        assertThat(hflushSyncs()).isEqualTo(before);
        assertFile("stock/file", 3000);
    }

    /** The new DataNode of the pipeline gets the earlier bytes from another one, not from packets. */
    @Test
    void aReplacedDataNodeHasAllBytesOnDisk() throws Exception {
        try (FSDataOutputStream out = create("durable/replaced")) {
            flush(out, 0, 700_000);
            DataNodeProperties stopped = cluster.mini().stopDataNode(pipeline("durable/replaced")[0].getXferAddr());
            try {
                flush(out, 700_000, 700_100);
                assertThat(synced("durable/replaced")).hasSize(REPLICATION).allSatisfy(length -> assertThat(length)
                        .isGreaterThanOrEqualTo(700_100));
            } finally {
                assertThat(cluster.mini().restartDataNode(stopped, false)).isTrue();
                cluster.mini().waitActive();
            }
            flush(out, 700_100, 800_000);
        }
        assertFile("durable/replaced", 800_000);
    }

    private DatanodeInfo[] pipeline(String name) throws IOException {
        return cluster.fs()
                .getClient()
                .getLocatedBlocks(path(name).toString(), 0)
                .getLastLocatedBlock()
                .getLocations();
    }

    @Test
    void anAppendIsDurableOnTheStorageOfItsBlock() throws Exception {
        for (String name : List.of("durable/appended", "stock/appended")) {
            try (FSDataOutputStream out = create(name)) {
                write(out, 0, 1000);
            }
            // The append writes the replicas that the NameNode knows.
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> cluster.fs()
                                    .getFileBlockLocations(path(name), 0, 1)[0]
                                    .getHosts()
                                    .length
                            == REPLICATION);
        }
        assertThat(cluster.fs().rename(path("stock/appended"), path("durable/moved-in")))
                .isTrue();
        assertThat(cluster.fs().rename(path("durable/appended"), path("stock/moved-out")))
                .isTrue();
        long before = hflushSyncs();
        try (FSDataOutputStream out = cluster.fs().append(path("durable/moved-in"))) {
            flush(out, 1000, 1500);
            assertThat(hflushSyncs()).as("the block is on DISK").isEqualTo(before);
            assertThat(modes.check(path("durable")).misplacedFiles())
                    .containsExactly(cluster.fs().makeQualified(path("durable/moved-in")));
        }
        try (FSDataOutputStream out = cluster.fs().append(path("stock/moved-out"))) {
            flush(out, 1000, 1500);
            assertThat(synced("stock/moved-out")).hasSize(REPLICATION).containsOnly(1500L);
        }
        for (String name : List.of("durable/moved-in", "stock/moved-out")) {
            assertFile(name, 1500);
            assertThat(cluster.fs().delete(path(name), false)).isTrue();
        }
    }

    @Test
    void metricsShowTheStoragesAndTheirSpace() {
        assertThat(NodeMetrics.of(cluster.node(0), "DurableHflushStorages")).isEqualTo(1);
        assertThat(NodeMetrics.of(cluster.node(0), "DurableHflushFreeBytes")).isPositive();
    }

    @Test
    void closedFileIsOnDisk() throws Exception {
        byte[] expected = bytes(longest());
        try (FSDataOutputStream out = create("durable/closed")) {
            out.write(expected);
        }
        assertThat(synced("durable/closed"))
                .allSatisfy(length -> assertThat(length).isEqualTo(longest()));
        assertThat(Arrays.stream(cluster.fs()
                                .getFileBlockLocations(path("durable/closed"), 0, longest())[0]
                                .getStorageTypes())
                        .toList())
                .containsOnly(StorageType.NVDIMM);
    }
}
