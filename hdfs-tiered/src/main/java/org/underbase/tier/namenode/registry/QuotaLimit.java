package org.underbase.tier.namenode.registry;

import org.underbase.tier.policy.QuotaUse;
import org.underbase.tier.policy.TierQuota;

/** Quota of one directory, by rank, with its use. Immutable except for the use. */
public final class QuotaLimit {
    private final long directory;
    private final TierQuota quota;
    private final long[] limits;
    private final QuotaUse use;

    QuotaLimit(long directory, TierQuota quota, long[] limits, QuotaUse use) {
        this.directory = directory;
        this.quota = quota;
        this.limits = limits;
        this.use = use;
    }

    /** Returns the inode ID of the directory. */
    public long directory() {
        return directory;
    }

    /** Returns the quota as it was set. */
    public TierQuota quota() {
        return quota;
    }

    public QuotaUse use() {
        return use;
    }

    /** Returns the maximum number of bytes on a tier; {@link TierQuota#UNLIMITED} without one. */
    public long bytes(int rank) {
        return limits[rank];
    }

    private boolean limited(int rank) {
        return limits[rank] != TierQuota.UNLIMITED;
    }

    /** Returns the number of replicas of a size that fit; not limited until the files have been counted. */
    int room(int rank, long replicaBytes) {
        if (!limited(rank) || !use.counted()) {
            return Integer.MAX_VALUE;
        }
        long left = Math.max(0, limits[rank] - use.used(rank));
        return (int) Math.min(Integer.MAX_VALUE, left / Math.max(1, replicaBytes));
    }

    /** Whether more replicas fit; false until the files have been counted. */
    public boolean fits(int rank, long moreBytes) {
        return !limited(rank) || (use.counted() && use.used(rank) + moreBytes <= limits[rank]);
    }

    /** Whether the files want more bytes than the quota, or would with more. */
    public boolean overcommitted(int rank, long moreBytes) {
        return limited(rank) && use.wanted(rank) + moreBytes > limits[rank];
    }

    /** Returns the bytes by which the replicas exceed the quota. */
    public long excess(int rank) {
        return limited(rank) && use.counted() ? Math.max(0, use.used(rank) - limits[rank]) : 0;
    }
}
