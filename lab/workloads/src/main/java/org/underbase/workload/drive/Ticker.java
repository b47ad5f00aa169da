package org.underbase.workload.drive;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Clock of the driver, replaceable in tests. Implementations are thread-safe. */
public interface Ticker {
    /** Returns monotonic nanoseconds from an arbitrary origin. */
    long nanos();

    /** Waits until {@code nanos}; returns earlier if {@code stopped} becomes true or the thread is interrupted. */
    void sleepUntil(long nanos, BooleanSupplier stopped);

    /** Returns the system's clock. */
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
