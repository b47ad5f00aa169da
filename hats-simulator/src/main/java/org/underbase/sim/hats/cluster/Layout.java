package org.underbase.sim.hats.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.underbase.tier.policy.ClusterView;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.TierNames;

/** DataNodes of a cluster by tier, rack and host. Immutable. */
public final class Layout implements ClusterView {
    private static final Datanode[] NONE = {};

    /** DataNodes of one tier, or of all tiers. */
    private static final class Group {
        private final Datanode[] all;
        private final Map<String, Datanode[]> byRack = new LinkedHashMap<>();
        private final Set<String> hosts = new HashSet<>();

        Group(List<Datanode> members) {
            all = members.toArray(NONE);
            Map<String, List<Datanode>> racks = new LinkedHashMap<>();
            for (Datanode member : members) {
                racks.computeIfAbsent(member.location().rack(), rack -> new ArrayList<>())
                        .add(member);
                hosts.add(member.location().host());
            }
            racks.forEach((rack, nodes) -> byRack.put(rack, nodes.toArray(NONE)));
        }
    }

    private final TierNames tiers;
    private final List<Datanode> datanodes;
    /** By rank plus one; all DataNodes at 0. */
    private final List<Group> groups = new ArrayList<>();

    private final Map<String, Datanode[]> byHost = new LinkedHashMap<>();
    private final Map<String, Integer> hostIndex = new HashMap<>();
    private final List<String> hosts;
    private final Map<Datanode, Integer> indexes = new HashMap<>();

    /**
     * Creates a layout.
     *
     * @param tiers tiers, the fastest first
     * @param datanodes distinct DataNodes; random choices depend on their order
     */
    public Layout(TierNames tiers, List<Datanode> datanodes) {
        this.tiers = tiers;
        this.datanodes = List.copyOf(datanodes);
        groups.add(new Group(datanodes));
        for (int rank = 0; rank < tiers.size(); rank++) {
            int wanted = rank;
            groups.add(new Group(datanodes.stream()
                    .filter(node -> node.location().tier() == wanted)
                    .toList()));
        }
        Map<String, List<Datanode>> instances = new LinkedHashMap<>();
        for (Datanode datanode : datanodes) {
            indexes.put(datanode, indexes.size());
            instances
                    .computeIfAbsent(datanode.location().host(), host -> new ArrayList<>())
                    .add(datanode);
        }
        instances.forEach((host, nodes) -> {
            hostIndex.put(host, hostIndex.size());
            byHost.put(host, nodes.toArray(NONE));
        });
        this.hosts = List.copyOf(byHost.keySet());
    }

    /**
     * Returns the same DataNodes, in the same order, on other tiers.
     *
     * @param names the other tiers
     * @param rank rank of the new tier by rank of the present one
     */
    Layout regrouped(TierNames names, IntUnaryOperator rank) {
        List<Datanode> moved = new ArrayList<>();
        for (Datanode datanode : datanodes) {
            ReplicaLocation at = datanode.location();
            moved.add(new Datanode(
                    new ReplicaLocation(rank.applyAsInt(at.tier()), at.rack(), at.host()),
                    datanode.instance(),
                    datanode.device(),
                    datanode.devices()));
        }
        return new Layout(names, moved);
    }

    public TierNames tiers() {
        return tiers;
    }

    public List<Datanode> datanodes() {
        return datanodes;
    }

    /** Returns the position of a DataNode in {@link #datanodes}. */
    public int index(Datanode datanode) {
        return indexes.get(datanode);
    }

    /** Returns the names of the hosts. */
    public List<String> hosts() {
        return hosts;
    }

    /** Returns the position of a host in {@link #hosts}. */
    public int hostIndex(String host) {
        return hostIndex.get(host);
    }

    /** Returns the DataNodes of a host; none if it is unknown. */
    public Datanode[] onHost(String host) {
        return byHost.getOrDefault(host, NONE);
    }

    /** Returns whether each tier, by rank, has a DataNode. */
    public boolean[] populated() {
        boolean[] populated = new boolean[tiers.size()];
        for (int rank = 0; rank < populated.length; rank++) {
            populated[rank] = members(rank).length > 0;
        }
        return populated;
    }

    /** Returns the DataNodes of a tier; all for {@link TierNames#UNKNOWN}. */
    public Datanode[] members(int tier) {
        return groups.get(tier + 1).all;
    }

    /** Returns the DataNodes of a tier on one rack; those of all tiers for {@link TierNames#UNKNOWN}. */
    Datanode[] members(int tier, String rack) {
        return groups.get(tier + 1).byRack.getOrDefault(rack, NONE);
    }

    /** Returns the number of racks. */
    int racks() {
        return groups.get(0).byRack.size();
    }

    @Override
    public boolean severalRacks() {
        return racks() > 1;
    }

    @Override
    public Optional<String> soleRack(int tier) {
        Map<String, Datanode[]> racks = groups.get(tier + 1).byRack;
        return racks.size() == 1 ? Optional.of(racks.keySet().iterator().next()) : Optional.empty();
    }

    @Override
    public Optional<Set<String>> hosts(int tier, int limit) {
        Set<String> hosts = groups.get(tier + 1).hosts;
        return hosts.size() <= limit ? Optional.of(hosts) : Optional.empty();
    }

    @Override
    public boolean has(String host, int tier) {
        return groups.get(tier + 1).hosts.contains(host);
    }
}
