package org.underbase.combinedlog.cli;

import java.io.PrintWriter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.underbase.operator.output.ProgressLine;

/** Progress of a replay, which has no countable steps: the elapsed time on standard error. */
final class ReplayProgress implements AutoCloseable {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "progress");
        thread.setDaemon(true);
        return thread;
    });
    private final ProgressLine progress;

    ReplayProgress(PrintWriter err, String step) {
        progress = new ProgressLine(err, "combinedlog replay");
        long start = System.nanoTime();
        Runnable update = () ->
                progress.update(() -> step + ", " + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) + " s");
        // The future reports exceptions, which printing does not throw.
        var unused = timer.scheduleAtFixedRate(update, 1, 1, TimeUnit.SECONDS);
        assert !unused.isDone();
    }

    @Override
    public void close() {
        timer.shutdownNow();
        progress.close();
    }
}
