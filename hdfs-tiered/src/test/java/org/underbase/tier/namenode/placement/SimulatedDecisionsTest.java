package org.underbase.tier.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.underbase.sim.hats.cluster.Datanode;
import org.underbase.sim.hats.cluster.DeviceClass;
import org.underbase.sim.hats.cluster.Layout;
import org.underbase.sim.hats.cluster.Placement;
import org.underbase.sim.hats.cluster.Policy;
import org.underbase.sim.hats.cluster.Retrieval;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.RetrievalPolicy;
import org.underbase.tier.policy.RetrievalWeights;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.testing.MiniTieredCluster;

/**
 * The cluster simulator, given a NameNode's view and a seed, places replicas where that NameNode places them and offers them to
 * readers in its order. Policies network-aware and random place by HDFS's own random choices, which have no seed.
 */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SimulatedDecisionsTest {
    private static final int BLOCKS = 200;
    private static final long BLOCK = 1 << 20;

    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private BlockManager blocks;
    private TierTopology topology;
    private Layout layout;
    private final Map<Datanode, DatanodeDescriptor> descriptors = new LinkedHashMap<>();

    @BeforeAll
    void start() throws Exception {
        cluster = MiniTieredCluster.builder(directory)
                .tiers("pcie", "sata", "hdd")
                .node("/r0", "pcie", "hdd")
                .node("/r0", "sata", "hdd")
                .nodes(2, "/r0", "hdd")
                .node("/r1", "pcie", "hdd")
                .nodes(2, "/r1", "sata", "hdd")
                .node("/r2", "pcie", "sata", "hdd")
                .nodes(2, "/r2", "hdd")
                .conf("dfs.block.replicator.classname", SeededDecisions.Placement.class.getName())
                .conf("dfs.net.topology.impl", SeededDecisions.Topology.class.getName())
                .conf(TierKeys.RETRIEVAL.name(), "hybrid")
                .conf(TierKeys.RETRIEVAL_LOAD.name(), "false")
                .conf(TierKeys.WEIGHT.forName("sata").name(), "3")
                .build();
        blocks = cluster.miniCluster().getNamesystem().getBlockManager();
        topology = (TierTopology) blocks.getDatanodeManager().getNetworkTopology();
        capture();
    }

    /** Captures the NameNode's view: its DataNodes by tier, in its order. */
    private void capture() {
        TierNames tiers = topology.registry().tiers();
        for (int rank = 0; rank < tiers.size(); rank++) {
            for (DatanodeDescriptor node : topology.index().tier(rank).all()) {
                double rate = topology.index().reading(node).device();
                descriptors.put(
                        new Datanode(topology.registry().location(node), 0, new DeviceClass(rate, rate, 1L << 40), 1),
                        node);
            }
        }
        layout = new Layout(tiers, List.copyOf(descriptors.keySet()));
    }

    private String file(Policy policy) throws Exception {
        String parent = "/" + policy;
        cluster.fileSystem().mkdirs(new org.apache.hadoop.fs.Path(parent));
        new Namenode(cluster).setPolicy(parent, policy.toString(), 0);
        DFSTestUtil.createFile(cluster.fileSystem(), new org.apache.hadoop.fs.Path(parent, "f"), 0, (short) 3, 1);
        return parent + "/f";
    }

    private List<ReplicaLocation> chosen(String file, DatanodeDescriptor writer) {
        DatanodeStorageInfo[] storages = blocks.getBlockPlacementPolicy()
                .chooseTarget(
                        file,
                        3,
                        writer,
                        new ArrayList<>(),
                        false,
                        new HashSet<>(),
                        BLOCK,
                        BlockStoragePolicySuite.createDefaultSuite().getDefaultPolicy(),
                        EnumSet.noneOf(AddBlockFlag.class));
        return Arrays.stream(storages)
                .map(storage -> topology.registry().location(storage.getDatanodeDescriptor()))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(
            value = Policy.class,
            names = {"HYBRID", "TIER_AWARE"})
    void replicasAreWhereTheNameNodePlacesThem(Policy policy) throws Exception {
        String file = file(policy);
        long inode = cluster.fileSystem().getClient().getFileInfo(file).getFileId();
        List<Datanode> writers = layout.datanodes();
        Set<Set<ReplicaLocation>> different = new LinkedHashSet<>();
        for (int block = 0; block < BLOCKS; block++) {
            Datanode writer = writers.get(block % writers.size());
            SeededDecisions.seed(block);
            Set<ReplicaLocation> real = Set.copyOf(chosen(file, descriptors.get(writer)));

            List<Datanode> simulated = new Placement(
                            layout, policy, false, TierNames.UNKNOWN, new SplittableRandom(block))
                    .place(3, inode, writer.location().rack(), writer.location().host());

            assertThat(simulated)
                    .as("block %s", block)
                    .extracting(Datanode::location)
                    .containsExactlyInAnyOrderElementsOf(real);
            different.add(real);
        }

        assertThat(different).hasSizeGreaterThan(20);
    }

    @Test
    void readersAreOfferedReplicasInTheNameNodesOrder() {
        RetrievalWeights weights = new RetrievalWeights(new double[] {0, 3, 0}, 2, 1.5, false);
        Set<List<Integer>> different = new LinkedHashSet<>();
        for (int block = 0; block < BLOCKS; block++) {
            SplittableRandom drawn = new SplittableRandom(block);
            Datanode[] replicas = drawn.ints(0, layout.datanodes().size())
                    .distinct()
                    .limit(3)
                    .mapToObj(index -> layout.datanodes().get(index))
                    .toArray(Datanode[]::new);
            Datanode reader = layout.datanodes().get(block % layout.datanodes().size());
            DatanodeDescriptor[] offered =
                    Arrays.stream(replicas).map(descriptors::get).toArray(DatanodeDescriptor[]::new);
            SeededDecisions.seed(block);
            topology.sortByDistance(descriptors.get(reader), offered, offered.length, rest -> {});

            new Retrieval(layout, RetrievalPolicy.HYBRID, weights, new SplittableRandom(block))
                    .order(replicas, reader.location().rack(), reader.location().host(), node -> 0);

            assertThat(Arrays.stream(replicas).map(descriptors::get))
                    .as("block %s", block)
                    .containsExactly(offered);
            different.add(
                    Arrays.stream(replicas).map(node -> node.location().tier()).toList());
        }

        assertThat(different).hasSizeGreaterThan(5);
    }
}
