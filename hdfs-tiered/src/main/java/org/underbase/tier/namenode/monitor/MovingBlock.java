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
 * A block of which a replica is to be moved, and of which storage type the new one may be: after the copy HDFS gives up a
 * replica of a type that the file's storage policy has no use for, and where that is not the one that was moved, it would
 * be copied again and again.
 *
 * @param policy the file's storage policy
 * @param types of the replicas it has, in no order
 */
record MovingBlock(BlockInfo block, BlockStoragePolicy policy, List<StorageType> types) {
    static MovingBlock of(BlockInfo block, BlockStoragePolicy policy, List<LiveReplica> replicas) {
        List<StorageType> types = new ArrayList<>();
        replicas.forEach(replica -> types.add(replica.storage().getStorageType()));
        return new MovingBlock(block, policy, types);
    }

    /** The storage type on another DataNode: the one the replica has, if there is room in it, else any with room. */
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

    /** Whether HDFS could give up a replica of the one type when one of the other has come. */
    private boolean givesUp(StorageType now, StorageType added) {
        List<StorageType> after = new ArrayList<>(types);
        after.add(added);
        return policy.chooseExcess(block.getReplication(), after).contains(now);
    }

    private boolean hasRoom(DatanodeDescriptor node, StorageType type) {
        return node.hasStorageType(type) && node.chooseStorage4Block(type, block.getNumBytes(), 1) != null;
    }
}
