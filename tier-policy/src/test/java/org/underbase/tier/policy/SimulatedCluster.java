package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * DataNodes, some without capacity for a replica (full, stale, decommissioning, missing). Some of these are in the view
 * and some are not; what does take replicas always is.
 */
final class SimulatedCluster implements ClusterView {
    /**
     * A DataNode.
     *
     * @param usable whether it takes a replica
     * @param counted whether the view knows it
     */
    record Node(ReplicaLocation location, boolean usable, boolean counted) {}

    private final int tiers;
    private final List<Node> nodes;

    SimulatedCluster(int tiers, List<Node> nodes) {
        this.tiers = tiers;
        this.nodes = List.copyOf(nodes);
    }

    /** Draws 1 to 6 tiers on 1 to 20 racks, each with few or many nodes, on all or some racks. */
    static SimulatedCluster random(Random random) {
        int tiers = 1 + random.nextInt(6);
        int racks = 1 + random.nextInt(random.nextInt(3) > 0 ? 5 : 20);
        int hosts = 1 + random.nextInt(2 + racks * (1 + random.nextInt(3)));
        double usable = new double[] {1, 1, 0.9, 0.5}[random.nextInt(4)];
        double counted = new double[] {0, 0, 0.5, 1}[random.nextInt(4)];
        double untiered = new double[] {0, 0, 0.1, 0.5}[random.nextInt(4)];
        double[] share = new double[tiers];
        boolean[][] in = new boolean[tiers][racks];
        for (int tier = 0; tier < tiers; tier++) {
            share[tier] = new double[] {0.1, 0.2, 0.4, 1}[random.nextInt(4)];
            double spread = new double[] {1, 0.5, 0.2, 0.1}[random.nextInt(4)];
            for (int rack = 0; rack < racks; rack++) {
                in[tier][rack] = random.nextDouble() < spread;
            }
        }
        List<Node> nodes = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            int rack = random.nextInt(racks);
            for (int tier = 0; tier < tiers; tier++) {
                if (in[tier][rack] && random.nextDouble() < share[tier]) {
                    nodes.add(node(tier, rack, host, random.nextDouble() < usable, random.nextDouble() < counted));
                }
            }
            if (random.nextDouble() < untiered) {
                nodes.add(node(
                        TierNames.UNKNOWN, rack, host, random.nextDouble() < usable, random.nextDouble() < counted));
            }
        }
        return new SimulatedCluster(tiers, nodes);
    }

    private static Node node(int tier, int rack, int host, boolean usable, boolean counted) {
        return new Node(new ReplicaLocation(tier, "/r" + rack, "h" + host), usable, usable || counted);
    }

    int tiers() {
        return tiers;
    }

    List<Node> nodes() {
        return nodes;
    }

    List<ReplicaLocation> usable() {
        return nodes.stream().filter(Node::usable).map(Node::location).toList();
    }

    boolean[] populated() {
        boolean[] populated = new boolean[tiers];
        for (Node node : nodes) {
            if (node.counted() && node.location().tier() != TierNames.UNKNOWN) {
                populated[node.location().tier()] = true;
            }
        }
        return populated;
    }

    @Override
    public boolean severalRacks() {
        return nodes.stream()
                        .filter(Node::counted)
                        .map(node -> node.location().rack())
                        .distinct()
                        .count()
                > 1;
    }

    @Override
    public Optional<String> soleRack(int tier) {
        Set<String> racks = new HashSet<>();
        counted(tier).forEach(location -> racks.add(location.rack()));
        return racks.size() == 1 ? Optional.of(racks.iterator().next()) : Optional.empty();
    }

    @Override
    public Optional<Set<String>> hosts(int tier, int limit) {
        Set<String> hosts = new HashSet<>();
        counted(tier).forEach(location -> hosts.add(location.host()));
        return hosts.size() <= limit ? Optional.of(hosts) : Optional.empty();
    }

    @Override
    public boolean has(String host, int tier) {
        return counted(tier).stream().anyMatch(location -> location.host().equals(host));
    }

    private List<ReplicaLocation> counted(int tier) {
        return nodes.stream()
                .filter(node -> node.counted() && node.location().tier() == tier)
                .map(Node::location)
                .toList();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Node node : nodes) {
            text.append(node.location().host())
                    .append(node.location().rack())
                    .append(" tier ")
                    .append(node.location().tier())
                    .append(node.usable() ? "" : node.counted() ? " unusable" : " gone")
                    .append('\n');
        }
        return text.toString();
    }
}
