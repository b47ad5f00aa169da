package org.underbase.htfs.cli;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Tells on stderr how far a long run is, every few seconds; a short one says nothing. Not thread-safe. */
final class Progress {
    private static final long EVERY = TimeUnit.SECONDS.toNanos(5);

    private final PrintWriter err;
    private final String verb;
    private long next = System.nanoTime() + EVERY;

    Progress(PrintWriter err, String verb) {
        this.err = err;
        this.verb = verb;
    }

    /** Says how far the run is when it is time to. */
    void at(Supplier<String> state) {
        long now = System.nanoTime();
        if (now - next >= 0) {
            next = now + EVERY;
            err.println(verb + ": " + state.get());
            err.flush();
        }
    }
}
