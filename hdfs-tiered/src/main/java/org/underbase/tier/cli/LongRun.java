package org.underbase.tier.cli;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Tells on stderr how far a long run is, every few seconds; a short one says nothing. Not thread-safe. */
final class LongRun {
    private static final long EVERY = TimeUnit.SECONDS.toNanos(5);

    private final PrintWriter err;
    private long next = System.nanoTime() + EVERY;

    LongRun(PrintWriter err) {
        this.err = err;
    }

    /** {@code state} is asked each time and said when it is time to. */
    void at(Supplier<String> state) {
        String now = state.get();
        if (System.nanoTime() - next >= 0) {
            next = System.nanoTime() + EVERY;
            err.println("tier: " + now);
            err.flush();
        }
    }
}
