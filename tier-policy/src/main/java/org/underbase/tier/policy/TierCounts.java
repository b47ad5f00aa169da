package org.underbase.tier.policy;

import java.util.Arrays;

/** Numbers of replicas by the rank of their tier, and of those anywhere: a {@link ReplicaVector} without names. Immutable. */
public final class TierCounts {
    private final int[] counts;
    private final int any;

    private TierCounts(int[] counts, int any) {
        this.counts = counts;
        this.any = any;
    }

    /** No replica, in a cluster of so many tiers. */
    public static TierCounts none(int tiers) {
        return new TierCounts(new int[tiers], 0);
    }

    /** How many tiers the cluster has. */
    public int tiers() {
        return counts.length;
    }

    /** Replicas on the tier of this rank. */
    public int of(int rank) {
        return counts[rank];
    }

    /** Replicas that may be anywhere, or, of a present state, that are on DataNodes without a tier. */
    public int any() {
        return any;
    }

    public int sum() {
        int sum = any;
        for (int count : counts) {
            sum += count;
        }
        return sum;
    }

    /** As this with {@code more} on a rank; {@link TierNames#UNKNOWN} stands for any. */
    public TierCounts plus(int rank, int more) {
        if (rank == TierNames.UNKNOWN) {
            return withAny(any + more);
        }
        int[] changed = counts.clone();
        changed[rank] += more;
        return new TierCounts(changed, any);
    }

    TierCounts withAny(int replicas) {
        return new TierCounts(counts, replicas);
    }

    /**
     * The same for another replication, always by the same rule, so that all blocks of a file agree. Fewer: given up one
     * by one from {@code any} first, then from the tier with most replicas, of several the slowest. More: the surplus goes
     * to the slowest tier that has a replica, or anywhere when none has.
     *
     * @param replication replicas wanted in all, at least 0
     */
    public TierCounts fit(int replication) {
        int[] changed = counts.clone();
        int anywhere = any;
        for (int sum = sum(); sum > replication; sum--) {
            if (anywhere > 0) {
                anywhere--;
            } else {
                changed[fullest(changed)]--;
            }
        }
        int more = replication - Math.min(sum(), replication);
        if (more > 0) {
            int slowest = TierNames.UNKNOWN;
            for (int rank = 0; rank < changed.length; rank++) {
                slowest = changed[rank] > 0 ? rank : slowest;
            }
            if (slowest == TierNames.UNKNOWN || anywhere > 0) {
                anywhere += more;
            } else {
                changed[slowest] += more;
            }
        }
        return new TierCounts(changed, anywhere);
    }

    private static int fullest(int[] counts) {
        int best = 0;
        for (int rank = 1; rank < counts.length; rank++) {
            best = counts[rank] >= counts[best] ? rank : best;
        }
        return best;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TierCounts that && any == that.any && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(counts) + any;
    }

    @Override
    public String toString() {
        return Arrays.toString(counts) + "+" + any;
    }
}
