package org.underbase.workload.drive;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Time as the driver sees it; a seam for tests. Implementations are thread-safe. */
public interface Ticker {
    /** Nanoseconds from an arbitrary origin, never going back. */
    long nanos();

    /** Returns at {@code nanos}, or soon after {@code stopped} became true, or when interrupted. */
    void sleepUntil(long nanos, BooleanSupplier stopped);

    /** The machine's clock. */
    static Ticker system() {
        return new Ticker() {
            private static final long SLICE = 50_000_000;

            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void sleepUntil(long nanos, BooleanSupplier stopped) {
                long left = nanos - System.nanoTime();
                while (left > 0
                        && !stopped.getAsBoolean()
                        && !Thread.currentThread().isInterrupted()) {
                    LockSupport.parkNanos(Math.min(left, SLICE));
                    left = nanos - System.nanoTime();
                }
            }
        };
    }
}
