package org.underbase.tier.namenode;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.TierBlocks;
import org.underbase.tier.policy.Spot;

/**
 * A replica that counts: on a DataNode in service that is alive, not corrupt, and not about to be given up.
 *
 * @param storage where it is
 * @param spot the same for the planner
 */
record LiveReplica(DatanodeStorageInfo storage, Spot spot) {
    /** The live replicas of a block. The namesystem's lock must be held. */
    static List<LiveReplica> of(BlockManager blocks, TierRegistry registry, BlockInfo block) {
        List<LiveReplica> replicas = new ArrayList<>(4);
        for (DatanodeStorageInfo storage : blocks.getStorages(block)) {
            DatanodeDescriptor node = storage.getDatanodeDescriptor();
            if (TierBlocks.isNormal(storage)
                    && node.isAlive()
                    && node.isInService()
                    && !blocks.isExcess(node, block)
                    && !TierBlocks.isCorrupt(blocks, block, node)) {
                replicas.add(new LiveReplica(storage, registry.spot(node)));
            }
        }
        return replicas;
    }

    static List<Spot> spots(List<LiveReplica> replicas) {
        List<Spot> spots = new ArrayList<>(replicas.size());
        replicas.forEach(replica -> spots.add(replica.spot()));
        return spots;
    }
}
