package org.underbase.localcompact.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.OpenFileEntry;
import org.apache.hadoop.hdfs.protocol.OpenFilesIterator.OpenFilesType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.underbase.testbed.mini.RestartPorts;

/** Mini cluster with block tokens and access to the replica files of its DataNodes. */
final class ReplicaCluster implements AutoCloseable {
    static final Duration LIMIT = Duration.ofMinutes(1);
    static final int BLOCK = 1 << 20;

    private final MiniDFSCluster cluster;

    private ReplicaCluster(MiniDFSCluster cluster) {
        this.cluster = cluster;
    }

    /** Returns a configuration with HDFS's default intervals. */
    static Configuration defaults() {
        Configuration conf = new HdfsConfiguration();
        conf.setBoolean("dfs.block.access.token.enable", true);
        conf.setInt("dfs.namenode.fs-limits.min-block-size", 0);
        return conf;
    }

    static Configuration configuration() {
        Configuration conf = defaults();
        conf.setInt("dfs.heartbeat.interval", 1);
        conf.setInt("dfs.namenode.heartbeat.recheck-interval", 1000);
        conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
        conf.setInt("dfs.namenode.reconstruction.pending.timeout-sec", 5);
        conf.setInt("dfs.client.socket-timeout", 120_000);
        return conf;
    }

    static ReplicaCluster start(Configuration conf, Path directory, int nodes) throws IOException {
        MiniDFSCluster.Builder builder = new MiniDFSCluster.Builder(conf, directory.toFile()).numDataNodes(nodes);
        return new ReplicaCluster(RestartPorts.start(builder, nodes));
    }

    static ReplicaCluster start(MiniDFSCluster.Builder builder) throws IOException {
        return new ReplicaCluster(builder.build());
    }

    /** Waits for all daemons of a cluster and makes its first NameNode active. */
    ReplicaCluster active() throws IOException {
        cluster.waitActive();
        return this;
    }

    MiniDFSCluster mini() {
        return cluster;
    }

    DistributedFileSystem fs() throws IOException {
        return cluster.getFileSystem();
    }

    /** Lists the data transfer addresses, as known to the NameNode. */
    List<String> addresses() {
        List<String> addresses = new ArrayList<>();
        for (DataNode node : cluster.getDataNodes()) {
            addresses.add(node.getDatanodeId().getXferAddr());
        }
        return addresses;
    }

    DataNode node(String address) {
        return cluster.getDataNodes().get(addresses().indexOf(address));
    }

    void stop(String address) {
        assertThat(cluster.stopDataNode(addresses().indexOf(address))).isNotNull();
    }

    ReplicatedFile create(org.apache.hadoop.fs.Path path, List<String> nodes) throws IOException {
        return ReplicatedFile.create(fs(), path, FsPermission.getFileDefault(), (short) 3, BLOCK, nodes);
    }

    static byte[] bytes(long seed, int count) {
        byte[] bytes = new byte[count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    static List<LocatedBlock> blocks(DistributedFileSystem fs, org.apache.hadoop.fs.Path path) throws IOException {
        return fs.getClient()
                .getLocatedBlocks(path.toUri().getPath(), 0, Long.MAX_VALUE)
                .getLocatedBlocks();
    }

    /** Reads the replica's bytes from the DataNode's disk. */
    byte[] data(String address, ExtendedBlock block) throws IOException {
        try (InputStream in = node(address).getFSDataset().getBlockInputStream(block, 0)) {
            return in.readAllBytes();
        }
    }

    /** Reads the replica's checksum file, including its header. */
    byte[] checksums(String address, ExtendedBlock block) throws IOException {
        try (InputStream in = node(address).getFSDataset().getMetaDataInputStream(block)) {
            return in.readAllBytes();
        }
    }

    void awaitLive(DistributedFileSystem fs, org.apache.hadoop.fs.Path path, Collection<String> nodes) {
        await().atMost(LIMIT).untilAsserted(() -> {
            for (LocatedBlock block : blocks(fs, path)) {
                assertThat(ReplicaTarget.addresses(block)).containsExactlyInAnyOrderElementsOf(nodes);
            }
        });
    }

    /** Asserts that exactly these nodes have a live replica of every block, with the given bytes. */
    void assertReplicas(
            DistributedFileSystem fs, org.apache.hadoop.fs.Path path, byte[] expected, Collection<String> nodes)
            throws IOException {
        awaitLive(fs, path, nodes);
        assertThat(read(fs, path)).isEqualTo(expected);
        BlockManager blockManager = cluster.getNamesystem(activeNameNode()).getBlockManager();
        int from = 0;
        for (LocatedBlock block : blocks(fs, path)) {
            int to = from + (int) block.getBlockSize();
            byte[] part = Arrays.copyOfRange(expected, from, to);
            for (String node : nodes) {
                assertThat(data(node, block.getBlock())).isEqualTo(part);
            }
            var counted = blockManager.countNodes(
                    blockManager.getStoredBlock(block.getBlock().getLocalBlock()));
            assertThat(counted.liveReplicas()).isEqualTo(nodes.size());
            assertThat(counted.corruptReplicas()).isZero();
            from = to;
        }
        assertThat(from).isEqualTo(expected.length);
    }

    private int activeNameNode() {
        for (int i = 0; i < cluster.getNumNameNodes(); i++) {
            if (cluster.isNameNodeUp(i) && cluster.getNameNode(i).isActiveState()) {
                return i;
            }
        }
        throw new AssertionError("no NameNode is active");
    }

    static byte[] read(DistributedFileSystem fs, org.apache.hadoop.fs.Path path) throws IOException {
        try (FSDataInputStream in = fs.open(path)) {
            return in.readAllBytes();
        }
    }

    static void assertNothingOpen(DistributedFileSystem fs) throws IOException {
        RemoteIterator<OpenFileEntry> open = fs.listOpenFiles(EnumSet.of(OpenFilesType.ALL_OPEN_FILES), "/");
        assertThat(open.hasNext()).isFalse();
    }

    @Override
    public void close() {
        cluster.shutdown(true);
    }
}
