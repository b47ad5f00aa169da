package org.underbase.tier.namenode.monitor;

import org.apache.hadoop.conf.Configuration;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.registry.TierIndex;
import org.underbase.tier.namenode.registry.TierPolicies;
import org.underbase.tier.namenode.registry.TierUsage;

/**
 * Space of the cache on the fastest tier. DataNodes copy and delete replicas some time after the cache has changed, and report the
 * used space with a later heartbeat. For this time, it is unknown whether the used space contains the bytes of the change.
 * Thread-safe.
 */
final class CacheSpace {
    private final double fraction;
    private final TierUsage usage;
    private final RecentBytes entered;
    private final RecentBytes left;

    /**
     * Creates a space.
     *
     * @param settleNanos time in which DataNodes carry out and report a change, in nanoseconds
     * @throws IllegalArgumentException if a setting is invalid; the message names the key
     */
    CacheSpace(Configuration conf, TierUsage usage, long settleNanos) {
        this.fraction = TierKeys.CACHE_MAX_FRACTION.decimal(conf, 0, 1);
        this.usage = usage;
        this.entered = new RecentBytes(settleNanos);
        this.left = new RecentBytes(settleNanos);
    }

    /** Whether files may enter the cache. */
    boolean enabled() {
        return fraction > 0;
    }

    /** Records that a file has entered the cache. */
    void entered(long bytes) {
        entered.add(bytes, System.nanoTime());
    }

    /** Records that a file has left the cache. */
    void left(long bytes) {
        left.add(bytes, System.nanoTime());
    }

    /** Returns the bytes that have left the cache and that the used space of the tier may still contain. */
    long leaving() {
        return left.sum(System.nanoTime());
    }

    /**
     * Returns the maximum bytes of the cache: with them, the tier stays at or below its low watermark. If it is unknown whether there is
     * space for the present bytes, or for more of them, the maximum is the present bytes.
     *
     * @param tier the fastest tier
     * @param held bytes of all replicas in the cache
     */
    long capacity(TierIndex.Tier tier, long held) {
        long most = limit(tier, held + leaving());
        long least = limit(tier, held - entered.sum(System.nanoTime()));
        return Math.min(most, Math.max(least, held));
    }

    /** @param reported bytes of the cache in the used space of the tier */
    private long limit(TierIndex.Tier tier, long reported) {
        double bytes = TierUsage.capacity(tier);
        double others = Math.max(0, TierUsage.used(tier) * bytes - reported);
        return (long) Math.min(fraction * bytes, Math.max(0, usage.low(TierPolicies.FASTEST) * bytes - others));
    }
}
