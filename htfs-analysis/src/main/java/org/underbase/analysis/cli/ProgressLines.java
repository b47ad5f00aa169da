package org.underbase.analysis.cli;

import java.io.PrintWriter;
import java.time.Duration;
import org.underbase.analysis.run.Progress;

/** Says every few seconds how far the analysis is; a short one says nothing. */
final class ProgressLines implements Progress {
    private static final long EVERY_NANOS = Duration.ofSeconds(3).toNanos();

    private final PrintWriter err;
    private long next = System.nanoTime() + EVERY_NANOS;

    ProgressLines(PrintWriter err) {
        this.err = err;
    }

    @Override
    public void done(long done, long total) {
        long now = System.nanoTime();
        if (now >= next && total > 0) {
            next = now + EVERY_NANOS;
            err.printf("analyze: %d %% of %d MiB read%n", 100 * done / total, total >> 20);
            err.flush();
        }
    }
}
