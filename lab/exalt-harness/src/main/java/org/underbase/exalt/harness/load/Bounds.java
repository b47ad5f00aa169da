package org.underbase.exalt.harness.load;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** When a load ends: by count, by time or when it is told to. Thread-safe. */
final class Bounds {
    private final long files;
    private final long seconds;
    private volatile long end;
    private final AtomicLong begun = new AtomicLong();
    private volatile boolean stopped;

    /** The time runs from now on. */
    Bounds(LoadSpec spec) {
        files = spec.files() == 0 ? Long.MAX_VALUE : spec.files();
        seconds = spec.seconds();
        begin();
    }

    /** The time runs anew. */
    void begin() {
        end = seconds == 0 ? Long.MAX_VALUE : System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    /** The number of the next file, from 0; -1 when there is to be none. */
    long next() {
        if (over()) {
            return -1;
        }
        long number = begun.getAndIncrement();
        return number < files ? number : -1;
    }

    /** Whether the time is over. */
    boolean over() {
        return stopped || (end != Long.MAX_VALUE && System.nanoTime() - end >= 0);
    }

    void stop() {
        stopped = true;
    }
}
