package org.underbase.tier.namenode.registry;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;

/**
 * Number of further replicas of one block that the quotas above its file permit on each tier. A placement treats a tier without
 * room like a full one. Thread-confined.
 */
public final class QuotaRoom {
    private static final QuotaRoom UNLIMITED = new QuotaRoom(List.of(), 0, 0, new int[0], 0);

    private final List<QuotaLimit> limits;
    private final long inode;
    private final int blocks;
    private final int[] left;
    private final long blockSize;
    private boolean open;
    private boolean refused;

    private QuotaRoom(List<QuotaLimit> limits, long inode, int blocks, int[] left, long blockSize) {
        this.limits = limits;
        this.inode = inode;
        this.blocks = blocks;
        this.left = left;
        this.blockSize = blockSize;
    }

    /** Returns the room of a file without quotas. */
    public static QuotaRoom unlimited() {
        return UNLIMITED;
    }

    /**
     * Returns the room of a file.
     *
     * @param inode inode ID
     * @param blocks number of its blocks
     */
    static QuotaRoom of(List<QuotaLimit> limits, long inode, int blocks, int tiers, long blockSize) {
        int[] left = new int[tiers];
        Arrays.fill(left, Integer.MAX_VALUE);
        for (QuotaLimit limit : limits) {
            for (int rank = 0; rank < tiers; rank++) {
                left[rank] = Math.min(left[rank], limit.room(rank, blockSize));
            }
        }
        return new QuotaRoom(limits, inode, blocks, left, blockSize);
    }

    /** Whether any quota applies to the file. */
    public boolean limited() {
        return !limits.isEmpty();
    }

    /** Whether a tier may take another replica. */
    public boolean admits(int rank) {
        boolean admitted = has(rank);
        refused |= !admitted;
        return admitted;
    }

    /** Like {@link #admits}, for a tier that need not be chosen. */
    public boolean has(int rank) {
        return rank == TierNames.UNKNOWN || !limited() || open || left[rank] > 0;
    }

    /** Returns the ranks of the tiers that do not have room for a number of replicas. */
    public BitSet without(int replicas) {
        BitSet found = new BitSet();
        for (int rank = 0; rank < left.length && !open; rank++) {
            found.set(rank, left[rank] < replicas);
        }
        refused |= !found.isEmpty();
        return found;
    }

    /** Returns counts without the replicas on tiers that exceed the room. */
    public TierCounts fit(TierCounts counts) {
        TierCounts fitted = counts;
        for (int rank = 0; rank < left.length && !open; rank++) {
            int more = Math.max(0, counts.of(rank) - Math.max(0, left[rank]));
            fitted = fitted.plus(rank, -more);
            refused |= more > 0;
        }
        return fitted;
    }

    /** Records that replicas were chosen on a tier, or released if negative. */
    public void take(int rank, int replicas) {
        if (limited() && rank != TierNames.UNKNOWN && left[rank] != Integer.MAX_VALUE) {
            left[rank] -= replicas;
        }
    }

    /** Ends the limits, because the number of replicas takes precedence over quotas. */
    public void open() {
        open = true;
    }

    /** Whether a tier had no room. */
    public boolean refused() {
        return refused;
    }

    List<QuotaLimit> limits() {
        return limits;
    }

    long inode() {
        return inode;
    }

    int blocks() {
        return blocks;
    }

    long blockSize() {
        return blockSize;
    }
}
