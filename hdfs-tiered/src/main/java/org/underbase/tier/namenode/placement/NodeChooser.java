package org.underbase.tier.namenode.placement;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.underbase.tier.namenode.registry.QuotaRoom;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.Attempt;
import org.underbase.tier.policy.PlacementPlanner;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.TierNames;

/** Chooser that finds the nodes for the planner's attempts by HDFS's choice. Thread-confined. */
final class NodeChooser implements PlacementPlanner.RevocableChooser {
    /** Choice that can be released. */
    private record Chosen(ReplicaLocation location, DatanodeStorageInfo storage, List<Node> excluded) {}

    private final TierTopology topology;
    private final StockChoice stock;
    private final Set<Node> excluded;
    private final int maxPerRack;
    private final List<DatanodeStorageInfo> results;
    private final EnumMap<StorageType, Integer> storageTypes;
    private final QuotaRoom room;
    private final RandomGenerator random;
    private final Deque<Chosen> chosen = new ArrayDeque<>(4);

    /**
     * Creates a chooser for one block.
     *
     * @param topology DataNodes and their tiers
     * @param stock HDFS's choice of a storage, which adds it to {@code results}
     * @param excluded nodes that must not hold a replica; extended by each choice
     * @param maxPerRack HDFS's maximum number of replicas on one rack
     * @param results storages of the block's replicas
     * @param storageTypes number of replicas to place per storage type
     * @param room room within quotas; a tier without room is chosen like a full one, never
     * @param random source of randomness
     */
    NodeChooser(
            TierTopology topology,
            StockChoice stock,
            Set<Node> excluded,
            int maxPerRack,
            List<DatanodeStorageInfo> results,
            EnumMap<StorageType, Integer> storageTypes,
            QuotaRoom room,
            RandomGenerator random) {
        this.topology = topology;
        this.stock = stock;
        this.excluded = excluded;
        this.maxPerRack = maxPerRack;
        this.results = results;
        this.storageTypes = storageTypes;
        this.room = room;
        this.random = random;
    }

    @Override
    public Optional<ReplicaLocation> choose(Attempt attempt) {
        if (!room.admits(attempt.tier())) {
            return Optional.empty();
        }
        if (attempt.relation() == Attempt.Relation.NODE) {
            return onHost(attempt).map(this::add);
        }
        Optional<DatanodeStorageInfo> found = random(attempt, maxPerRack);
        int total = results.size() + 1;
        if (found.isEmpty() && maxPerRack < total) {
            // The tier takes precedence over HDFS's even spread over racks, but not over the second rack.
            found = random(attempt, total);
        }
        return found.map(this::add);
    }

    private ReplicaLocation add(DatanodeStorageInfo storage) {
        DatanodeDescriptor node = storage.getDatanodeDescriptor();
        List<Node> added = new ArrayList<>(2);
        topology.index().eachOn(topology.index().node(node), sibling -> {
            if (excluded.add(sibling)) {
                added.add(sibling);
            }
        });
        ReplicaLocation location = topology.registry().location(node);
        room.take(location.tier(), 1);
        chosen.push(new Chosen(location, storage, added));
        return location;
    }

    @Override
    public void release(ReplicaLocation location) {
        Chosen last = chosen.pop();
        if (!last.location().equals(location)) {
            throw new IllegalStateException("cannot release " + location + ": the last choice is " + last.location());
        }
        room.take(location.tier(), -1);
        results.remove(last.storage());
        last.excluded().forEach(excluded::remove);
        storageTypes.merge(last.storage().getStorageType(), 1, Integer::sum);
    }

    private Optional<DatanodeStorageInfo> onHost(Attempt attempt) {
        if (attempt.avoid().contains(attempt.place())) {
            return Optional.empty();
        }
        List<DatanodeDescriptor> nodes = new ArrayList<>(2);
        topology.index().eachOn(attempt.place(), node -> {
            int rank = topology.registry().rank(node);
            if (rank == attempt.tier() || (attempt.tier() == TierNames.UNKNOWN && room.admits(rank))) {
                nodes.add(node);
            }
        });
        return nodes.stream()
                .flatMap(node -> stock.onNode(node, new HashSet<>(excluded)).stream())
                .findFirst();
    }

    /** Chooses among copies of the excluded nodes: HDFS adds rejected nodes, which another attempt has to see again. */
    private Optional<DatanodeStorageInfo> random(Attempt attempt, int limit) {
        if (attempt.tier() != TierNames.UNKNOWN) {
            return stock.random(
                    NodeBase.ROOT, AttemptNodes.matching(attempt, topology.index(), excluded, random), limit);
        }
        Set<Node> seen = new HashSet<>(excluded);
        room.without(1).stream()
                .forEach(rank -> seen.addAll(List.of(topology.index().tier(rank).all())));
        attempt.avoid().forEach(host -> topology.index().eachOn(host, seen::add));
        String scope =
                switch (attempt.relation()) {
                    case SAME_RACK -> attempt.place();
                    case OTHER_RACK -> "~" + attempt.place();
                    default -> NodeBase.ROOT;
                };
        return stock.random(scope, seen, limit);
    }
}
