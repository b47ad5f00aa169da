package org.underbase.htfs.record;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * A simultaneous reading of the wall clock and {@link System#nanoTime}.
 *
 * @param wall wall-clock time in nanoseconds since the epoch
 * @param mono value of {@link System#nanoTime}
 */
record WallClock(long wall, long mono) {
    private static final int TRIES = 5;

    /** Reads both clocks several times and returns the reading with the shortest time between them. */
    static WallClock now() {
        WallClock best = null;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            long before = System.nanoTime();
            Instant instant = Instant.now();
            long took = System.nanoTime() - before;
            if (took < least) {
                least = took;
                long wall = TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
                best = new WallClock(wall, before + took / 2);
            }
        }
        return best;
    }
}
