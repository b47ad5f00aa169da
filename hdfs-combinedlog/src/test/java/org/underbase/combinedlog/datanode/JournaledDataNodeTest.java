package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasets;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.block.BlockKey;

/** Operations of HDFS on DataNodes with journals. */
@Tag("cluster")
class JournaledDataNodeTest {
    @TempDir
    static Path directory;

    private static JournaledCluster cluster;
    private static DistributedFileSystem fs;

    @BeforeAll
    static void start() throws IOException {
        cluster = JournaledCluster.start(JournaledCluster.configuration(), directory, 3);
        fs = cluster.fs();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static org.apache.hadoop.fs.Path path(String name) {
        return new org.apache.hadoop.fs.Path("/" + name);
    }

    @Test
    void fileWithoutHsyncNeedsNoRecord() throws IOException {
        byte[] bytes = Bytes.of(1, 3 << 20);
        try (FSDataOutputStream out = fs.create(path("plain"), (short) 3)) {
            out.write(bytes, 0, 1000);
            out.hflush();
            assertNotJournaled(path("plain"));
            out.write(bytes, 1000, bytes.length - 1000);
        }
        Bytes.assertFile(fs, path("plain"), bytes);
        assertNotJournaled(path("plain"));
    }

    private static void assertNotJournaled(org.apache.hadoop.fs.Path file) throws IOException {
        List<LocatedBlock> blocks = DFSTestUtil.getAllBlocks(fs, file);
        assertThat(blocks).isNotEmpty();
        for (LocatedBlock each : blocks) {
            BlockKey key = new BlockKey(
                    each.getBlock().getBlockPoolId(), each.getBlock().getBlockId());
            assertThat(cluster.mini().getDataNodes())
                    .noneMatch(node -> JournaledDatasets.journaled(node).contains(key));
        }
    }

    @Test
    void syncsOfOddSizesAreReadWhileWritten() throws IOException {
        byte[] bytes = Bytes.of(3, 300_000);
        long before = cluster.syncs();
        try (FSDataOutputStream out = fs.create(path("odd"), (short) 3)) {
            int at = 0;
            for (int size = 1; at < bytes.length; size = size * 3 % 7919 + 1) {
                int count = Math.min(size, bytes.length - at);
                out.write(bytes, at, count);
                at += count;
                out.hsync();
                Bytes.assertFile(fs, path("odd"), Arrays.copyOf(bytes, at));
            }
        }
        assertThat(cluster.syncs()).isGreaterThan(before);
        Bytes.assertFile(fs, path("odd"), bytes);
    }

    @Test
    void segmentsAreReusedWhileManyFilesAreWritten() throws Exception {
        byte[] bytes = Bytes.of(5, 1 << 20);
        FSDataOutputStream[] outs = new FSDataOutputStream[6];
        for (int i = 0; i < outs.length; i++) {
            outs[i] = fs.create(path("many-" + i), (short) 2);
        }
        for (int at = 0; at < bytes.length; at += 8192) {
            for (FSDataOutputStream out : outs) {
                out.write(bytes, at, 8192);
                out.hsync();
            }
        }
        for (FSDataOutputStream out : outs) {
            out.close();
        }
        for (int i = 0; i < outs.length; i++) {
            Bytes.assertFile(fs, path("many-" + i), bytes);
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> cluster.mini().getDataNodes().stream()
                .allMatch(node -> JournaledDatasets.statistics(node).checkpoints() > 0));
    }

    @Test
    void oversizedHsyncFsyncsTheFiles() throws IOException {
        byte[] bytes = Bytes.of(6, 2 << 20);
        try (FSDataOutputStream out = fs.create(path("large"), (short) 1)) {
            out.write(bytes, 0, 1_500_001);
            out.hsync();
            out.write(bytes, 1_500_001, 10);
            out.hsync();
            out.write(bytes, 1_500_011, bytes.length - 1_500_011);
        }
        Bytes.assertFile(fs, path("large"), bytes);
    }

    @Test
    void appendedFileIsReadAfterHsyncs() throws IOException {
        byte[] bytes = Bytes.of(7, 200_000);
        write("append", bytes, 100_001);
        try (FSDataOutputStream out = fs.append(path("append"))) {
            out.write(bytes, 100_001, 1111);
            out.hsync();
            out.write(bytes, 101_112, bytes.length - 101_112);
            out.hsync();
        }
        Bytes.assertFile(fs, path("append"), bytes);
    }

    private static void write(String name, byte[] bytes, int length) throws IOException {
        try (FSDataOutputStream out = fs.create(path(name), (short) 3)) {
            out.write(bytes, 0, length);
            out.hsync();
        }
    }

    @Test
    void fileIsTruncatedInTheMiddleOfAChunk() throws IOException {
        byte[] bytes = Bytes.of(8, 200_000);
        write("truncate", bytes, bytes.length);
        fs.truncate(path("truncate"), 123_457);
        await().atMost(Duration.ofMinutes(1)).until(() -> fs.isFileClosed(path("truncate")));
        assertThat(fs.getFileStatus(path("truncate")).getLen()).isEqualTo(123_457);
        Bytes.assertFile(fs, path("truncate"), Arrays.copyOf(bytes, 123_457));
    }

    @Test
    void manyBlocksAreDeleted() throws IOException {
        byte[] bytes = Bytes.of(9, 10 << 20);
        try (FSDataOutputStream out = fs.create(path("blocks"), true, 4096, (short) 3, 1 << 20)) {
            for (int at = 0; at < bytes.length; at += 1 << 17) {
                out.write(bytes, at, 1 << 17);
                out.hsync();
            }
        }
        Bytes.assertFile(fs, path("blocks"), bytes);
        fs.delete(path("blocks"), true);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> cluster.mini().getNamesystem().getPendingDeletionBlocks() == 0);
    }

    @Test
    void leaseIsRecoveredByAnotherClient() throws Exception {
        byte[] bytes = Bytes.of(10, 77_777);
        FSDataOutputStream out = fs.create(path("lease"), (short) 3);
        out.write(bytes);
        out.hsync();
        UserGroupInformation other = UserGroupInformation.createUserForTesting("other", new String[] {"supergroup"});
        DistributedFileSystem otherFs =
                other.doAs((PrivilegedExceptionAction<DistributedFileSystem>) () -> (DistributedFileSystem)
                        FileSystem.newInstance(fs.getUri(), cluster.mini().getConfiguration(0)));
        await().atMost(Duration.ofMinutes(1)).until(() -> otherFs.recoverLease(path("lease")));
        Bytes.assertFile(otherFs, path("lease"), bytes);
        assertThat(otherFs.getFileStatus(path("lease")).getLen()).isEqualTo(bytes.length);
        otherFs.close();
    }

    @Test
    void deletedReplicaIsReplicatedAgain() throws IOException {
        byte[] bytes = Bytes.of(11, 100_000);
        write("copied", bytes, bytes.length);
        ExtendedBlock block = DFSTestUtil.getFirstBlock(fs, path("copied"));
        DataNode node = cluster.mini().getDataNodes().stream()
                .filter(each -> each.getFSDataset().contains(block))
                .findFirst()
                .orElseThrow();
        node.getFSDataset().invalidate(block.getBlockPoolId(), new Block[] {block.getLocalBlock()});
        await().atMost(Duration.ofMinutes(1))
                .until(() -> fs.getFileBlockLocations(path("copied"), 0, 1)[0].getNames().length < 3
                        || node.getFSDataset().contains(block));
        await().atMost(Duration.ofMinutes(2)).until(() -> {
            cluster.mini().triggerBlockReports();
            return node.getFSDataset().contains(block)
                    && fs.getFileBlockLocations(path("copied"), 0, 1)[0].getNames().length == 3;
        });
        Bytes.assertFile(fs, path("copied"), bytes);
    }

    @Test
    void pipelineSurvivesTheLossOfADataNodeAndARestartOfAll() throws IOException {
        byte[] bytes = Bytes.of(12, 200_000);
        FSDataOutputStream out = fs.create(path("pipeline"), (short) 3);
        out.write(bytes, 0, 50_001);
        out.hsync();
        DataNodeProperties stopped = cluster.mini().stopDataNode(1);
        out.write(bytes, 50_001, 50_000);
        out.hsync();
        out.write(bytes, 100_001, 99_999);
        out.hsync();
        Bytes.assertFile(fs, path("pipeline"), bytes);
        out.close();
        assertThat(cluster.mini().restartDataNode(stopped, true)).isTrue();
        cluster.mini().waitActive();
        Bytes.assertFile(fs, path("pipeline"), bytes);

        FSDataOutputStream open = fs.create(path("open"), (short) 3);
        open.write(bytes, 0, 150_000);
        open.hsync();
        for (int i = 0; i < 3; i++) {
            assertThat(cluster.mini().restartDataNode(0, true)).isTrue();
        }
        cluster.mini().waitActive();
        await().atMost(Duration.ofMinutes(2)).until(() -> fs.recoverLease(path("open")));
        assertThat(fs.getFileStatus(path("open")).getLen()).isEqualTo(150_000);
        Bytes.assertFile(fs, path("open"), Arrays.copyOf(bytes, 150_000));
        cluster.awaitNothingMissing();
    }
}
