package org.underbase.tier.namenode.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.underbase.tier.namenode.registry.LiveReplica;

/**
 * Block with a replica to move, for the choice of the new replica's storage type. After the copy, HDFS deletes a
 * replica whose type the file's storage policy does not need. If that were not the moved replica, the block would be
 * copied repeatedly.
 *
 * @param policy storage policy of the file
 * @param types storage types of the block's replicas
 */
record MovingBlock(BlockInfo block, BlockStoragePolicy policy, List<StorageType> types) {
    static MovingBlock of(BlockInfo block, BlockStoragePolicy policy, List<LiveReplica> replicas) {
        List<StorageType> types = new ArrayList<>();
        replicas.forEach(replica -> types.add(replica.storage().getStorageType()));
        return new MovingBlock(block, policy, types);
    }

    /** Returns the storage type on another DataNode: that of the replica if it has room, otherwise any with room. */
    Optional<StorageType> type(StorageType now, DatanodeDescriptor node) {
        if (hasRoom(node, now) && givesUp(now, now)) {
            return Optional.of(now);
        }
        for (StorageType type : node.getStorageTypes()) {
            if (type != StorageType.PROVIDED && type != now && hasRoom(node, type) && givesUp(now, type)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    /** Whether HDFS could delete a replica of one type after a replica of another was added. */
    private boolean givesUp(StorageType now, StorageType added) {
        List<StorageType> after = new ArrayList<>(types);
        after.add(added);
        return policy.chooseExcess(block.getReplication(), after).contains(now);
    }

    private boolean hasRoom(DatanodeDescriptor node, StorageType type) {
        return node.hasStorageType(type) && node.chooseStorage4Block(type, block.getNumBytes(), 1) != null;
    }
}
