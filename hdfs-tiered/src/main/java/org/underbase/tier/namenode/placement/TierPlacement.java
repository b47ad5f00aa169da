package org.underbase.tier.namenode.placement;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.registry.FilePolicy;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.Attempt;
import org.underbase.tier.policy.PlacementPlanner;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;

/**
 * Places replicas by tier ({@code dfs.block.replicator.classname}). The planner decides which tier and which rack relation
 * a replica has; the choice of the node and of its storage stays stock, with every check of service state, staleness,
 * load, space and slow nodes. Files without a policy are placed as stock, but never two replicas on one
 * node; with no tiers at all everything is as stock.
 */
public class TierPlacement extends BlockPlacementPolicyDefault implements Configurable {
    /** Tells {@link #chooseDataNode} to draw for the present attempt; no network location starts with it. */
    private static final String ATTEMPT_SCOPE = "\u0001attempt";

    private static final String NOWHERE = "\u0001nowhere";

    private volatile Configuration conf = new Configuration(false);
    private volatile boolean singleRack;
    private volatile Optional<MovableTiers> movable = Optional.empty();

    @Override
    public void setConf(Configuration configuration) {
        conf = Objects.requireNonNull(configuration, "configuration");
        singleRack = TierKeys.SINGLE_RACK.flag(configuration);
    }

    @Override
    public Configuration getConf() {
        return conf;
    }

    private Optional<TierTopology> topology() {
        return clusterMap instanceof TierTopology topology ? Optional.of(topology) : Optional.empty();
    }

    // ---------------------------------------------------------------- from the path to the decision

    @Override
    public DatanodeStorageInfo[] chooseTarget(
            String path,
            int count,
            Node writer,
            List<DatanodeStorageInfo> chosen,
            boolean returnChosen,
            Set<Node> excluded,
            long blockSize,
            BlockStoragePolicy storagePolicy,
            EnumSet<AddBlockFlag> flags) {
        boolean begun = begin(path);
        try {
            return super.chooseTarget(
                    path, count, writer, chosen, returnChosen, excluded, blockSize, storagePolicy, flags);
        } finally {
            end(begun);
        }
    }

    @Override
    public DatanodeStorageInfo[] chooseTarget(
            String path,
            int count,
            Node writer,
            List<DatanodeStorageInfo> chosen,
            boolean returnChosen,
            Set<Node> excluded,
            long blockSize,
            BlockStoragePolicy storagePolicy,
            EnumSet<AddBlockFlag> flags,
            EnumMap<StorageType, Integer> storageTypes) {
        boolean begun = begin(path);
        try {
            return super.chooseTarget(
                    path, count, writer, chosen, returnChosen, excluded, blockSize, storagePolicy, flags, storageTypes);
        } finally {
            end(begun);
        }
    }

    /** Looks the file's policy up; a placing that favored nodes have begun for the same file goes on. */
    private boolean begin(String path) {
        Optional<TierTopology> topology = topology();
        if (topology.isEmpty() || !topology.get().policies().used()) {
            return false;
        }
        PlacementContext current = PlacementContext.current();
        if (current != null && current.path().equals(path)) {
            return true;
        }
        PlacementContext.begin(
                path == null ? "" : path, topology.get().policies().ofPath(path), List.of());
        return true;
    }

    private static void end(boolean begun) {
        if (begun) {
            PlacementContext.end();
        }
    }

    @Override
    protected Node chooseTargetInOrder(
            int count,
            Node writer,
            Set<Node> excluded,
            long blockSize,
            int perRack,
            List<DatanodeStorageInfo> results,
            boolean avoidStale,
            boolean newBlock,
            EnumMap<StorageType, Integer> storageTypes)
            throws NotEnoughReplicasException {
        PlacementContext placing = PlacementContext.current();
        Optional<TierCounts> wanted = placing == null ? Optional.empty() : wanted(placing, results.size() + count);
        if (wanted.isEmpty()) {
            int before = results.size();
            Node first = super.chooseTargetInOrder(
                    count, writer, excluded, blockSize, perRack, results, avoidStale, newBlock, storageTypes);
            countPlaced(results, before, newBlock);
            return first;
        }
        TierTopology topology = topology().orElseThrow();
        PlacementPolicy policy = placing.policy().orElseThrow().policy();
        Choice choice = new Choice(topology, placing, excluded, blockSize, perRack, results, avoidStale, storageTypes);
        List<ReplicaLocation> present = new ArrayList<>();
        placing.favored().forEach(storage -> present.add(location(topology, storage)));
        results.forEach(storage -> present.add(location(topology, storage)));
        int before = results.size();
        PlacementPlanner planner = new PlacementPlanner(
                new IndexView(topology.index(), excluded),
                policy.rackAware(),
                singleRack,
                ThreadLocalRandom.current(),
                choice);
        Optional<ReplicaLocation> from = Optional.ofNullable(writer)
                .map(node -> new ReplicaLocation(
                        TierNames.UNKNOWN,
                        node.getNetworkLocation(),
                        topology.registry().identity().of(node)));
        PlacementPlanner.Outcome outcome = planner.place(wanted.get(), present, count, from);
        topology.policies().placed(placing.policy().get(), outcome);
        countPlaced(results, before, newBlock);
        if (outcome.placed().size() < count) {
            // The only way to throw NotEnoughReplicasException from outside its package, with the reasons of the draws.
            chooseRandom(NOWHERE, excluded, blockSize, perRack, results, avoidStale, storageTypes);
        }
        return newBlock && before == 0 ? results.get(0).getDatanodeDescriptor() : writer;
    }

    private void countPlaced(List<DatanodeStorageInfo> results, int before, boolean newBlock) {
        Optional<TierTopology> topology = topology();
        if (newBlock && topology.isPresent() && !topology.get().registry().empty()) {
            for (int i = before; i < results.size(); i++) {
                topology.get()
                        .served()
                        .placed(topology.get().registry().rank(results.get(i).getDatanodeDescriptor()));
            }
        }
    }

    /** What the block should have when this choice is done; empty for stock. */
    private Optional<TierCounts> wanted(PlacementContext placing, int total) {
        if (placing.policy().isEmpty()) {
            return Optional.empty();
        }
        FilePolicy policy = placing.policy().get();
        int replicas = Math.max(policy.replication(), total + placing.favored().size());
        if (policy.policy() instanceof PlacementPolicy.Random) {
            int tiers = topology().orElseThrow().registry().tiers().size();
            return Optional.of(TierCounts.none(tiers).plus(TierNames.UNKNOWN, replicas));
        }
        return policy.wanted().map(vector -> vector.fit(replicas));
    }

    private static ReplicaLocation location(TierTopology topology, DatanodeStorageInfo storage) {
        return topology.registry().location(storage.getDatanodeDescriptor());
    }

    /** Finds nodes for the planner's attempts by the stock choice. */
    private final class Choice implements PlacementPlanner.RevocableChooser {
        /** A choice that may be taken back. */
        private record Taken(ReplicaLocation location, DatanodeStorageInfo storage, List<Node> excluded) {}

        private final TierTopology topology;
        private final PlacementContext placing;
        private final Set<Node> excluded;
        private final long blockSize;
        private final int perRack;
        private final List<DatanodeStorageInfo> results;
        private final boolean avoidStale;
        private final EnumMap<StorageType, Integer> storageTypes;
        private final Deque<Taken> taken = new ArrayDeque<>(4);

        Choice(
                TierTopology topology,
                PlacementContext placing,
                Set<Node> excluded,
                long blockSize,
                int perRack,
                List<DatanodeStorageInfo> results,
                boolean avoidStale,
                EnumMap<StorageType, Integer> storageTypes) {
            this.topology = topology;
            this.placing = placing;
            this.excluded = excluded;
            this.blockSize = blockSize;
            this.perRack = perRack;
            this.results = results;
            this.avoidStale = avoidStale;
            this.storageTypes = storageTypes;
        }

        @Override
        public Optional<ReplicaLocation> choose(Attempt attempt) {
            Optional<DatanodeStorageInfo> found =
                    attempt.relation() == Attempt.Relation.NODE ? onNode(attempt) : drawn(attempt, perRack);
            int total = results.size() + 1;
            if (found.isEmpty() && attempt.relation() != Attempt.Relation.NODE && perRack < total) {
                // HDFS's limit for a rack spreads replicas evenly; a tier goes before that, two racks do not.
                found = drawn(attempt, total);
            }
            return found.map(this::take);
        }

        private ReplicaLocation take(DatanodeStorageInfo storage) {
            DatanodeDescriptor node = storage.getDatanodeDescriptor();
            List<Node> added = new ArrayList<>(2);
            topology.index().eachOn(topology.index().node(node), sibling -> {
                if (excluded.add(sibling)) {
                    added.add(sibling);
                }
            });
            ReplicaLocation location = location(topology, storage);
            taken.push(new Taken(location, storage, added));
            return location;
        }

        @Override
        public void release(ReplicaLocation location) {
            Taken last = taken.pop();
            if (!last.location().equals(location)) {
                throw new IllegalStateException(
                        location + " is taken back, but " + last.location() + " was chosen last");
            }
            results.remove(last.storage());
            last.excluded().forEach(excluded::remove);
            storageTypes.merge(last.storage().getStorageType(), 1, Integer::sum);
        }

        private Optional<DatanodeStorageInfo> onNode(Attempt attempt) {
            if (attempt.avoid().contains(attempt.place())) {
                return Optional.empty();
            }
            for (DatanodeDescriptor node : host(attempt.place(), attempt.tier())) {
                try {
                    DatanodeStorageInfo storage = chooseLocalStorage(
                            node, new HashSet<>(excluded), blockSize, perRack, results, avoidStale, storageTypes);
                    if (storage != null) {
                        return Optional.of(storage);
                    }
                } catch (NotEnoughReplicasException e) {
                    LOG.debug("{} does not take a replica", node, e);
                }
            }
            return Optional.empty();
        }

        private List<DatanodeDescriptor> host(String host, int tier) {
            List<DatanodeDescriptor> nodes = new ArrayList<>(2);
            topology.index().eachOn(host, node -> {
                if (tier == TierNames.UNKNOWN || topology.registry().rank(node) == tier) {
                    nodes.add(node);
                }
            });
            return nodes;
        }

        private Optional<DatanodeStorageInfo> drawn(Attempt attempt, int limit) {
            // Refused nodes are added to the set that is passed: a copy, so that another attempt sees them again.
            Set<Node> seen = new HashSet<>(excluded);
            String scope = ATTEMPT_SCOPE;
            if (attempt.tier() == TierNames.UNKNOWN) {
                addHosts(attempt.avoid(), seen);
                scope = switch (attempt.relation()) {
                    case SAME_RACK -> attempt.place();
                    case OTHER_RACK -> "~" + attempt.place();
                    default -> NodeBase.ROOT;
                };
            } else {
                placing.attempt(attempt);
            }
            try {
                return Optional.ofNullable(
                        chooseRandom(scope, seen, blockSize, limit, results, avoidStale, storageTypes));
            } catch (NotEnoughReplicasException none) {
                return Optional.empty();
            }
        }

        private void addHosts(Set<String> hosts, Set<Node> seen) {
            hosts.forEach(host -> topology.index().eachOn(host, seen::add));
        }
    }

    @Override
    protected DatanodeDescriptor chooseDataNode(String scope, Collection<Node> excluded, StorageType type) {
        if (scope.startsWith("\u0001")) {
            PlacementContext placing = PlacementContext.current();
            if (placing == null || !scope.equals(ATTEMPT_SCOPE)) {
                return null;
            }
            return placing.draw(topology().orElseThrow().index(), excluded, type)
                    .orElse(null);
        }
        return super.chooseDataNode(scope, excluded, type);
    }

    /** A node of a host that runs several DataNodes excludes them all: a node holds one replica of a block. */
    @Override
    protected int addToExcludedNodes(DatanodeDescriptor node, Set<Node> excluded) {
        int added = super.addToExcludedNodes(node, excluded);
        Optional<TierTopology> topology = topology();
        if (topology.isPresent()) {
            for (DatanodeDescriptor sibling : topology.get().index().instances(node)) {
                added += excluded.add(sibling) ? 1 : 0;
            }
        }
        return added;
    }

    @Override
    protected int[] getMaxNodesPerRack(int chosen, int count) {
        int[] limits = super.getMaxNodesPerRack(chosen, count);
        PlacementContext placing = PlacementContext.current();
        if (singleRack && placing != null && placing.policy().isPresent()) {
            PlacementPolicy policy = placing.policy().get().policy();
            if (!policy.rackAware()) {
                limits[1] = chosen + limits[0];
            }
        }
        return limits;
    }

    // ---------------------------------------------------------------- favored nodes

    /**
     * Favored nodes are favored hosts: of a host's DataNodes one is taken whose tier still wants a replica. What was chosen
     * here is remembered for the choice of the remaining replicas, which starts with an empty list.
     */
    @Override
    protected void chooseFavouredNodes(
            String path,
            int count,
            List<DatanodeDescriptor> favored,
            Set<Node> excluded,
            long blockSize,
            int perRack,
            List<DatanodeStorageInfo> results,
            boolean avoidStale,
            EnumMap<StorageType, Integer> storageTypes)
            throws NotEnoughReplicasException {
        Optional<TierTopology> topology = topology();
        Optional<FilePolicy> policy = topology.flatMap(known -> known.policies().ofPath(path));
        Optional<TierCounts> wanted = policy.flatMap(FilePolicy::wanted);
        if (wanted.isEmpty()) {
            super.chooseFavouredNodes(
                    path, count, favored, excluded, blockSize, perRack, results, avoidStale, storageTypes);
            return;
        }
        TierCounts need = wanted.get().fit(Math.max(policy.get().replication(), count));
        for (DatanodeDescriptor node : favored) {
            if (results.size() < count) {
                Optional<DatanodeStorageInfo> chosen = favored(
                        topology.get(), node, need, excluded, blockSize, perRack, results, avoidStale, storageTypes);
                if (chosen.isPresent()) {
                    int rank = topology.get().registry().rank(chosen.get().getDatanodeDescriptor());
                    need = need.plus(rank != TierNames.UNKNOWN && need.of(rank) > 0 ? rank : TierNames.UNKNOWN, -1);
                }
            }
        }
        if (results.size() < count) {
            PlacementContext.begin(path, policy, results);
        }
    }

    private Optional<DatanodeStorageInfo> favored(
            TierTopology topology,
            DatanodeDescriptor node,
            TierCounts need,
            Set<Node> excluded,
            long blockSize,
            int perRack,
            List<DatanodeStorageInfo> results,
            boolean avoidStale,
            EnumMap<StorageType, Integer> storageTypes)
            throws NotEnoughReplicasException {
        List<DatanodeDescriptor> instances = new ArrayList<>(List.of(node));
        topology.index().eachOn(topology.index().node(node), sibling -> {
            if (!sibling.equals(node)) {
                instances.add(sibling);
            }
        });
        for (DatanodeDescriptor instance : instances) {
            int rank = topology.registry().rank(instance);
            if (need.any() > 0 || (rank != TierNames.UNKNOWN && need.of(rank) > 0)) {
                DatanodeStorageInfo storage = chooseLocalOrFavoredStorage(
                        instance, true, new HashSet<>(excluded), blockSize, perRack, results, avoidStale, storageTypes);
                if (storage != null) {
                    addToExcludedNodes(instance, excluded);
                    return Optional.of(storage);
                }
            }
        }
        return Optional.empty();
    }

    // ---------------------------------------------------------------- replicas to give up, balancing

    @Override
    public List<DatanodeStorageInfo> chooseReplicasToDelete(
            Collection<DatanodeStorageInfo> available,
            Collection<DatanodeStorageInfo> candidates,
            int expected,
            List<StorageType> excessTypes,
            DatanodeDescriptor added,
            DatanodeDescriptor hint) {
        Optional<TierTopology> topology = topology();
        if (topology.isEmpty() || topology.get().registry().empty()) {
            return super.chooseReplicasToDelete(available, candidates, expected, excessTypes, added, hint);
        }
        return new ExcessChoice(topology.get(), heartbeatInterval * tolerateHeartbeatMultiplier)
                .choose(available, candidates, expected, excessTypes, added, hint);
    }

    /** A move must not take a block from its tier, nor put two replicas on one host, nor leave it in one rack. */
    @Override
    public boolean isMovable(Collection<DatanodeInfo> locations, DatanodeInfo source, DatanodeInfo target) {
        Optional<TierTopology> topology = topology();
        if (topology.isPresent()) {
            TierRegistry registry = topology.get().registry();
            if (registry.tiers().isEmpty()) {
                return super.isMovable(locations, source, target);
            }
            return registry.rank(source) == registry.rank(target)
                    && MovableTiers.nodesStayDistinct(registry.identity(), locations, source, target)
                    && super.isMovable(locations, source, target);
        }
        return remoteTiers().mayMove(locations, source, target) && super.isMovable(locations, source, target);
    }

    /** The Balancer and the Mover load this class in processes of their own, where the NameNode must be asked. */
    private synchronized MovableTiers remoteTiers() {
        if (movable.isEmpty()) {
            movable = Optional.of(new MovableTiers(conf));
        }
        return movable.get();
    }
}
