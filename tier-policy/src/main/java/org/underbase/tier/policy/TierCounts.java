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

    /** All replicas together. */
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
     * by one from {@code any} first, then from the tier with most replicas, of several the slowest. More: the surplus is
     * {@code any} when there is any already or no tier has a replica, else it goes to the slowest tier that has one.
     *
     * @param replication replicas wanted in all
     * @throws IllegalArgumentException when it is negative
     */
    public TierCounts fit(int replication) {
        if (replication < 0) {
            throw new IllegalArgumentException("replication is " + replication);
        }
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
        int tier = surplusTier();
        if (more > 0 && tier == TierNames.UNKNOWN) {
            anywhere += more;
        } else if (more > 0) {
            changed[tier] += more;
        }
        return new TierCounts(changed, anywhere);
    }

    /** Where replicas beyond these counts belong, by the rule of {@link #fit}; {@link TierNames#UNKNOWN} stands for any. */
    int surplusTier() {
        int slowest = TierNames.UNKNOWN;
        for (int rank = 0; rank < counts.length && any == 0; rank++) {
            slowest = counts[rank] > 0 ? rank : slowest;
        }
        return slowest;
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
