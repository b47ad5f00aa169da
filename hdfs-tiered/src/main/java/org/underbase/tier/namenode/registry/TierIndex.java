package org.underbase.tier.namenode.registry;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.underbase.tier.policy.DeviceRates;
import org.underbase.tier.policy.TierNames;

/** Snapshot of the registered DataNodes by tier, rack and host. Immutable. */
public final class TierIndex {
    private static final DatanodeDescriptor[] NONE = {};

    /** DataNodes of one tier. */
    public static final class Tier {
        private final DatanodeDescriptor[] all;
        private final Map<String, DatanodeDescriptor[]> byRack;
        private final Set<String> hosts;

        private Tier(List<DatanodeDescriptor> nodes, TierRegistry registry) {
            all = nodes.toArray(NONE);
            Map<String, List<DatanodeDescriptor>> racks = new HashMap<>();
            Set<String> names = new HashSet<>();
            for (DatanodeDescriptor node : nodes) {
                racks.computeIfAbsent(node.getNetworkLocation(), rack -> new ArrayList<>())
                        .add(node);
                names.add(registry.node(node));
            }
            byRack = new HashMap<>();
            racks.forEach((rack, members) -> byRack.put(rack, members.toArray(NONE)));
            hosts = Set.copyOf(names);
        }

        /** Returns the tier's DataNodes; the caller must not change the array. */
        public DatanodeDescriptor[] all() {
            return all;
        }

        /** Returns the names of the hosts that run the tier's DataNodes. */
        public Set<String> hosts() {
            return hosts;
        }

        /** Whether a DataNode belongs to the tier. */
        public boolean has(DatanodeDescriptor node) {
            return List.of(inRack(node.getNetworkLocation())).contains(node);
        }

        /** Returns the tier's DataNodes on one rack; the caller must not change the array. */
        public DatanodeDescriptor[] inRack(String rack) {
            return byRack.getOrDefault(rack, NONE);
        }

        public Optional<String> soleRack() {
            return byRack.size() == 1 ? Optional.of(byRack.keySet().iterator().next()) : Optional.empty();
        }
    }

    /**
     * Values of a DataNode that retrieval orders use.
     *
     * @param rank rank of its tier; {@link TierNames#UNKNOWN} without one
     * @param device rate of its devices for readers, limited by the tier's other DataNodes; 0 if unknown
     */
    public record Reading(int rank, double device) {}

    private final TierRegistry registry;
    private final Tier[] tiers;
    /** Values by DataNode UUID: one lookup here instead of several in the registry makes ordering much cheaper. */
    private final Map<String, Reading> readings = new HashMap<>();

    private final Map<String, DatanodeDescriptor[]> hosts = new HashMap<>();
    private final boolean hostsAreShared;
    private final DatanodeDescriptor[] untiered;
    private final Set<String> racks = new HashSet<>();
    private final long registryVersion;
    private final long topologyVersion;

    public TierIndex(
            Collection<DatanodeDescriptor> nodes, TierRegistry registry, long registryVersion, long topologyVersion) {
        this.registry = registry;
        this.registryVersion = registryVersion;
        this.topologyVersion = topologyVersion;
        List<List<DatanodeDescriptor>> byTier = new ArrayList<>();
        for (int rank = 0; rank < registry.tiers().size(); rank++) {
            byTier.add(new ArrayList<>());
        }
        List<DatanodeDescriptor> none = new ArrayList<>();
        Map<String, List<DatanodeDescriptor>> byHost = new HashMap<>();
        for (DatanodeDescriptor node : nodes) {
            int rank = registry.rank(node);
            if (rank == TierNames.UNKNOWN) {
                none.add(node);
                readings.put(node.getDatanodeUuid(), new Reading(rank, 0));
            } else {
                byTier.get(rank).add(node);
            }
            byHost.computeIfAbsent(registry.node(node), host -> new ArrayList<>(2))
                    .add(node);
            racks.add(node.getNetworkLocation());
        }
        for (int rank = 0; rank < byTier.size(); rank++) {
            List<DatanodeDescriptor> members = byTier.get(rank);
            double[] devices = DeviceRates.limited(
                    members.stream().mapToDouble(registry::device).toArray());
            for (int i = 0; i < devices.length; i++) {
                readings.put(members.get(i).getDatanodeUuid(), new Reading(rank, devices[i]));
            }
        }
        tiers = byTier.stream().map(members -> new Tier(members, registry)).toArray(Tier[]::new);
        untiered = none.toArray(NONE);
        byHost.forEach((host, members) -> hosts.put(host, members.toArray(NONE)));
        hostsAreShared = tiers.length > 0 && hosts.size() < nodes.size();
    }

    /** Whether this index was built from given versions of the registry and the topology. */
    public boolean isBuiltFrom(long registryNow, long topologyNow) {
        return registryVersion == registryNow && topologyVersion == topologyNow;
    }

    /** Returns the name of the node on which a DataNode runs. */
    public String node(DatanodeDescriptor datanode) {
        return registry.node(datanode);
    }

    /** Returns the values of any DataNode, registered or not. */
    public Reading reading(DatanodeID datanode) {
        Reading reading = readings.get(datanode.getDatanodeUuid());
        return reading == null ? new Reading(registry.rank(datanode), 0) : reading;
    }

    public Tier tier(int rank) {
        return tiers[rank];
    }

    /** Returns the DataNodes outside some tiers, given by rank, as if they were a tier; computed by each call. */
    public Tier outside(BitSet ranks) {
        List<DatanodeDescriptor> nodes = new ArrayList<>(List.of(untiered));
        for (int rank = 0; rank < tiers.length; rank++) {
            if (!ranks.get(rank)) {
                nodes.addAll(List.of(tiers[rank].all));
            }
        }
        return new Tier(nodes, registry);
    }

    /** Returns the registered DataNodes without a tier. */
    DatanodeDescriptor[] untiered() {
        return untiered;
    }

    /** Whether tiers exist and a node runs several DataNodes. */
    public boolean nodesAreShared() {
        return hostsAreShared;
    }

    /** Returns all DataNodes of a node that runs several; none otherwise, or without tiers. */
    public DatanodeDescriptor[] instances(DatanodeID datanode) {
        if (!hostsAreShared) {
            return NONE;
        }
        DatanodeDescriptor[] members = hosts.getOrDefault(registry.node(datanode), NONE);
        return members.length > 1 ? members : NONE;
    }

    /** Visits the DataNodes of a host. */
    public void eachOn(String host, Consumer<DatanodeDescriptor> visitor) {
        for (DatanodeDescriptor member : hosts.getOrDefault(host, NONE)) {
            visitor.accept(member);
        }
    }

    /** Returns the number of hosts with DataNodes. */
    public int hosts() {
        return hosts.size();
    }

    public boolean severalRacks() {
        return racks.size() > 1;
    }
}
