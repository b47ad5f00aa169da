package org.underbase.combinedlog.journal;

/**
 * How long a commit waits for more writers. On a disk whose flush takes milliseconds, writers fall into two cohorts:
 * one half arrives while the commit of the other runs, and each waits for two flushes. An eighth of a flush joins them.
 * On a fast disk, and for a lone writer, there is nothing to gain.
 */
final class GatherPause {
    private static final long SLOW_NANOS = 1_000_000;
    private static final long LONGEST_NANOS = 4_000_000;
    private static final int SHARE = 8;

    private final boolean on;
    private long lastForceNanos;
    private int lastWoken;
    private int secondLastWoken;

    GatherPause(boolean on) {
        this.on = on;
    }

    void committed(long forceNanos, int woken) {
        lastForceNanos = forceNanos;
        secondLastWoken = lastWoken;
        lastWoken = woken;
    }

    long nanos() {
        boolean several = Math.max(lastWoken, secondLastWoken) > 1;
        return on && several && lastForceNanos > SLOW_NANOS ? Math.min(lastForceNanos / SHARE, LONGEST_NANOS) : 0;
    }
}
