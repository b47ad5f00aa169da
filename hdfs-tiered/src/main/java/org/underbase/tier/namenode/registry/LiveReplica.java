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
 * A replica that counts: on a DataNode in service that is alive, not corrupt, and not about to be given up.
 *
 * @param storage where it is
 * @param location the same for the planner
 */
public record LiveReplica(DatanodeStorageInfo storage, ReplicaLocation location) {
    /** The live replicas of a block. The namesystem's lock must be held. */
    public static List<LiveReplica> of(BlockManager blocks, TierRegistry registry, BlockInfo block) {
        List<LiveReplica> replicas = new ArrayList<>(4);
        for (DatanodeStorageInfo storage : blocks.getStorages(block)) {
            if (fault(blocks, block, storage).isEmpty()) {
                replicas.add(new LiveReplica(storage, registry.location(storage.getDatanodeDescriptor())));
            }
        }
        return replicas;
    }

    /** Why a replica does not count; empty when it does. The namesystem's lock must be held. */
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
        return blocks.isExcess(node, block) ? "it is surplus and about to be deleted" : "";
    }

    public static List<ReplicaLocation> locations(List<LiveReplica> replicas) {
        List<ReplicaLocation> locations = new ArrayList<>(replicas.size());
        replicas.forEach(replica -> locations.add(replica.location()));
        return locations;
    }
}
