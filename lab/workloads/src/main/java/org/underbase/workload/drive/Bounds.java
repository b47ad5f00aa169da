package org.underbase.workload.drive;

import java.time.Duration;

/**
 * When a run ends and what it bears.
 *
 * @param operations most operations, divided among the clients; {@link Long#MAX_VALUE} for no bound
 * @param duration longest time; operations under way then are waited for
 * @param maxErrors how many operations may fail before the run does
 * @param stall longest time one operation may take before the run is given up
 */
public record Bounds(long operations, Duration duration, long maxErrors, Duration stall) {
    /** Long enough for anybody, short enough to be added to a clock. */
    public static final Duration FOREVER = Duration.ofDays(36500);

    public Bounds {
        if (operations < 1) {
            throw new IllegalArgumentException("the number of operations must be positive: " + operations);
        }
        if (duration.isNegative() || duration.isZero() || duration.compareTo(FOREVER) > 0) {
            throw new IllegalArgumentException("the duration must be positive: " + duration);
        }
        if (maxErrors < 0) {
            throw new IllegalArgumentException("the number of errors borne must not be negative: " + maxErrors);
        }
        if (stall.isNegative() || stall.isZero()) {
            throw new IllegalArgumentException("the limit for a stall must be positive: " + stall);
        }
    }

    /** The operations of one of {@code clients} clients. */
    long share(int client, int clients) {
        return operations == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : operations / clients + (client < operations % clients ? 1 : 0);
    }
}
