package org.underbase.demo;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.underbase.operator.output.DurationText;
import org.underbase.operator.output.ProgressLine;

/** Phases of the demo: progress lines with the elapsed time, and the duration of each phase. Thread-safe. */
final class Phases implements AutoCloseable {
    private static final long SILENCE_SECONDS = 20;

    private final ProgressLine progress;
    private final ScheduledExecutorService timer;
    private final long start = System.nanoTime();
    private long lastLine = start;
    private final ScheduledFuture<?> heartbeat;
    private final List<String> done = new ArrayList<>();
    private String name = "";
    private long phaseStart = start;

    /** @param err receives the lines */
    Phases(PrintWriter err) {
        this.progress = new ProgressLine(err, "demo");
        this.timer = Executors.newSingleThreadScheduledExecutor(new ThreadFactoryBuilder()
                .setNameFormat("demo-heartbeat")
                .setDaemon(true)
                .build());
        this.heartbeat = timer.scheduleWithFixedDelay(this::heartbeat, 1, 1, TimeUnit.SECONDS);
    }

    private synchronized void heartbeat() {
        if (!name.isEmpty() && System.nanoTime() - lastLine > TimeUnit.SECONDS.toNanos(SILENCE_SECONDS)) {
            log("phase '%s' has been running for %s", name, since(phaseStart));
        }
    }

    /** Stops the output. */
    @Override
    public void close() {
        heartbeat.cancel(true);
        timer.shutdownNow();
    }

    /** Ends the previous phase and begins another. */
    synchronized void begin(String phase, String format, Object... arguments) {
        end();
        name = phase;
        log(format, arguments);
    }

    /** Prints one line. */
    synchronized void log(String format, Object... arguments) {
        progress.step(String.format(Locale.ROOT, format, arguments));
        lastLine = System.nanoTime();
    }

    /** Ends the last phase and returns all phases with their durations. */
    synchronized String summary() {
        end();
        return String.join(", ", done) + "; total " + since(start);
    }

    private void end() {
        if (!name.isEmpty()) {
            done.add(name + " " + since(phaseStart));
        }
        name = "";
        phaseStart = System.nanoTime();
    }

    private static String since(long nanos) {
        return DurationText.of(Duration.ofNanos(System.nanoTime() - nanos));
    }
}
