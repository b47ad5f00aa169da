package org.underbase.exalt.harness.load;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** End condition of a load: number of files, time, or a stop request. Thread-safe. */
final class Bounds {
    private final long files;
    private final long seconds;
    private volatile long end;
    private final AtomicLong begun = new AtomicLong();
    private volatile boolean stopped;

    /** Creates the condition; its time starts now. */
    Bounds(LoadSpec spec) {
        files = spec.files() == 0 ? Long.MAX_VALUE : spec.files();
        seconds = spec.seconds();
        begin();
    }

    /** Restarts the time. */
    void begin() {
        end = seconds == 0 ? Long.MAX_VALUE : System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    /** Returns the number of the next file, from 0; -1 if the load ends. */
    long next() {
        if (over()) {
            return -1;
        }
        long number = begun.getAndIncrement();
        return number < files ? number : -1;
    }

    /** Returns whether the time has elapsed. */
    boolean over() {
        return stopped || (end != Long.MAX_VALUE && System.nanoTime() - end >= 0);
    }

    void stop() {
        stopped = true;
    }
}
