package org.underbase.sim.hats.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.sim.hats.cluster.Datanode;
import org.underbase.sim.hats.cluster.Layout;
import org.underbase.sim.hats.cluster.Placement;
import org.underbase.sim.hats.cluster.Policy;
import org.underbase.sim.hats.cluster.Retrieval;
import org.underbase.tier.policy.RetrievalWeights;
import org.underbase.tier.policy.RetrievalWeights.Proximity;
import org.underbase.tier.policy.TierNames;

/**
 * Shares of replicas and reads versus those of a real NameNode with 39 registered DataNodes: part {@code placement} of {@code
 * bench tiers}, docs/evidence/bench-tiers.md. Each node writes 10 files of 16 blocks; then the nodes alternate, and each reads a
 * block that is on the node, otherwise on its rack, otherwise anywhere.
 */
class NameNodeSharesTest {
    private static final int BLOCKS_PER_NODE = 160;
    private static final int BLOCKS_PER_FILE = 16;
    private static final int REPLICATION = 3;
    private static final int SEEDS = 10;
    private static final double PERCENTAGE_POINT = 0.01;

    private final Layout layout = Testbed.paper();
    private final Map<String, Integer> counts = new TreeMap<>();

    /** Block with its replicas. */
    private record Block(List<Datanode> replicas) {
        boolean isOn(String host) {
            return replicas.stream().anyMatch(node -> node.location().host().equals(host));
        }

        boolean isOnRack(String rack) {
            return replicas.stream().anyMatch(node -> node.location().rack().equals(rack));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "TIER_AWARE, false, 0.333, 0.333, 0.000, 0.113, 0.320, 0.346, 0.327, 0.169",
        "HYBRID,     false, 0.333, 0.333, 0.000, 1.000, 0.290, 0.310, 0.481, 0.175",
        "RANDOM,     false, 0.074, 0.228, 0.000, 0.113, 0.074, 0.230, 0.327, 0.169",
        "TIER_AWARE, true,  0.333, 0.333, 0.098, 0.109, 0.319, 0.350, 0.334, 0.211",
        "RANDOM,     true,  0.080, 0.224, 0.084, 0.114, 0.081, 0.228, 0.331, 0.199",
    })
    void sharesAreThoseOfTheNameNode(
            Policy policy,
            boolean singleRack,
            double storedPcie,
            double storedSata,
            double oneRack,
            double onWriter,
            double readPcie,
            double readSata,
            double readNode,
            double readRack) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            run(policy, singleRack, seed);
        }

        int blocks = SEEDS * BLOCKS_PER_NODE * layout.hosts().size();
        Map<String, Double> shares = counts.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> (double) entry.getValue()
                                / blocks
                                / (entry.getKey().startsWith("stored") ? REPLICATION : 1)));
        Map<String, Double> expected = new TreeMap<>(Map.of(
                "stored0", storedPcie,
                "stored1", storedSata,
                "oneRack", oneRack,
                "onWriter", onWriter,
                "read0", readPcie,
                "read1", readSata,
                "NODE", readNode,
                "RACK", readRack));
        expected.forEach((name, value) -> assertThat(shares.getOrDefault(name, 0.0))
                .as("%s, all: %s", name, shares)
                .isCloseTo(value, within(Math.max(PERCENTAGE_POINT, twoDeviations(value)))));
    }

    /** The NameNode's shares are those of one run, and random themselves. */
    private double twoDeviations(double share) {
        int blocks = BLOCKS_PER_NODE * layout.hosts().size();
        return 2 * Math.sqrt(share * (1 - share) / blocks);
    }

    private void run(Policy policy, boolean singleRack, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Placement placement = new Placement(layout, policy, singleRack, TierNames.UNKNOWN, random.split());
        List<Block> blocks = new ArrayList<>();
        for (int host = 0; host < layout.hosts().size(); host++) {
            for (int block = 0; block < BLOCKS_PER_NODE; block++) {
                blocks.add(write(placement, host, block / BLOCKS_PER_FILE));
            }
        }
        Collections.shuffle(blocks, new Random(seed));
        RetrievalWeights weights =
                new RetrievalWeights(new double[layout.tiers().size()], 2, 1.5, false);
        Retrieval retrieval = new Retrieval(layout, policy.retrieval(), weights, random.split());
        for (int turn = 0; !blocks.isEmpty(); turn++) {
            String host = layout.hosts().get(turn % layout.hosts().size());
            read(retrieval, next(blocks, host), host);
        }
    }

    private String rack(String host) {
        return layout.onHost(host)[0].location().rack();
    }

    private Block write(Placement placement, int writer, int file) {
        String host = layout.hosts().get(writer);
        List<Datanode> replicas = placement.place(REPLICATION, 100L * writer + file, rack(host), host);
        replicas.forEach(replica -> count("stored" + replica.location().tier()));
        Block block = new Block(replicas);
        if (block.isOn(host)) {
            count("onWriter");
        }
        if (replicas.stream()
                        .map(replica -> replica.location().rack())
                        .distinct()
                        .count()
                == 1) {
            count("oneRack");
        }
        return block;
    }

    private void read(Retrieval retrieval, Block block, String host) {
        Datanode[] offered = block.replicas().toArray(Datanode[]::new);
        retrieval.order(offered, rack(host), host, node -> 0);
        count("read" + offered[0].location().tier());
        Proximity proximity = Retrieval.proximity(offered[0], rack(host), host);
        count(proximity.name());
    }

    private Block next(List<Block> blocks, String host) {
        int near = -1;
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i).isOn(host)) {
                return blocks.remove(i);
            }
            if (near < 0 && blocks.get(i).isOnRack(rack(host))) {
                near = i;
            }
        }
        return blocks.remove(Math.max(near, 0));
    }

    private void count(String name) {
        counts.merge(name, 1, Integer::sum);
    }
}
