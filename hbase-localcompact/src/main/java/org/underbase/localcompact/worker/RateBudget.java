package org.underbase.localcompact.worker;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Throughput that several merges share. Only bytes use it: a merge that waits for other servers leaves its share to the others.
 * Thread-safe.
 */
final class RateBudget {
    /**
     * Idle time that counts for later bytes. HBase checks the limit of a compaction only after as many bytes as it allows in a
     * second, so that a smaller one never waits; a merge for another server must not be slower.
     */
    static final long CREDIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanos;
    private long busyUntil;

    /** {@code nanos} is the clock. */
    RateBudget(LongSupplier nanos) {
        this.nanos = nanos;
        this.busyUntil = nanos.getAsLong();
    }

    /**
     * Takes bytes.
     *
     * @param bytes merged bytes
     * @param bytesPerSecond total throughput of all merges; infinite for bytes that do not use the budget
     * @return nanoseconds that the caller waits before it merges further bytes
     */
    synchronized long take(long bytes, double bytesPerSecond) {
        if (Double.isInfinite(bytesPerSecond)) {
            // A store that blocks writes does not wait for the backlog of other servers.
            return 0;
        }
        long now = nanos.getAsLong();
        busyUntil = Math.max(busyUntil, now - CREDIT_NANOS)
                + Math.round(bytes / bytesPerSecond * TimeUnit.SECONDS.toNanos(1));
        return Math.max(0, busyUntil - now);
    }
}
