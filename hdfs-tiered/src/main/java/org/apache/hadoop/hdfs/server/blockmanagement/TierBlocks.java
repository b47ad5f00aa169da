package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.Iterator;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;

/**
 * What the tiers need of the block manager that is package-private there: {@link DatanodeStorageInfo#getBlockIterator},
 * {@link DatanodeStorageInfo#getRemaining}, {@link DatanodeStorageInfo#getState} and {@link BlockManager#isReplicaCorrupt}. Nothing else belongs here.
 */
public final class TierBlocks {
    private TierBlocks() {}

    /** The block that was added to a storage last: the block manager puts it at the head of the storage's list. */
    public static Optional<BlockInfo> newest(DatanodeStorageInfo storage) {
        Iterator<BlockInfo> blocks = storage.getBlockIterator();
        return blocks.hasNext() ? Optional.of(blocks.next()) : Optional.empty();
    }

    /** Free bytes of a storage. */
    public static long remaining(DatanodeStorageInfo storage) {
        return storage.getRemaining();
    }

    /** Whether a storage works and may be written to. */
    public static boolean isNormal(DatanodeStorageInfo storage) {
        return storage.getState() == DatanodeStorage.State.NORMAL;
    }

    /** Whether the replica on this DataNode is known to be corrupt. The namesystem's lock must be held. */
    public static boolean isCorrupt(BlockManager blocks, BlockInfo block, DatanodeDescriptor node) {
        return blocks.isReplicaCorrupt(block, node);
    }
}
