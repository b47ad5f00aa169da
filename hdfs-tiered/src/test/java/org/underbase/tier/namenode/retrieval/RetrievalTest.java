package org.underbase.tier.namenode.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.ipc.CallerContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.StartedMetrics;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.protocol.TierProtocol;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierProto;
import org.underbase.tier.testing.MiniTieredCluster;

/** In which order readers are offered the replicas of a block, over RPC and on the NameNode's topology. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RetrievalTest {
    private static final int DRAWS = 3000;

    /** Draws are the NameNode's own random numbers: a fair order fails once in a hundred thousand runs. */
    private static final double CHI_SQUARE_2 = 23.0;

    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private DistributedFileSystem hdfs;
    private TieredFiles files;
    private org.apache.hadoop.fs.Path file;

    private StartedMetrics metrics;

    @BeforeAll
    void start() throws Exception {
        metrics = new StartedMetrics();
        cluster = MiniTieredCluster.builder(directory)
                .tiers("pcie", "sata", "hdd")
                .nodes(2, "/r0", "pcie", "sata", "hdd")
                .node("/r1", "pcie", "sata", "hdd")
                .conf("dfs.tier.retrieval", "tier-aware")
                .conf("dfs.tier.pcie.weight", "533")
                .conf("dfs.tier.sata.weight", "191")
                .conf("dfs.tier.hdd.weight", "61")
                .conf("hadoop.caller.context.enabled", "true")
                // The load of an idle cluster changes when files are written: exact weights are tested without it.
                .conf("dfs.tier.retrieval.load.aware", "false")
                .build();
        hdfs = cluster.fileSystem();
        files = new TieredFiles(cluster);
        file = files.create("read", "hybrid", 1, 3);
        files.awaitSettled(file, "pcie=1,sata=1,hdd=1");
    }

    @AfterEach
    void forgetContext() {
        CallerContext.setCurrent(null);
    }

    private String tier(DatanodeInfo node) {
        return cluster.instance(node.getDatanodeUuid()).tier().orElseThrow();
    }

    private static double chiSquare(Map<String, Integer> counts, Map<String, Double> weights) {
        double total =
                weights.values().stream().mapToDouble(Double::doubleValue).sum();
        int draws = counts.values().stream().mapToInt(Integer::intValue).sum();
        double sum = 0;
        for (Map.Entry<String, Double> weight : weights.entrySet()) {
            double expected = draws * weight.getValue() / total;
            double difference = counts.getOrDefault(weight.getKey(), 0) - expected;
            sum += difference * difference / expected;
        }
        return sum;
    }

    private Map<String, Integer> firstOverRpc() throws Exception {
        Map<String, Integer> first = new TreeMap<>();
        for (int i = 0; i < DRAWS; i++) {
            first.merge(tier(files.blocks(file).get(0).getLocations()[0]), 1, Integer::sum);
        }
        return first;
    }

    @Test
    void tierAwareOffersReplicasByTheirWeights() throws Exception {
        Map<String, Integer> first = firstOverRpc();
        assertThat(chiSquare(first, Map.of("pcie", 533.0, "sata", 191.0, "hdd", 61.0)))
                .as("chi-square of %s", first)
                .isLessThan(CHI_SQUARE_2);
    }

    @Test
    void aClientHasAnotherOrderByItsCallerContext() throws Exception {
        CallerContext.setCurrent(new CallerContext.Builder("job_1,tierRetrieval:random").build());
        Map<String, Integer> first = firstOverRpc();
        assertThat(chiSquare(first, Map.of("pcie", 1.0, "sata", 1.0, "hdd", 1.0)))
                .as("chi-square of %s", first)
                .isLessThan(CHI_SQUARE_2);
        // An unknown policy is ignored.
        CallerContext.setCurrent(new CallerContext.Builder("tierRetrieval:nonsense").build());
        assertThat(firstOverRpc().getOrDefault("pcie", 0)).isGreaterThan(DRAWS / 2);
    }

    private DatanodeManager datanodes() {
        return cluster.miniCluster().getNamesystem().getBlockManager().getDatanodeManager();
    }

    private TierTopology topology() {
        return (TierTopology) datanodes().getNetworkTopology();
    }

    private DatanodeDescriptor[] replicas() throws Exception {
        return Arrays.stream(files.blocks(file).get(0).getLocations())
                .map(node -> datanodes().getDatanode(node.getDatanodeUuid()))
                .toArray(DatanodeDescriptor[]::new);
    }

    /** Returns another DataNode of the reader's host, by which HDFS represents the reader. */
    private DatanodeDescriptor siblingOf(DatanodeDescriptor node) {
        return Arrays.stream(topology().index().instances(node))
                .filter(other -> !other.equals(node))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void networkAwareOffersTheReadersOwnNodeFirstWhicheverInstanceServes() throws Exception {
        CallerContext.setCurrent(new CallerContext.Builder("tierRetrieval:network-aware").build());
        for (DatanodeDescriptor local : replicas()) {
            DatanodeDescriptor reader = siblingOf(local);
            for (int i = 0; i < 50; i++) {
                DatanodeDescriptor[] order = replicas();
                topology().sortByDistance(reader, order, order.length, list -> {});
                assertThat(order[0]).isEqualTo(local);
                // Then those on its rack, as in HDFS.
                List<Integer> distances = Arrays.stream(order)
                        .skip(1)
                        .map(node -> node.getNetworkLocation().equals(reader.getNetworkLocation()) ? 1 : 2)
                        .toList();
                assertThat(distances).isSorted();
            }
        }
    }

    @Test
    void hybridWeighsDeviceTimesProximity() throws Exception {
        CallerContext.setCurrent(new CallerContext.Builder("tierRetrieval:hybrid").build());
        DatanodeDescriptor[] replicas = replicas();
        for (DatanodeDescriptor local : replicas) {
            DatanodeDescriptor reader = siblingOf(local);
            Map<String, Double> weights = new TreeMap<>();
            for (DatanodeDescriptor node : replicas) {
                double device =
                        Map.of("pcie", 533.0, "sata", 191.0, "hdd", 61.0).get(tier(node));
                double proximity = node.getHostName().equals(reader.getHostName())
                        ? 2
                        : node.getNetworkLocation().equals(reader.getNetworkLocation()) ? 1.5 : 1;
                weights.put(tier(node), device * proximity);
            }
            Map<String, Integer> first = new TreeMap<>();
            for (int i = 0; i < 10_000; i++) {
                DatanodeDescriptor[] order = replicas.clone();
                topology().sortByDistance(reader, order, order.length, list -> {});
                first.merge(tier(order[0]), 1, Integer::sum);
            }
            assertThat(chiSquare(first, weights))
                    .as("chi-square of %s for %s", first, weights)
                    .isLessThan(CHI_SQUARE_2);
        }
    }

    @Test
    void onlyTheActivePartIsOrdered() throws Exception {
        DatanodeDescriptor[] replicas = replicas();
        Set<DatanodeDescriptor> seen = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            DatanodeDescriptor[] order = replicas.clone();
            topology().sortByDistance(null, order, 2, list -> {});
            assertThat(order[2]).isEqualTo(replicas[2]);
            seen.add(order[0]);
        }
        assertThat(seen).containsExactlyInAnyOrder(replicas[0], replicas[1]);
    }

    /** The hosts of a MapReduce split: each replica's host once, in any order. */
    @Test
    void splitLocationsStaySensible() throws Exception {
        org.apache.hadoop.fs.Path large = files.create("split", "hybrid", 4, 3);
        files.awaitSettled(large, "pcie=1,sata=1,hdd=1");
        BlockLocation[] locations = hdfs.getFileBlockLocations(hdfs.getFileStatus(large), 0, 4L * TieredFiles.BLOCK);
        assertThat(locations).hasSize(4);
        for (BlockLocation location : locations) {
            assertThat(location.getHosts()).hasSize(3).doesNotHaveDuplicates();
            assertThat(location.getTopologyPaths()).hasSize(3).allMatch(path -> path.startsWith("/r"));
            assertThat(location.getLength()).isEqualTo(TieredFiles.BLOCK);
        }
    }

    @Test
    void readsAndReplicasAreInTheMetrics() throws Exception {
        Namenode namenode = new Namenode(cluster);
        long before = namenode.call(TierProtocol::tiers).getTiersList().stream()
                .mapToLong(TierProto::getReadsServed)
                .sum();
        for (int i = 0; i < 100; i++) {
            files.blocks(file);
        }
        List<TierProto> tiers = namenode.call(TierProtocol::tiers).getTiersList();
        assertThat(tiers.stream().mapToLong(TierProto::getReadsServed).sum()).isGreaterThanOrEqualTo(before + 100);
        assertThat(tiers).extracting(TierProto::getLive).containsOnly(3);
        assertThat(tiers).extracting(TierProto::getWeight).containsExactly(533.0, 191.0, 61.0);
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        TieredFiles.await("the metrics in JMX").untilAsserted(() -> {
            assertThat(metrics.names()).isNotEmpty();
            ObjectName name = metrics.names().iterator().next();
            assertThat(beans.getMBeanInfo(name).getAttributes())
                    .anyMatch(attribute -> attribute.getName().startsWith("CapacityBytes"));
        });
    }
}
