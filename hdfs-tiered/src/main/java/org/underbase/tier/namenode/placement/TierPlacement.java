package org.underbase.tier.namenode.placement;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.LoadTolerantPlacement;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.registry.FilePolicy;
import org.underbase.tier.namenode.registry.QuotaRoom;
import org.underbase.tier.namenode.registry.TierIndex;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.PlacementPlanner;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;

/**
 * Placement policy that places replicas by tier ({@code dfs.block.replicator.classname}). The planner decides the tier and
 * the rack relation of a replica; HDFS chooses the node and its storage, with all its checks. For files without a policy, it
 * differs from HDFS only in that a node never holds two replicas and that it avoids full tiers; without tiers, it does not
 * differ.
 */
public class TierPlacement extends LoadTolerantPlacement implements Configurable {
    private volatile Configuration conf = new Configuration(false);
    private volatile boolean singleRack;
    private volatile MovableTiers movable = new MovableTiers(conf);

    @Override
    public void setConf(Configuration configuration) {
        conf = Objects.requireNonNull(configuration, "configuration");
        movable = new MovableTiers(configuration);
        singleRack = TierKeys.SINGLE_RACK.flag(configuration);
    }

    @Override
    public Configuration getConf() {
        return conf;
    }

    /** Returns the source of the random choices among the nodes of a tier. */
    protected RandomGenerator random() {
        return ThreadLocalRandom.current();
    }

    private Optional<TierTopology> topology() {
        return clusterMap instanceof TierTopology topology ? Optional.of(topology) : Optional.empty();
    }

    // ---- new replicas

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
        boolean begun = begin(path, blockSize);
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
        boolean begun = begin(path, blockSize);
        try {
            return super.chooseTarget(
                    path, count, writer, chosen, returnChosen, excluded, blockSize, storagePolicy, flags, storageTypes);
        } finally {
            end(begun);
        }
    }

    /** Begins the context of a file, or continues the one that favored nodes began for the same file. */
    private boolean begin(String path, long blockSize) {
        Optional<TierTopology> topology = topology();
        if (topology.isEmpty()
                || !(topology.get().policies().used() || topology.get().quotas().used())) {
            return false;
        }
        PlacementContext current = PlacementContext.current();
        if (current != null && current.path().equals(path)) {
            return true;
        }
        Optional<FilePolicy> policy = topology.get().policies().ofPath(path);
        QuotaRoom room = topology.get().quotas().room(path, blockSize);
        if (policy.isEmpty() && !room.limited()) {
            // Also drops the context of favored nodes whose placement has failed.
            PlacementContext.end();
            return false;
        }
        PlacementContext.begin(new PlacementContext(path, policy.orElseGet(FilePolicy::stock), List.of(), room));
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
        PlacementContext context = PlacementContext.current();
        Optional<TierCounts> wanted = context == null ? Optional.empty() : wanted(context, results.size() + count);
        if (wanted.isEmpty()) {
            int before = results.size();
            Node first =
                    anyTier(count, writer, excluded, blockSize, perRack, results, avoidStale, newBlock, storageTypes);
            countPlaced(results, before, newBlock);
            topology().ifPresent(known -> PlacementContext.reserve(known, results, before, newBlock));
            return first;
        }
        TierTopology topology = topology().orElseThrow();
        List<ReplicaLocation> present = new ArrayList<>();
        context.favored().forEach(storage -> present.add(location(topology, storage)));
        results.forEach(storage -> present.add(location(topology, storage)));
        int before = results.size();
        QuotaRoom room = context.room();
        Supplier<PlacementPlanner> planners = () -> new PlacementPlanner(
                new IndexView(topology.index(), excluded, room),
                context.policy().policy().rackAware(),
                singleRack,
                random(),
                new NodeChooser(
                        topology,
                        new BlockChoice(blockSize, perRack, results, avoidStale, storageTypes),
                        excluded,
                        perRack,
                        results,
                        storageTypes,
                        room,
                        random()));
        PlacementPlanner planner = planners.get();
        Optional<ReplicaLocation> from = Optional.ofNullable(writer)
                .map(node -> new ReplicaLocation(
                        TierNames.UNKNOWN,
                        node.getNetworkLocation(),
                        topology.registry().identity().of(node)));
        Optional<TierCounts> landing = landing(topology, context.policy())
                .map(counts -> counts.fit(wanted.get().sum()));
        PlacementPlanner.Outcome outcome = landing.isPresent()
                ? planner.place(landing.get(), wanted.get(), present, count, from)
                : planner.place(wanted.get(), present, count, from);
        topology.policies().placed(context.policy(), outcome);
        int missing = count - outcome.placed().size();
        if (missing > 0 && PlacementContext.overruns(topology, newBlock)) {
            present.addAll(outcome.placed());
            missing -= planners.get()
                    .place(wanted.get(), present, missing, from)
                    .placed()
                    .size();
        }
        countPlaced(results, before, newBlock);
        PlacementContext.reserve(topology, results, before, newBlock);
        if (missing > 0) {
            // Throws NotEnoughReplicasException, whose constructor is private, with the reasons of the failed choices.
            chooseRandom(
                    NodeBase.ROOT, AttemptNodes.none(excluded), blockSize, perRack, results, avoidStale, storageTypes);
        }
        return newBlock && before == 0 ? results.get(0).getDatanodeDescriptor() : writer;
    }

    /** HDFS's choice, outside tiers without room within quotas, and outside full tiers while other tiers have space. */
    private Node anyTier(
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
        Optional<TierTopology> topology = topology();
        BitSet exhausted = PlacementContext.currentRoom().without(count);
        Optional<TierIndex.Tier> preferred = topology.flatMap(known -> exhausted.isEmpty()
                ? known.usage().preferred(known.index())
                : Optional.of(known.quotas().outside(known.index(), exhausted)));
        int before = results.size();
        if (preferred.isPresent()) {
            TierIndex index = topology.get().index();
            Set<Node> outside = AttemptNodes.among(preferred.get(), index, excluded, random());
            Node local = preferredWriter(preferred.get(), index, writer, outside);
            try {
                return super.chooseTargetInOrder(
                        count, local, outside, blockSize, perRack, results, avoidStale, newBlock, storageTypes);
            } catch (NotEnoughReplicasException e) {
                if (!exhausted.isEmpty() && !PlacementContext.overruns(topology.get(), newBlock)) {
                    throw e;
                }
                LOG.debug("too few nodes outside full tiers: using all", e);
                results.subList(before, results.size())
                        .forEach(storage -> addToExcludedNodes(storage.getDatanodeDescriptor(), excluded));
            }
        }
        int left = count - (results.size() - before);
        return super.chooseTargetInOrder(
                left, writer, excluded, blockSize, perRack, results, avoidStale, newBlock, storageTypes);
    }

    /** Returns the writer's DataNode outside full tiers; without one, excludes the writer's DataNode from the choice. */
    private static Node preferredWriter(TierIndex.Tier preferred, TierIndex index, Node writer, Set<Node> excluded) {
        if (!(writer instanceof DatanodeDescriptor node) || preferred.has(node) || excluded.contains(node)) {
            return writer;
        }
        for (DatanodeDescriptor sibling : index.instances(node)) {
            if (preferred.has(sibling)) {
                return sibling;
            }
        }
        excluded.add(node);
        return writer;
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

    /** Returns the wanted counts of the block after this choice; empty for a stock placement. */
    private Optional<TierCounts> wanted(PlacementContext context, int total) {
        FilePolicy policy = context.policy();
        int replicas = Math.max(policy.replication(), total + context.favored().size());
        if (policy.policy() == PlacementPolicy.Named.RANDOM) {
            int tiers = topology().orElseThrow().registry().tiers().size();
            return Optional.of(TierCounts.none(tiers).plus(TierNames.UNKNOWN, replicas));
        }
        return policy.wanted().map(vector -> vector.fit(replicas));
    }

    /**
     * A file that needs a replica on a tier of few DataNodes gives each of them more load than the average of all. Such a load
     * is usual on the tier.
     */
    @Override
    protected boolean toleratesLoad(DatanodeDescriptor node) {
        PlacementContext context = PlacementContext.current();
        if (context == null || context.policy().wanted().isEmpty()) {
            return false;
        }
        TierTopology topology = topology().orElseThrow();
        int rank = topology.registry().rank(node);
        int load = node.getXceiverCount();
        return rank != TierNames.UNKNOWN
                && load <= considerLoadFactor * topology.usage().meanXceiversLately(topology.index(), rank, load);
    }

    /** Returns the counts that the placement prefers to the wanted ones, if their tier is below its high watermark. */
    private static Optional<TierCounts> landing(TierTopology topology, FilePolicy policy) {
        return policy.landing().filter(counts -> {
            for (int rank = 0; rank < counts.tiers(); rank++) {
                if (counts.of(rank) > 0 && topology.usage().fullLately(topology.index(), rank)) {
                    return false;
                }
            }
            return true;
        });
    }

    private static ReplicaLocation location(TierTopology topology, DatanodeStorageInfo storage) {
        return topology.registry().location(storage.getDatanodeDescriptor());
    }

    /** HDFS's choice of a storage with the arguments of one call. */
    private final class BlockChoice implements StockChoice {
        private final long blockSize;
        private final int maxPerRack;
        private final List<DatanodeStorageInfo> results;
        private final boolean avoidStale;
        private final EnumMap<StorageType, Integer> storageTypes;

        BlockChoice(
                long blockSize,
                int maxPerRack,
                List<DatanodeStorageInfo> results,
                boolean avoidStale,
                EnumMap<StorageType, Integer> storageTypes) {
            this.blockSize = blockSize;
            this.maxPerRack = maxPerRack;
            this.results = results;
            this.avoidStale = avoidStale;
            this.storageTypes = storageTypes;
        }

        @Override
        public Optional<DatanodeStorageInfo> onNode(DatanodeDescriptor node, Set<Node> excluded) {
            try {
                return Optional.ofNullable(
                        chooseLocalStorage(node, excluded, blockSize, maxPerRack, results, avoidStale, storageTypes));
            } catch (NotEnoughReplicasException e) {
                LOG.debug("{} does not take a replica", node, e);
                return Optional.empty();
            }
        }

        @Override
        public Optional<DatanodeStorageInfo> random(String scope, Set<Node> excluded, int limit) {
            try {
                return Optional.ofNullable(
                        chooseRandom(scope, excluded, blockSize, limit, results, avoidStale, storageTypes));
            } catch (NotEnoughReplicasException e) {
                return Optional.empty();
            }
        }
    }

    @Override
    protected DatanodeDescriptor chooseDataNode(String scope, Collection<Node> excluded, StorageType type) {
        return excluded instanceof AttemptNodes attempt
                ? attempt.pick(scope, type).orElse(null)
                : super.chooseDataNode(scope, excluded, type);
    }

    /** Excludes all DataNodes of the host, because a node holds at most one replica of a block. */
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
        PlacementContext context = PlacementContext.current();
        if (singleRack && context != null && !context.policy().policy().rackAware()) {
            limits[1] = chosen + limits[0];
        }
        return limits;
    }

    // ---- favored nodes

    /**
     * Interprets favored nodes as favored hosts: of a host's DataNodes, it chooses one on a tier that still needs a replica.
     * The context passes the chosen storages to the choice of the remaining replicas, which starts with an empty list.
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
        QuotaRoom room =
                topology.map(known -> known.quotas().room(path, blockSize)).orElseGet(QuotaRoom::unlimited);
        if (wanted.isEmpty()) {
            List<DatanodeDescriptor> usable = favored.stream()
                    .filter(node -> !room.limited()
                            || room.admits(topology.get().registry().rank(node)))
                    .toList();
            super.chooseFavouredNodes(
                    path, count, usable, excluded, blockSize, perRack, results, avoidStale, storageTypes);
            topology.ifPresent(known -> PlacementContext.reserve(known, room, results, true));
            return;
        }
        TierCounts need = room.fit(landing(topology.get(), policy.get())
                .orElseGet(wanted::get)
                .fit(Math.max(policy.get().replication(), count)));
        for (DatanodeDescriptor node : favored) {
            if (results.size() < count) {
                Optional<DatanodeStorageInfo> chosen = favored(
                        topology.get(), node, need, excluded, blockSize, perRack, results, avoidStale, storageTypes);
                if (chosen.isPresent()) {
                    int rank = topology.get().registry().rank(chosen.get().getDatanodeDescriptor());
                    room.take(rank, 1);
                    need = need.plus(rank != TierNames.UNKNOWN && need.of(rank) > 0 ? rank : TierNames.UNKNOWN, -1);
                }
            }
        }
        PlacementContext.reserve(topology.get(), room, results, true);
        if (results.size() < count) {
            PlacementContext.begin(new PlacementContext(path, policy.get(), results, room));
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

    // ---- excess replicas, balancing

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

    /** Allows only moves that keep the tier, leave at most one replica per host and two racks. */
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
        // In the processes of the Balancer and the Mover, which load this class without a TierTopology.
        return movable.mayMove(locations, source, target) && super.isMovable(locations, source, target);
    }
}
