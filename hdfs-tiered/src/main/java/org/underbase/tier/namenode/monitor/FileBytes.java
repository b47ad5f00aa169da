package org.underbase.tier.namenode.monitor;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.underbase.tier.namenode.registry.LiveReplica;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.policy.PlacementCheck;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;

/**
 * Count of the bytes of a file's live replicas by tier, in one or several holds of the namesystem's lock. A block under
 * construction counts with its maximum size on each DataNode of its pipeline, like for HDFS's quotas. A missing replica, which
 * is not reported yet or which HDFS will copy, counts on the tier to which it belongs. Thread-confined.
 */
final class FileBytes {
    private final BlockManager blocks;
    private final TierRegistry registry;
    private long file;
    private int count;
    private int next;
    private long length;
    private long[] onTier = {};
    private boolean missing;

    FileBytes(BlockManager blocks, TierRegistry registry) {
        this.blocks = blocks;
        this.registry = registry;
    }

    /**
     * Continues the count, or begins it if the file is another or has changed. The caller holds the lock.
     *
     * @param wanted wanted counts of the file
     * @return whether the count is complete
     */
    boolean advance(INodeFile of, Optional<TierCounts> wanted, LockHold hold) {
        BlockInfo[] all = of.getBlocks();
        if (file != of.getId() || count != all.length) {
            file = of.getId();
            count = all.length;
            next = 0;
            length = 0;
            onTier = new long[registry.tiers().size()];
            missing = false;
        }
        while (next < count) {
            if (hold.over()) {
                return false;
            }
            hold.block();
            add(of, all[next], wanted);
            next++;
        }
        // The next visit of the file is another count; no inode has the ID 0.
        file = 0;
        return true;
    }

    private void add(INodeFile of, BlockInfo block, Optional<TierCounts> wanted) {
        if (block.isComplete()) {
            length += block.getNumBytes();
            List<ReplicaLocation> present = LiveReplica.locations(LiveReplica.of(blocks, registry, block));
            present.forEach(replica -> add(replica.tier(), block.getNumBytes()));
            int absent = block.getReplication() - present.size();
            missing |= absent > 0;
            if (absent > 0 && wanted.isPresent()) {
                addMissing(PlacementCheck.missing(present, MovePlanner.goal(block, wanted.get())), absent, block);
            }
            return;
        }
        long bytes = of.getPreferredBlockSize();
        length += bytes;
        for (DatanodeStorageInfo storage : block.getUnderConstructionFeature().getExpectedStorageLocations()) {
            add(registry.rank(storage.getDatanodeDescriptor()), bytes);
        }
    }

    private void addMissing(TierCounts wanted, int absent, BlockInfo block) {
        int left = absent;
        for (int rank = 0; rank < wanted.tiers() && left > 0; rank++) {
            int replicas = Math.min(left, wanted.of(rank));
            add(rank, replicas * block.getNumBytes());
            left -= replicas;
        }
    }

    private void add(int rank, long bytes) {
        if (rank != TierNames.UNKNOWN) {
            onTier[rank] += bytes;
        }
    }

    /** Returns the bytes of the file's replicas on a tier, after a complete count. */
    long onTier(int rank) {
        return onTier[rank];
    }

    /** Whether replicas of the file are missing, after a complete count. */
    boolean missing() {
        return missing;
    }

    /** Returns the bytes of the file's blocks, after a complete count. */
    long length() {
        return length;
    }
}
