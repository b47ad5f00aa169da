package org.underbase.localcompact.coordinator;

import java.time.Duration;

/**
 * Limit on the time that one compaction waits for merges that are slower than a majority. It is relative to the time of the
 * majority, over all blocks so far: a short pause is tolerated once, a slow server is not tolerated in each block. Not
 * thread-safe.
 */
final class LagBudget {
    private final double floor;
    private final double factor;
    private final double max;
    private long majority;
    private long lagged;

    /**
     * Creates a full budget.
     *
     * @param floor minimum of the total lag
     * @param factor total lag, as a multiple of the total time of the majority
     * @param max maximum lag in one block
     */
    LagBudget(Duration floor, double factor, Duration max) {
        this.floor = floor.toNanos();
        this.factor = factor;
        this.max = max.toNanos();
    }

    /**
     * Computes the limit for a block.
     *
     * @param nanos time that the majority needed for the block
     * @return nanoseconds that the other merges have; at least relative to this block
     */
    long limit(long nanos) {
        double left = Math.max(floor, factor * (majority + nanos)) - lagged;
        return (long) Math.min(max, Math.max(left, factor * nanos));
    }

    /** Records the time that the majority needed for a block, and the lag of the others. */
    void spend(long nanos, long lag) {
        majority += nanos;
        lagged += lag;
    }
}
