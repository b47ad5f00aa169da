package org.underbase.tier.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.protocol.proto.TierProtocolProtos.FileResponseProto;
import org.underbase.tier.testing.MiniTieredCluster;

/** Files of a test on a cluster with tiers, with blocks of 1 MiB. */
public final class TieredFiles {
    public static final int BLOCK = 1 << 20;
    static final short REPLICATION = 3;

    private final MiniTieredCluster cluster;
    private final Namenode namenode;

    public TieredFiles(MiniTieredCluster cluster) {
        this.cluster = cluster;
        this.namenode = new Namenode(cluster);
    }

    /** Waits with a limit for a loaded machine. */
    public static ConditionFactory await(String what) {
        return Awaitility.await(what)
                .atMost(Duration.ofSeconds(Integer.getInteger("traps.wait", 120)))
                .pollInterval(Duration.ofMillis(100));
    }

    private DistributedFileSystem fileSystem() throws IOException {
        return cluster.fileSystem();
    }

    /** The topology of the first NameNode, which owns the registry. */
    public TierTopology topology() {
        return (TierTopology) cluster.miniCluster()
                .getNamesystem(0)
                .getBlockManager()
                .getDatanodeManager()
                .getNetworkTopology();
    }

    /** A directory with a policy. */
    public Path directory(String name, String policy) throws IOException {
        Path directory = new Path("/" + name);
        fileSystem().mkdirs(directory);
        namenode.setPolicy(directory.toString(), policy, 0);
        return directory;
    }

    /** Creates a file with random content in a new directory with a policy. */
    public Path create(String name, String policy, int blocks, int replication) throws IOException {
        Path file = new Path(directory(name, policy), "file");
        DFSTestUtil.createFile(fileSystem(), file, (long) BLOCK * blocks, (short) replication, 7);
        return file;
    }

    /**
     * Waits until every block has exactly these replicas and no change is pending: a file's locations still contain replicas
     * that are about to be deleted.
     */
    public void awaitSettled(Path file, String vector) throws IOException {
        await(file + " to have " + vector + " and nothing under way").untilAsserted(() -> {
            FileResponseProto report = namenode.file(file);
            assertThat(report.getPresentList()).hasSize(1);
            assertThat(report.getPresent(0).getVector()).isEqualTo(vector);
            assertThat(report.getMisplaced()).as("misplaced").isZero();
            requireQuiet();
            assertThat(cluster.vectors(file)).containsOnly(vector);
        });
    }

    /** Checks that the NameNode has no replica to add or to remove. */
    private void requireQuiet() {
        FSNamesystem namesystem = cluster.miniCluster().getNamesystem(active());
        BlockManager blocks = namesystem.getBlockManager();
        BlockManagerTestUtil.updateState(blocks);
        assertThat(blocks.getPendingReconstructionBlocksCount()).as("pending").isZero();
        assertThat(blocks.getLowRedundancyBlocksCount()).as("low redundancy").isZero();
        assertThat(blocks.getPendingDeletionBlocksCount()).as("to delete").isZero();
        assertThat(blocks.getExcessBlocksCount()).as("excess").isZero();
    }

    private int active() {
        for (int i = 0; i < cluster.miniCluster().getNumNameNodes(); i++) {
            if (cluster.miniCluster().isNameNodeUp(i)
                    && cluster.miniCluster().getNameNode(i).isActiveState()) {
                return i;
            }
        }
        throw new IllegalStateException("no NameNode is active");
    }

    /** Waits for a number of further complete scans. */
    public void awaitScans(int count) throws IOException {
        long seen = namenode.status().getScans();
        await(count + " scans").until(() -> namenode.status().getScans() >= seen + count);
    }

    public List<LocatedBlock> blocks(Path file) throws IOException {
        return fileSystem()
                .getClient()
                .getLocatedBlocks(file.toUri().getPath(), 0, Long.MAX_VALUE)
                .getLocatedBlocks();
    }

    /** Checks that the replicas of each block are on different hosts and two racks, and that the file is readable. */
    public void requireSafe(Path file) throws IOException {
        for (LocatedBlock block : blocks(file)) {
            Set<String> racks = new HashSet<>();
            Set<String> hosts = new HashSet<>();
            for (DatanodeInfo node : block.getLocations()) {
                racks.add(node.getNetworkLocation());
                hosts.add(node.getHostName());
            }
            assertThat(hosts).as("hosts of %s", block).hasSize(block.getLocations().length);
            assertThat(racks).as("racks of %s", block).hasSizeGreaterThanOrEqualTo(2);
        }
        long length = fileSystem().getFileStatus(file).getLen();
        assertThat(DFSTestUtil.readFileBuffer(fileSystem(), file)).hasSize((int) length);
    }
}
