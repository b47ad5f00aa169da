package org.underbase.workload.drive;

import java.time.Duration;

/**
 * Bounds of a run and the failures that it tolerates.
 *
 * @param operations maximum number of operations, divided among the clients; {@link Long#MAX_VALUE} for unlimited
 * @param duration maximum duration; operations in flight at its end are awaited
 * @param maxErrors maximum number of failed operations; one more fails the run
 * @param stall maximum duration of one operation; a longer one fails the run
 */
public record Bounds(long operations, Duration duration, long maxErrors, Duration stall) {
    /** A duration that no run reaches and that can be added to a clock without overflow. */
    public static final Duration FOREVER = Duration.ofDays(36500);

    public Bounds {
        if (operations < 1) {
            throw new IllegalArgumentException("the number of operations must be positive: " + operations);
        }
        if (duration.isNegative() || duration.isZero() || duration.compareTo(FOREVER) > 0) {
            throw new IllegalArgumentException("the duration must be positive: " + duration);
        }
        if (maxErrors < 0) {
            throw new IllegalArgumentException("the number of tolerated errors must not be negative: " + maxErrors);
        }
        if (stall.isNegative() || stall.isZero()) {
            throw new IllegalArgumentException("the limit for a stall must be positive: " + stall);
        }
    }

    /** Returns the operations of one of {@code clients} clients. */
    long share(int client, int clients) {
        return operations == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : operations / clients + (client < operations % clients ? 1 : 0);
    }
}
