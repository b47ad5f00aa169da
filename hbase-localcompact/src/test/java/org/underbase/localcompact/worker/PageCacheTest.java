package org.underbase.localcompact.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.io.nativeio.NativeIO.POSIX;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.localcompact.hdfs.ReplicatedFile;

/** Test that a DataNode drops a merge's replica from the page cache exactly if it drops that of a stock writer. */
@Tag("cluster")
final class PageCacheTest {
    private static final int BLOCK = 32 << 20;
    /** A DataNode keeps the last 16 MiB. */
    private static final int LENGTH = 24 << 20;

    private static final byte[] CHUNK = new byte[1 << 20];

    @TempDir
    private Path directory;

    private final POSIX.CacheManipulator stock = POSIX.getCacheManipulator();

    @AfterEach
    void restore() {
        POSIX.setCacheManipulator(stock);
    }

    /** The advice of a DataNode: blocks with dropped pages; how many depends on the size of packets. */
    private static final class Advice extends POSIX.CacheManipulator {
        private final Set<String> dropped = ConcurrentHashMap.newKeySet();

        @Override
        public void posixFadviseIfPossible(String block, FileDescriptor file, long offset, long length, int flags) {
            assertThat(flags).isEqualTo(POSIX.POSIX_FADV_DONTNEED);
            dropped.add(block);
        }
    }

    @ParameterizedTest
    @CsvSource({
        ", false, false, false",
        "true, false, false, true",
        "false, true, true, false",
        ", true, false, true",
        ", false, true, true"
    })
    void replicaIsDroppedLikeThatOfStockWriter(
            Boolean requested, boolean clientDefault, boolean dataNodeDefault, boolean dropped) throws IOException {
        Advice advice = new Advice();
        POSIX.setCacheManipulator(advice);
        Configuration conf = new HdfsConfiguration();
        if (clientDefault) {
            conf.setBoolean("dfs.client.cache.drop.behind.writes", true);
        }
        conf.setBoolean("dfs.datanode.drop.cache.behind.writes", dataNodeDefault);
        // The scanner drops the pages of the blocks that it reads.
        conf.setInt("dfs.datanode.scan.period.hours", -1);
        try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf, directory.toFile()).build()) {
            cluster.waitActive();
            DistributedFileSystem fs = cluster.getFileSystem();
            String byStock = writeStock(fs, requested);
            String dataNode = cluster.getDataNodes().get(0).getDatanodeId().getXferAddr();
            String byMerge = writeReplica(fs, dataNode, requested);
            assertThat(byMerge).isNotEqualTo(byStock);
            assertThat(advice.dropped).hasSize(dropped ? 2 : 0);
            assertThat(advice.dropped.contains(byStock)).isEqualTo(dropped);
            assertThat(advice.dropped.contains(byMerge)).isEqualTo(dropped);
        }
    }

    private static String writeStock(DistributedFileSystem fs, Boolean requested) throws IOException {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/stock");
        try (FSDataOutputStream out = fs.create(path, true, 4096, (short) 1, BLOCK)) {
            if (requested != null) {
                out.setDropBehind(requested);
            }
            for (int written = 0; written < LENGTH; written += CHUNK.length) {
                out.write(CHUNK);
            }
        }
        return name(fs.getClient().getLocatedBlocks("/stock", 0).get(0));
    }

    private static String writeReplica(DistributedFileSystem fs, String dataNode, Boolean requested)
            throws IOException {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/merged");
        try (ReplicatedFile file =
                ReplicatedFile.create(fs, path, FsPermission.getFileDefault(), (short) 1, BLOCK, List.of(dataNode))) {
            ReplicaChannels channels =
                    new ReplicaChannels(fs.getClient(), new OwnNode("localhost"), dataNode, file.clientName());
            if (requested != null) {
                channels.setDropBehind(requested);
            }
            LocatedBlock block = file.nextBlock();
            try (BlockChannel channel =
                    channels.open(PBHelperClient.convertLocatedBlock(block).toByteArray())) {
                for (int written = 0; written < LENGTH; written += CHUNK.length) {
                    channel.write(CHUNK, 0, CHUNK.length);
                }
                channel.complete();
            }
            file.endBlock(LENGTH);
            file.complete(Duration.ofMinutes(1));
            return name(block);
        }
    }

    private static String name(LocatedBlock block) {
        return block.getBlock().getBlockName();
    }
}
