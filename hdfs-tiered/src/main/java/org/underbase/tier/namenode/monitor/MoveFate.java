package org.underbase.tier.namenode.monitor;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.underbase.tier.namenode.registry.LiveReplica;
import org.underbase.tier.namenode.registry.TierRegistry;

/** Result of a move after its copy, by the replicas that the NameNode knows. */
enum MoveFate {
    /** The source's replica is not deleted yet. */
    OPEN,
    /** The target's replica is not reported yet, or was deleted instead of the source's because the wanted tiers have changed. */
    UNREPORTED,
    /** The source has no replica any more. */
    DONE,
    /** The file has changed, or another replica than the source's was deleted. */
    IN_VAIN;

    /** Returns the result of a move. The caller holds the namesystem's lock. */
    static MoveFate of(BlockMove move, BlockManager blocks, TierRegistry registry) {
        BlockInfo block = blocks.getStoredBlock(move.block());
        if (block == null) {
            return DONE;
        }
        if (block.getGenerationStamp() != move.block().getGenerationStamp()) {
            return IN_VAIN;
        }
        boolean onSource = false;
        boolean onTarget = false;
        for (DatanodeStorageInfo storage : blocks.getStorages(block)) {
            DatanodeDescriptor node = storage.getDatanodeDescriptor();
            boolean counts = !blocks.isExcess(node, block);
            onSource |= counts && node.equals(move.from());
            onTarget |= node.equals(move.to());
        }
        if (!onSource) {
            return DONE;
        }
        if (LiveReplica.of(blocks, registry, block).size() > block.getReplication()) {
            return OPEN;
        }
        return onTarget ? IN_VAIN : UNREPORTED;
    }
}
