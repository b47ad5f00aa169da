package org.underbase.combinedlog.cli;

import java.io.PrintWriter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Says every few seconds on standard error that something goes on. */
final class Ticker implements AutoCloseable {
    private static final int SECONDS = 5;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "progress");
        thread.setDaemon(true);
        return thread;
    });

    Ticker(PrintWriter err, String what) {
        long began = System.nanoTime();
        Runnable tell = () -> {
            err.println(what + ", " + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began) + " s");
            err.flush();
        };
        // Its future tells failures that printing does not have.
        var unused = timer.scheduleAtFixedRate(tell, SECONDS, SECONDS, TimeUnit.SECONDS);
        assert !unused.isDone();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
