package org.underbase.localcompact.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Test that three independent writers write the same replica files as a stock pipeline. */
@Tag("cluster")
final class IndependentReplicasTest {
    private static final int BLOCK = 8 << 20;
    private static final int LENGTH = 20 << 20;
    private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/d/independent");
    private static final org.apache.hadoop.fs.Path STOCK = new org.apache.hadoop.fs.Path("/d/stock");

    @TempDir
    private Path directory;

    private ReplicaCluster cluster;
    private List<String> nodes;

    @BeforeEach
    void start() throws IOException {
        cluster = ReplicaCluster.start(ReplicaCluster.configuration(), directory, 3)
                .active();
        nodes = cluster.addresses();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void replicasEqualThoseOfStockWriterBeforeAndAfterRestart() throws IOException {
        byte[] bytes = ReplicaCluster.bytes(11, LENGTH);
        try (ReplicatedFile file = create(cluster.fs(), BLOCK)) {
            BlockWriters.write(cluster.fs(), file, bytes, BLOCK, 12);
            file.complete(ReplicaCluster.LIMIT);
        }
        writeStock(cluster.fs(), bytes, BLOCK);
        assertThat(cluster.fs().getFileStatus(FILE).getPermission())
                .isEqualTo(cluster.fs().getFileStatus(STOCK).getPermission());
        ReplicaCluster.assertNothingOpen(cluster.fs());
        cluster.assertReplicas(cluster.fs(), FILE, bytes, nodes);
        assertEqualFiles(cluster.fs());

        cluster.mini().restartNameNodes();
        cluster.mini().restartDataNodes(true);
        cluster.active();
        cluster.mini().triggerBlockReports();
        cluster.assertReplicas(cluster.fs(), FILE, bytes, nodes);
        assertEqualFiles(cluster.fs());
    }

    @ParameterizedTest
    @CsvSource({"CRC32C,512,65536", "CRC32,1000,4096", "NULL,512,65536", "CRC32C,8192,1024"})
    void partialChunksEqualThoseOfStockWriter(String type, int bytesPerChecksum, int packetSize) throws IOException {
        Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
        conf.set("dfs.checksum.type", type);
        conf.setInt("dfs.bytes-per-checksum", bytesPerChecksum);
        conf.setInt("dfs.client-write-packet-size", packetSize);
        int block = 64 * bytesPerChecksum;
        byte[] bytes = ReplicaCluster.bytes(21, 2 * block + block / 2 + 1);
        try (DistributedFileSystem fs = (DistributedFileSystem)
                        FileSystem.newInstance(cluster.fs().getUri(), conf);
                ReplicatedFile file = create(fs, block)) {
            Random random = new Random(22);
            for (int from = 0; from < bytes.length; from += block) {
                int count = Math.min(block, bytes.length - from);
                try (BlockWriters writers = BlockWriters.open(fs, file, file.nextBlock())) {
                    int written = 0;
                    while (written < count) {
                        int piece = Math.min(1 + random.nextInt(3 * bytesPerChecksum), count - written);
                        writers.write(bytes, from + written, piece, 23);
                        written += piece;
                        if (random.nextBoolean()) {
                            writers.awaitAcknowledged();
                        }
                    }
                    writers.complete();
                }
                file.endBlock(count);
            }
            file.complete(ReplicaCluster.LIMIT);
            writeStock(fs, bytes, block);
            cluster.assertReplicas(fs, FILE, bytes, nodes);
            assertEqualFiles(fs);
        }
    }

    private ReplicatedFile create(DistributedFileSystem fs, int blockSize) throws IOException {
        return ReplicatedFile.create(fs, FILE, FsPermission.getFileDefault(), (short) 3, blockSize, nodes);
    }

    private static void writeStock(DistributedFileSystem fs, byte[] bytes, int blockSize) throws IOException {
        try (FSDataOutputStream out = fs.create(STOCK, true, 4096, (short) 3, blockSize)) {
            out.write(bytes);
        }
    }

    /** Asserts that the block and checksum files of all replicas are equal on each node. */
    private void assertEqualFiles(DistributedFileSystem fs) throws IOException {
        cluster.awaitLive(fs, STOCK, nodes);
        List<LocatedBlock> independent = ReplicaCluster.blocks(fs, FILE);
        List<LocatedBlock> stock = ReplicaCluster.blocks(fs, STOCK);
        assertThat(independent).hasSameSizeAs(stock).hasSize(3);
        assertThat(fs.getFileChecksum(FILE)).isEqualTo(fs.getFileChecksum(STOCK));
        for (int i = 0; i < independent.size(); i++) {
            assertThat(independent.get(i).getBlockSize()).isEqualTo(stock.get(i).getBlockSize());
            for (String node : nodes) {
                assertThat(cluster.data(node, independent.get(i).getBlock()))
                        .isEqualTo(cluster.data(node, stock.get(i).getBlock()));
                assertThat(cluster.checksums(node, independent.get(i).getBlock()))
                        .isEqualTo(cluster.checksums(node, stock.get(i).getBlock()));
            }
        }
    }
}
