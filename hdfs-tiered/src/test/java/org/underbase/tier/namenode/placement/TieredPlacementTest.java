package org.underbase.tier.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeTierRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.MoveTierRequestProto;
import org.underbase.tier.testing.MiniTieredCluster;

/** Where replicas go and how they are moved, on a real NameNode and real DataNodes in three racks. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TieredPlacementTest {
    private static final int BLOCK = 1 << 20;
    private static final int BLOCKS = 6;

    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private DistributedFileSystem files;
    private Namenode namenode;

    @BeforeAll
    void start() throws Exception {
        cluster = MiniTieredCluster.builder(directory)
                .tiers("pcie", "sata", "hdd")
                .node("/r0", "pcie", "sata", "hdd")
                .nodes(2, "/r0", "sata", "hdd")
                .node("/r1", "pcie", "sata", "hdd")
                .nodes(2, "/r1", "sata", "hdd")
                .node("/r2", "pcie", "sata", "hdd")
                .nodes(2, "/r2", "sata", "hdd")
                .conf("dfs.block.access.token.enable", "true")
                .build();
        files = cluster.fileSystem();
        namenode = new Namenode(cluster);
    }

    private org.apache.hadoop.fs.Path file(String name, String policy, int replication) throws Exception {
        org.apache.hadoop.fs.Path parent = new org.apache.hadoop.fs.Path("/" + name);
        files.mkdirs(parent);
        namenode.setPolicy(parent.toString(), policy, 0);
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(parent, "file");
        DFSTestUtil.createFile(files, file, BLOCK * BLOCKS, (short) replication, 7);
        return file;
    }

    private void requireSafe(org.apache.hadoop.fs.Path file) throws Exception {
        List<LocatedBlock> blocks = files.getClient()
                .getLocatedBlocks(file.toString(), 0, Long.MAX_VALUE)
                .getLocatedBlocks();
        for (LocatedBlock block : blocks) {
            Set<String> racks = new HashSet<>();
            Set<String> hosts = new HashSet<>();
            for (DatanodeInfo node : block.getLocations()) {
                racks.add(node.getNetworkLocation());
                hosts.add(node.getHostName());
            }
            assertThat(hosts).hasSize(block.getLocations().length);
            assertThat(racks).hasSizeGreaterThanOrEqualTo(2);
        }
        assertThat(DFSTestUtil.readFileBuffer(files, file)).hasSize(BLOCK * BLOCKS);
    }

    @Test
    void hybridPutsACopyOnEachTierOverTwoRacks() throws Exception {
        org.apache.hadoop.fs.Path file = file("hybrid", "hybrid", 3);
        cluster.awaitVector(file, "pcie=1,sata=1,hdd=1");
        requireSafe(file);
    }

    @Test
    void aVectorIsKeptByEveryBlock() throws Exception {
        org.apache.hadoop.fs.Path file = file("vector", "sata=1,hdd=2", 3);
        cluster.awaitVector(file, "sata=1,hdd=2");
        requireSafe(file);
    }

    /** A crash between two syncs would leave a replication without its vector, a state that no caller requested. */
    @Test
    void aChangeSyncsItsReplicationAndVectorTogether() throws Exception {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/atomic");
        DFSTestUtil.createFile(files, file, 0, (short) 3, 7);
        int changes = 100;
        long before = syncs();
        for (int i = 0; i < changes; i++) {
            namenode.setPolicy(file.toString(), i % 2 == 0 ? "sata=1,hdd=1" : "sata=1,hdd=2", 0);
        }
        assertThat(syncs() - before).isEqualTo(changes);
    }

    /**
     * Returns the number of syncs to the current segment of this NameNode's edit log; the test does not roll it. The metrics
     * {@code NameNodeActivity} of the JVM can be those of another NameNode.
     */
    private long syncs() {
        return cluster.miniCluster().getNamesystem().getTotalSyncCount();
    }

    @Test
    void movesCreationsAndDeletionsReachTheirVector() throws Exception {
        org.apache.hadoop.fs.Path file = file("moves", "sata=1,hdd=2", 3);
        cluster.awaitVector(file, "sata=1,hdd=2");
        assertThat(namenode.call(protocol -> protocol.moveTier(MoveTierRequestProto.newBuilder()
                                .setPath(file.toString())
                                .setFrom("hdd")
                                .setTo("pcie")
                                .setReplicas(1)
                                .build()))
                        .getChanged())
                .isTrue();
        cluster.awaitVector(file, "pcie=1,sata=1,hdd=1");
        requireSafe(file);
        ChangeTierRequestProto hdd = ChangeTierRequestProto.newBuilder()
                .setPath(file.toString())
                .setTier("hdd")
                .build();
        assertThat(namenode.call(protocol -> protocol.createFileTier(hdd)).getChanged())
                .isFalse();
        namenode.call(protocol -> protocol.deleteFileTier(hdd));
        cluster.awaitVector(file, "pcie=1,sata=1");
        requireSafe(file);
        namenode.call(protocol -> protocol.createFileTier(hdd));
        cluster.awaitVector(file, "pcie=1,sata=1,hdd=1");
        requireSafe(file);
    }
}
