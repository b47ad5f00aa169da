package org.underbase.tier.namenode.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.TierBlocks;
import org.underbase.tier.policy.ReplicaLocation;

/**
 * Live replica: on a live DataNode in service, neither corrupt nor excess.
 *
 * @param storage its storage
 * @param location its location, for the planner
 */
public record LiveReplica(DatanodeStorageInfo storage, ReplicaLocation location) {
    /** Returns the live replicas of a block. The caller holds the namesystem's lock. */
    public static List<LiveReplica> of(BlockManager blocks, TierRegistry registry, BlockInfo block) {
        List<LiveReplica> replicas = new ArrayList<>(4);
        for (DatanodeStorageInfo storage : blocks.getStorages(block)) {
            if (fault(blocks, block, storage).isEmpty()) {
                replicas.add(new LiveReplica(storage, registry.location(storage.getDatanodeDescriptor())));
            }
        }
        return replicas;
    }

    /** Returns the reason why a replica is not live; empty if it is. The caller holds the namesystem's lock. */
    public static String fault(BlockManager blocks, BlockInfo block, DatanodeStorageInfo storage) {
        DatanodeDescriptor node = storage.getDatanodeDescriptor();
        if (!node.isAlive()) {
            return "its DataNode is dead";
        }
        if (!TierBlocks.isNormal(storage)) {
            return "its storage has failed or is read-only";
        }
        if (!node.isInService()) {
            return "its DataNode is " + node.getAdminState().toString().toLowerCase(Locale.ROOT);
        }
        if (TierBlocks.isCorrupt(blocks, block, node)) {
            return "it is corrupt";
        }
        return blocks.isExcess(node, block) ? "it is excess and about to be deleted" : "";
    }

    public static List<ReplicaLocation> locations(List<LiveReplica> replicas) {
        List<ReplicaLocation> locations = new ArrayList<>(replicas.size());
        replicas.forEach(replica -> locations.add(replica.location()));
        return locations;
    }
}
