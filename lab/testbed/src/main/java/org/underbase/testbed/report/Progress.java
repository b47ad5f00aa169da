package org.underbase.testbed.report;

import java.io.PrintWriter;
import java.time.Duration;

/** Tells a person what is being done: one plain line a step, with the time since the start. Thread-safe. */
public final class Progress {
    private final PrintWriter out;
    private final String title;
    private final long start = System.nanoTime();

    /**
     * @param title what is running, said on every line
     * @param out where the lines go; standard error as a rule
     */
    public Progress(String title, PrintWriter out) {
        this.title = title;
        this.out = out;
    }

    /** Begins a step. */
    public synchronized void step(String what) {
        Duration since = Duration.ofNanos(System.nanoTime() - start);
        out.printf("%s %d:%02d %s%n", title, since.toMinutes(), since.toSecondsPart(), what);
        out.flush();
    }
}
