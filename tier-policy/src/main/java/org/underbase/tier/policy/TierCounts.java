package org.underbase.tier.policy;

import java.util.Arrays;

/** Number of replicas per tier, by rank, and of those on any tier: a {@link ReplicaVector} without names. Immutable. */
public final class TierCounts {
    private final int[] counts;
    private final int any;

    private TierCounts(int[] counts, int any) {
        this.counts = counts;
        this.any = any;
    }

    /** Returns counts without replicas for a number of tiers. */
    public static TierCounts none(int tiers) {
        return new TierCounts(new int[tiers], 0);
    }

    /** Returns the number of tiers of the cluster. */
    public int tiers() {
        return counts.length;
    }

    /** Returns the number of replicas on a tier. */
    public int of(int rank) {
        return counts[rank];
    }

    /** Returns the number of replicas that may be on any DataNode or, in present counts, are on DataNodes without a tier. */
    public int any() {
        return any;
    }

    /** Returns the number of all replicas. */
    public int sum() {
        int sum = any;
        for (int count : counts) {
            sum += count;
        }
        return sum;
    }

    /**
     * Whether more replicas than before are on fast tiers: on the fastest tiers together, for any number of them that excludes
     * the slowest one. A replica that moves to a slower tier, or is added to the slowest, does not count.
     */
    public boolean isFasterThan(TierCounts before) {
        int balance = 0;
        for (int rank = 0; rank < counts.length - 1; rank++) {
            balance += counts[rank] - before.counts[rank];
            if (balance > 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns counts with {@code more} replicas on a rank; {@link TierNames#UNKNOWN} stands for any. */
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
     * Fits the counts to another replication by a fixed rule, so that all blocks of a file have the same counts. A lower
     * replication removes replicas one by one, from {@code any} first, then from the tier with most replicas, and of several
     * such tiers from the slowest. A higher one adds {@code any} replicas if there are some already or no tier has a replica,
     * otherwise replicas on the slowest tier that has one.
     *
     * @param replication wanted number of all replicas
     * @return the fitted counts
     * @throws IllegalArgumentException if the replication is negative
     */
    public TierCounts fit(int replication) {
        if (replication < 0) {
            throw new IllegalArgumentException("invalid replication " + replication);
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

    /** Returns the rank of replicas beyond these counts, by the rule of {@link #fit}; {@link TierNames#UNKNOWN} stands for any. */
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
