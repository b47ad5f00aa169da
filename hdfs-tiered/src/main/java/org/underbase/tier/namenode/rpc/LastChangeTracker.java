package org.underbase.tier.namenode.rpc;

import java.util.function.LongSupplier;

/** When a number that only grows was seen to have grown last. Thread-safe. */
final class LastChangeTracker {
    private final LongSupplier number;
    private final LongSupplier clock;
    private long before;
    private long millis;

    /** @param clock tells milliseconds since 1970 */
    LastChangeTracker(LongSupplier number, LongSupplier clock) {
        this.number = number;
        this.clock = clock;
        this.before = number.getAsLong();
    }

    /** Looks at the number. */
    synchronized void notice() {
        long now = number.getAsLong();
        if (now != before) {
            before = now;
            millis = clock.getAsLong();
        }
    }

    /** Milliseconds since 1970; 0 when it has not grown yet. */
    synchronized long millis() {
        notice();
        return millis;
    }
}
