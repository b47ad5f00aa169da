package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.Iterator;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;

/**
 * Access to package-private members of the block manager: {@link DatanodeStorageInfo#getBlockIterator}, {@link
 * DatanodeStorageInfo#getRemaining}, {@link DatanodeStorageInfo#getState} and {@link BlockManager#isReplicaCorrupt}. It
 * contains nothing else.
 */
public final class TierBlocks {
    private TierBlocks() {}

    /**
     * Returns the block that was added last to a storage: the block manager inserts it at the head of the storage's
     * list.
     */
    public static Optional<BlockInfo> newest(DatanodeStorageInfo storage) {
        Iterator<BlockInfo> blocks = storage.getBlockIterator();
        return blocks.hasNext() ? Optional.of(blocks.next()) : Optional.empty();
    }

    /** Returns the free bytes of a storage. */
    public static long remaining(DatanodeStorageInfo storage) {
        return storage.getRemaining();
    }

    /** Whether a storage works and is writable. */
    public static boolean isNormal(DatanodeStorageInfo storage) {
        return storage.getState() == DatanodeStorage.State.NORMAL;
    }

    /** Whether the replica on a DataNode is known to be corrupt. The caller holds the namesystem's lock. */
    public static boolean isCorrupt(BlockManager blocks, BlockInfo block, DatanodeDescriptor node) {
        return blocks.isReplicaCorrupt(block, node);
    }
}
