package org.underbase.tier.namenode.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.TierBlocks;
import org.apache.hadoop.util.Time;
import org.underbase.tier.namenode.registry.FilePolicy;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.ExcessPlanner;
import org.underbase.tier.policy.ExcessPlanner.Replica;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;

/**
 * Choice of the excess replicas of a block. The block manager does not pass the block. If a replica has just been added, the
 * block is the newest of that storage, so its file and vector are known; if this module decreases a replication, the vector is
 * known; otherwise the rule of {@link ExcessPlanner} applies. It does not delegate to HDFS's choice, which, with two racks,
 * chooses among all replicas instead of the candidates.
 */
final class ExcessChoice {
    private final TierTopology topology;
    private final long toleratedMillis;

    /**
     * Creates a choice.
     *
     * @param topology DataNodes and their tiers
     * @param toleratedMillis time without a heartbeat after which a DataNode's replicas are deleted first, in milliseconds
     */
    ExcessChoice(TierTopology topology, long toleratedMillis) {
        this.topology = topology;
        this.toleratedMillis = toleratedMillis;
    }

    List<DatanodeStorageInfo> choose(
            Collection<DatanodeStorageInfo> available,
            Collection<DatanodeStorageInfo> candidates,
            int expected,
            List<StorageType> excessTypes,
            DatanodeDescriptor added,
            DatanodeDescriptor hint) {
        LinkedHashSet<DatanodeStorageInfo> left = new LinkedHashSet<>(available);
        left.addAll(candidates);
        List<DatanodeStorageInfo> open = new ArrayList<>(candidates);
        List<DatanodeStorageInfo> given = new ArrayList<>();
        Optional<TierCounts> wanted = ReplicationDecrease.wanted().or(() -> wanted(available, candidates, added));
        boolean first = true;
        while (open.size() > expected) {
            Optional<DatanodeStorageInfo> next =
                    first && hint != null ? hinted(left, open, excessTypes, hint, wanted) : Optional.empty();
            first = false;
            if (next.isEmpty()) {
                next = planned(left, open, excessTypes, wanted);
            }
            if (next.isEmpty()) {
                break;
            }
            left.remove(next.get());
            open.remove(next.get());
            excessTypes.remove(next.get().getStorageType());
            given.add(next.get());
        }
        return given;
    }

    /**
     * Returns the replica that a move requests to delete, unless the rest of the block would be on one rack or the tier needs
     * the replica: the wanted vector may have changed since the move began. Exception: a needed replica makes room for another
     * needed replica on its node. The hint is ignored if another node holds two replicas, or if a DataNode without heartbeats
     * holds one and the requested one is live.
     */
    private Optional<DatanodeStorageInfo> hinted(
            Collection<DatanodeStorageInfo> all,
            List<DatanodeStorageInfo> open,
            List<StorageType> excessTypes,
            DatanodeDescriptor hint,
            Optional<TierCounts> wanted) {
        if (crowded(all)
                .filter(node -> !node.equals(topology.registry().node(hint)))
                .isPresent()) {
            return Optional.empty();
        }
        if (silent(hint) == 0
                && open.stream()
                        .anyMatch(storage -> excessTypes.contains(storage.getStorageType())
                                && silent(storage.getDatanodeDescriptor()) > 0)) {
            return Optional.empty();
        }
        if (wanted.isPresent()
                && needed(all, topology.registry().rank(hint), wanted.get())
                && !makesRoom(all, hint, wanted.get())) {
            return Optional.empty();
        }
        for (DatanodeStorageInfo storage : open) {
            if (storage.getDatanodeDescriptor().equals(hint) && excessTypes.contains(storage.getStorageType())) {
                long racks = racks(all, storage, true);
                return racks < 2 || racks(all, storage, false) > 1 ? Optional.of(storage) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private boolean needed(Collection<DatanodeStorageInfo> all, int rank, TierCounts wanted) {
        return rank != TierNames.UNKNOWN
                && all.stream()
                                .filter(storage -> topology.registry().rank(storage.getDatanodeDescriptor()) == rank)
                                .count()
                        <= wanted.of(rank);
    }

    /** Returns a node with more than one replica. */
    private Optional<String> crowded(Collection<DatanodeStorageInfo> all) {
        Set<String> seen = new HashSet<>();
        return all.stream()
                .map(storage -> topology.registry().node(storage.getDatanodeDescriptor()))
                .filter(node -> !seen.add(node))
                .findFirst();
    }

    private boolean makesRoom(Collection<DatanodeStorageInfo> all, DatanodeDescriptor hint, TierCounts wanted) {
        return all.stream()
                .map(DatanodeStorageInfo::getDatanodeDescriptor)
                .filter(node -> !node.equals(hint)
                        && topology.registry()
                                .node(node)
                                .equals(topology.registry().node(hint)))
                .anyMatch(node -> needed(all, topology.registry().rank(node), wanted));
    }

    private static long racks(Collection<DatanodeStorageInfo> all, DatanodeStorageInfo one, boolean with) {
        return all.stream()
                .filter(storage -> with || !storage.equals(one))
                .map(storage -> storage.getDatanodeDescriptor().getNetworkLocation())
                .distinct()
                .count();
    }

    private Optional<DatanodeStorageInfo> planned(
            Collection<DatanodeStorageInfo> all,
            List<DatanodeStorageInfo> open,
            List<StorageType> excessTypes,
            Optional<TierCounts> wanted) {
        List<DatanodeStorageInfo> storages = new ArrayList<>(all);
        List<Replica> replicas = new ArrayList<>();
        for (DatanodeStorageInfo storage : storages) {
            DatanodeDescriptor node = storage.getDatanodeDescriptor();
            replicas.add(new Replica(
                    topology.registry().location(node),
                    open.contains(storage) && excessTypes.contains(storage.getStorageType()),
                    TierBlocks.remaining(storage),
                    silent(node),
                    topology.grace().covers(node)));
        }
        return ExcessPlanner.victim(replicas, topology.registry().tiers().size(), wanted, Optional.empty())
                .map(storages::get)
                .filter(storage -> silent(storage.getDatanodeDescriptor()) > 0 || !leavesOneRack(all, storage));
    }

    /**
     * Whether the rest of the block would be on one rack. That happens if only replicas of some storage types may be deleted;
     * no replica is deleted then, as in HDFS. Exception: a replica on a DataNode without heartbeats is no safe second rack;
     * HDFS adds one on another rack after its deletion.
     */
    private static boolean leavesOneRack(Collection<DatanodeStorageInfo> all, DatanodeStorageInfo gone) {
        return all.size() > 2 && racks(all, gone, true) > 1 && racks(all, gone, false) == 1;
    }

    private long silent(DatanodeDescriptor node) {
        long silent = Time.monotonicNow() - node.getLastUpdateMonotonic();
        return silent > toleratedMillis ? silent : 0;
    }

    /** Returns the wanted counts of the block's file, if the block can be identified. */
    private Optional<TierCounts> wanted(
            Collection<DatanodeStorageInfo> available,
            Collection<DatanodeStorageInfo> candidates,
            DatanodeDescriptor added) {
        if (added == null) {
            return Optional.empty();
        }
        for (DatanodeStorageInfo storage : candidates) {
            if (storage.getDatanodeDescriptor().equals(added)) {
                // A replica that is reported again is not the newest; the newest block is on other storages then.
                return TierBlocks.newest(storage)
                        .filter(block -> isOn(block, available))
                        .map(BlockInfo::getBlockCollectionId)
                        .flatMap(topology.policies()::ofFile)
                        .flatMap(FilePolicy::wanted);
            }
        }
        return Optional.empty();
    }

    private static boolean isOn(BlockInfo block, Collection<DatanodeStorageInfo> storages) {
        Set<DatanodeStorageInfo> on = new HashSet<>();
        block.getStorageInfos().forEachRemaining(on::add);
        return on.containsAll(storages);
    }
}
