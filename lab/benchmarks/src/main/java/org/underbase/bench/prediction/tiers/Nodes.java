package org.underbase.bench.prediction.tiers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.underbase.sim.hats.cluster.Datanode;
import org.underbase.sim.hats.cluster.Layout;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.TierNames;

/** Nodes of the cluster: on each of three racks one with a fast device and two with an HDD, each with one DataNode. */
final class Nodes {
    private static final int RACKS = 3;
    private static final int PER_RACK = 3;

    /** All nodes, in the order of their names. */
    static final List<Place> ALL = all();

    private static final Map<String, Place> BY_NAME =
            ALL.stream().collect(Collectors.toMap(Place::name, place -> place));

    /**
     * Node.
     *
     * @param name name, which is also its host name
     * @param rack its rack
     * @param tier tier of its DataNode
     */
    record Place(String name, String rack, Tier tier) {}

    private Nodes() {}

    private static List<Place> all() {
        List<Place> all = new ArrayList<>();
        for (int node = 0; node < RACKS * PER_RACK; node++) {
            Tier tier = node % PER_RACK == 0 ? Tier.FAST : Tier.DISK;
            all.add(new Place("n" + (node + 1), "/r" + (node / PER_RACK + 1), tier));
        }
        return List.copyOf(all);
    }

    /** Returns the names of the nodes with a client: those with an HDD. The NameNode is on the first node, which has none. */
    static List<String> clients() {
        return ALL.stream()
                .filter(node -> node.tier() == Tier.DISK)
                .map(Place::name)
                .toList();
    }

    static boolean exists(String node) {
        return BY_NAME.containsKey(node);
    }

    static String rack(String node) {
        return BY_NAME.get(node).rack();
    }

    static Tier tier(String node) {
        return BY_NAME.get(node).tier();
    }

    static TierNames tiers() {
        return TierNames.of(Arrays.stream(Tier.values()).map(Tier::id).toList());
    }

    /** Returns the NameNode's view of the DataNodes. */
    static Layout layout() {
        return new Layout(
                tiers(),
                ALL.stream()
                        .map(node -> new Datanode(
                                new ReplicaLocation(tiers().rank(node.tier().id()), node.rack(), node.name()),
                                0,
                                node.tier().device(),
                                1))
                        .toList());
    }
}
