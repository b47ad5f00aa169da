package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Cluster, policy of a file, and a block that needs {@code count} more replicas. */
record PlacementCase(
        SimulatedCluster cluster,
        PlacementPolicy policy,
        boolean singleRack,
        TierCounts wanted,
        List<ReplicaLocation> present,
        int count,
        Optional<ReplicaLocation> writer) {

    static PlacementCase random(Random random) {
        SimulatedCluster cluster = SimulatedCluster.random(random);
        int replication = random.nextInt(3) == 0 ? 1 + random.nextInt(10) : 1 + random.nextInt(4);
        List<String> names = new ArrayList<>();
        for (int tier = 0; tier < cluster.tiers(); tier++) {
            names.add("t" + tier);
        }
        TierNames tiers = TierNames.of(names);
        PlacementPolicy policy = policy(random, tiers);
        TierCounts wanted = policy.wanted(tiers, cluster.populated(), replication, random.nextLong())
                .orElse(TierCounts.none(tiers.size()).plus(TierNames.UNKNOWN, replication));
        List<ReplicaLocation> present = random.nextInt(5) < 3 ? List.of() : present(random, cluster, replication);
        int room = Math.max(0, replication - present.size());
        int count = random.nextInt(4) == 0 ? random.nextInt(room + 1) : room;
        if (random.nextInt(50) == 0) {
            count += random.nextInt(3);
        }
        return new PlacementCase(
                cluster, policy, random.nextBoolean(), wanted, present, count, writer(random, cluster));
    }

    private static PlacementPolicy policy(Random random, TierNames tiers) {
        return switch (random.nextInt(4)) {
            case 0 -> PlacementPolicy.Named.TIER_AWARE;
            case 1 -> PlacementPolicy.Named.RANDOM;
            case 2 -> new PlacementPolicy.Vector(vector(random, tiers));
            default -> PlacementPolicy.Named.HYBRID;
        };
    }

    static ReplicaVector vector(Random random, TierNames tiers) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (int i = 0, n = 1 + random.nextInt(4); i < n; i++) {
            counts.merge(tiers.name(random.nextInt(tiers.size())), 1 + random.nextInt(2), Integer::sum);
        }
        return ReplicaVector.of(counts, random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 0);
    }

    /** On distinct hosts, on any tier: usable or not, wanted there or not. */
    private static List<ReplicaLocation> present(Random random, SimulatedCluster cluster, int replication) {
        List<SimulatedCluster.Node> nodes = new ArrayList<>(cluster.nodes());
        Collections.shuffle(nodes, random);
        List<ReplicaLocation> present = new ArrayList<>();
        Set<String> hosts = new HashSet<>();
        int most = random.nextInt(replication + 1);
        for (SimulatedCluster.Node node : nodes) {
            if (present.size() < most && hosts.add(node.location().host())) {
                present.add(node.location());
            }
        }
        return present;
    }

    private static Optional<ReplicaLocation> writer(Random random, SimulatedCluster cluster) {
        int kind = random.nextInt(5);
        if (kind == 0 || cluster.nodes().isEmpty()) {
            return Optional.empty();
        }
        ReplicaLocation node =
                cluster.nodes().get(random.nextInt(cluster.nodes().size())).location();
        return Optional.of(
                switch (kind) {
                    case 1 -> new ReplicaLocation(TierNames.UNKNOWN, "/elsewhere", "client");
                    case 2 -> new ReplicaLocation(TierNames.UNKNOWN, node.rack(), "client");
                    default -> node;
                });
    }

    boolean span() {
        return cluster.severalRacks() && (policy.rackAware() || !singleRack);
    }

    boolean related() {
        return cluster.severalRacks() && policy.rackAware();
    }

    /** Counts that the block needs in addition to the present replicas, by rank plus one, any at 0; at least those to place. */
    int[] need() {
        int[] need = new int[wanted.tiers() + 1];
        need[0] = wanted.any();
        int sum = wanted.sum();
        for (int tier = 0; tier < wanted.tiers(); tier++) {
            need[tier + 1] = wanted.of(tier);
        }
        for (ReplicaLocation location : present) {
            int slot = need[location.tier() + 1] > 0 ? location.tier() + 1 : 0;
            if (need[slot] > 0) {
                need[slot]--;
                sum--;
            }
        }
        if (sum < count) {
            TierCounts more = wanted.fit(wanted.sum() + count - sum);
            need[0] += more.any() - wanted.any();
            for (int tier = 0; tier < wanted.tiers(); tier++) {
                need[tier + 1] += more.of(tier) - wanted.of(tier);
            }
        }
        return need;
    }

    PlacementPlanner.Outcome place(PlacementPlanner.Chooser chooser, Random random) {
        return new PlacementPlanner(cluster, policy.rackAware(), singleRack, random, chooser)
                .place(wanted, present, count, writer);
    }

    @Override
    public String toString() {
        return policy + (singleRack ? " (single rack allowed)" : "") + ", wanted " + wanted + ", present " + present
                + ", " + count + " more, writer " + writer + ", nodes:\n" + cluster;
    }
}
