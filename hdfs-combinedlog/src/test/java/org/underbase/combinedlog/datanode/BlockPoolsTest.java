package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.conf.CombinedLogKeys;

/** Replay of a DataNode that has one journal for the block pools of two NameNodes. */
@Tag("cluster")
class BlockPoolsTest {
    private static final org.apache.hadoop.fs.Path CLOSED = new org.apache.hadoop.fs.Path("/closed");
    private static final org.apache.hadoop.fs.Path OPEN = new org.apache.hadoop.fs.Path("/open");
    private static final int NAME_NODES = 2;

    @TempDir
    private Path directory;

    @Test
    void trap5AllBlockPoolsAreReplayedBeforeTheirSegmentsAreReused() throws IOException {
        Configuration conf = JournaledCluster.configuration();
        conf.set(CombinedLogKeys.DIR.name(), directory.resolve("journal").toString());
        MiniDFSCluster.Builder builder = new MiniDFSCluster.Builder(
                        conf, directory.resolve("cluster").toFile())
                .nnTopology(MiniDFSNNTopology.simpleFederatedTopology(NAME_NODES))
                .numDataNodes(1)
                .storagesPerDatanode(2);
        try (JournaledCluster cluster = JournaledCluster.start(builder)) {
            cluster.mini().waitActive();
            List<ExtendedBlock> blocks = new ArrayList<>();
            for (int i = 0; i < NAME_NODES; i++) {
                DistributedFileSystem fs = cluster.mini().getFileSystem(i);
                byte[] bytes = bytes(i);
                try (FSDataOutputStream out = fs.create(CLOSED)) {
                    out.write(bytes);
                    out.hsync();
                }
                FSDataOutputStream out = fs.create(OPEN);
                out.write(bytes, 0, length(i));
                out.hsync();
                blocks.add(DFSTestUtil.getFirstBlock(fs, CLOSED));
                blocks.add(DFSTestUtil.getFirstBlock(fs, OPEN));
            }
            // Both pools use the same block IDs, so only the pool distinguishes the blocks.
            assertThat(blocks.stream().map(ExtendedBlock::getBlockId).distinct())
                    .hasSize(2);
            assertThat(blocks.stream().map(ExtendedBlock::getBlockPoolId).distinct())
                    .hasSize(NAME_NODES);

            // The blocks of the other pool have the same file names.
            DiskImage.of(cluster, directory)
                    .lose(blocks.get(0))
                    .lose(blocks.get(1))
                    .boot();
            cluster.mini().waitActive();

            for (int i = 0; i < NAME_NODES; i++) {
                DistributedFileSystem fs = cluster.mini().getFileSystem(i);
                JournaledCluster.recoverLease(fs, OPEN);
                assertThat(fs.getFileStatus(OPEN).getLen()).isEqualTo(length(i));
                Bytes.assertFile(fs, OPEN, Arrays.copyOf(bytes(i), length(i)));
                Bytes.assertFile(fs, CLOSED, bytes(i));
            }
        }
    }

    private static byte[] bytes(int nameNode) {
        return Bytes.of(nameNode, 70_000);
    }

    private static int length(int nameNode) {
        return 12_345 + nameNode;
    }
}
