package org.underbase.tier.namenode.rpc;

import java.util.function.LongSupplier;

/** Time of the last observed increase of a counter. Thread-safe. */
final class LastChangeTracker {
    private final LongSupplier number;
    private final LongSupplier clock;
    private long before;
    private long millis;

    /** @param clock clock, in milliseconds since 1970 */
    LastChangeTracker(LongSupplier number, LongSupplier clock) {
        this.number = number;
        this.clock = clock;
        this.before = number.getAsLong();
    }

    /** Reads the counter. */
    synchronized void notice() {
        long now = number.getAsLong();
        if (now != before) {
            before = now;
            millis = clock.getAsLong();
        }
    }

    /** Returns the time in milliseconds since 1970; 0 before the first increase. */
    synchronized long millis() {
        notice();
        return millis;
    }
}
