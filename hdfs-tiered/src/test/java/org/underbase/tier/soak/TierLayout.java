package org.underbase.tier.soak;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.TestCluster;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.policy.ReplicaVector;

/**
 * Assignment of tiers to nodes.
 *
 * @param tiers tiers, the fastest first
 * @param nodes nodes, in the order of the cluster
 * @param files number of files
 */
record TierLayout(List<String> tiers, List<Node> nodes, int files) {
    private static final String FAST = "fast";
    private static final String DISK = "disk";
    private static final String COLD = "cold";
    private static final int MAX_REPLICAS = 3;

    /**
     * Three tiers on four nodes on two racks: replicas often conflict with others of the block. Three nodes have the fastest
     * tier, so that all replicas of a block can land on it.
     */
    static final TierLayout FULL = new TierLayout(
            List.of(FAST, DISK, COLD),
            List.of(
                    new Node("/r1", List.of(FAST, DISK)),
                    new Node("/r1", List.of(DISK, COLD)),
                    new Node("/r2", List.of(FAST, DISK)),
                    new Node("/r2", List.of(FAST, DISK, COLD))),
            6);

    /** Smallest layout with moves, for a few kills: two tiers on three nodes. */
    static final TierLayout SMALL = new TierLayout(
            List.of(FAST, DISK),
            List.of(
                    new Node("/r1", List.of(FAST, DISK)),
                    new Node("/r2", List.of(FAST, DISK)),
                    new Node("/r2", List.of(FAST, DISK))),
            3);

    /**
     * Node.
     *
     * @param rack its rack
     * @param tiers tiers of its DataNodes
     */
    record Node(String rack, List<String> tiers) {}

    TierLayout {
        tiers = List.copyOf(tiers);
        nodes = List.copyOf(nodes);
    }

    String fastest() {
        return tiers.get(0);
    }

    int dataNodes() {
        return nodes.stream().mapToInt(node -> node.tiers().size()).sum();
    }

    /** Returns the recipe of a cluster with this layout. */
    ClusterRecipe describe() {
        ClusterRecipe builder = TestCluster.builder()
                .nodes(nodes.size())
                .racks(nodes.stream().map(Node::rack).toArray(String[]::new));
        for (int i = 0; i < nodes.size(); i++) {
            for (String tier : nodes.get(i).tiers()) {
                builder.dataNode("n" + (i + 1), dataNode -> dataNode.set(TierKeys.ID.name(), tier));
            }
        }
        builder.set(TierKeys.NAMES.name(), String.join(",", tiers));
        SoakSettings.of().forEach(builder::set);
        return builder;
    }

    /** Returns every vector of two or three replicas that these nodes can hold on two racks. */
    List<ReplicaVector> vectors() {
        List<ReplicaVector> result = new ArrayList<>();
        vectors(0, 0, new HashMap<>(), result);
        return result;
    }

    private void vectors(int tier, int sum, Map<String, Integer> counts, List<ReplicaVector> result) {
        if (tier == tiers.size()) {
            if (sum >= 2) {
                ReplicaVector vector = ReplicaVector.of(counts, 0);
                if (holds(vector)) {
                    result.add(vector);
                }
            }
            return;
        }
        for (int count = 0; sum + count <= MAX_REPLICAS; count++) {
            counts.put(tiers.get(tier), count);
            vectors(tier + 1, sum + count, counts, result);
        }
        counts.put(tiers.get(tier), 0);
    }

    /** Whether the nodes can hold a vector, on two racks if it has two replicas. */
    boolean holds(ReplicaVector vector) {
        List<String> wanted = new ArrayList<>();
        vector.counts().forEach((tier, count) -> {
            for (int i = 0; i < count; i++) {
                wanted.add(tier);
            }
        });
        return wanted.size() <= MAX_REPLICAS && placed(wanted, 0, new HashSet<>());
    }

    private boolean placed(List<String> wanted, int next, Set<Integer> used) {
        if (next == wanted.size()) {
            return next < 2
                    || used.stream()
                                    .map(node -> nodes.get(node).rack())
                                    .distinct()
                                    .count()
                            > 1;
        }
        for (int node = 0; node < nodes.size(); node++) {
            if (nodes.get(node).tiers().contains(wanted.get(next)) && used.add(node)) {
                if (placed(wanted, next + 1, used)) {
                    return true;
                }
                used.remove(node);
            }
        }
        return false;
    }
}
