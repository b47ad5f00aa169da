package org.underbase.localcompact.coordinator;

import java.time.Duration;

/** Pause after a failure, which doubles with each further failure up to 64 times. Not thread-safe. */
final class Exclusion {
    private static final int MAX_DOUBLINGS = 6;

    /** Time after an exclusion for which failures are remembered. */
    private static final Duration KEPT = Duration.ofDays(1);

    private int doublings;
    private long until;

    /** {@code now} is the time of the clock in nanoseconds, as in all methods. */
    Exclusion(long now) {
        until = now;
    }

    /** Starts the next pause; returns its length in nanoseconds. */
    long begin(long pauseNanos, long now) {
        long pause = pauseNanos << doublings;
        until = now + pause;
        doublings = Math.min(doublings + 1, MAX_DOUBLINGS);
        return pause;
    }

    /** Returns the remaining nanoseconds of the pause. */
    long remaining(long now) {
        return Math.max(0, until - now);
    }

    /** Resets the pauses after a success, unless a pause runs: then the success began before the failure. */
    void succeeded(long now) {
        if (remaining(now) == 0) {
            doublings = 0;
        }
    }

    boolean isForgotten(long now) {
        return now - until > KEPT.toNanos();
    }
}
