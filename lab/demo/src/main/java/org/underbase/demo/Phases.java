package org.underbase.demo;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Tells what happens, each line with the seconds since the beginning, and how long each phase took. */
final class Phases implements AutoCloseable {
    private static final long SILENCE_SECONDS = 20;

    private final PrintWriter err;
    private final ScheduledExecutorService patience;
    private final long began = System.nanoTime();
    private long spoke = began;
    private final ScheduledFuture<?> heartbeat;
    private final List<String> done = new ArrayList<>();
    private String name = "";
    private long since = began;

    /** @param err takes the lines */
    Phases(PrintWriter err) {
        this.err = err;
        this.patience = Executors.newSingleThreadScheduledExecutor(new ThreadFactoryBuilder()
                .setNameFormat("demo-patience")
                .setDaemon(true)
                .build());
        this.heartbeat = patience.scheduleWithFixedDelay(this::stillThere, 1, 1, TimeUnit.SECONDS);
    }

    /** Says after a silence that the phase goes on. */
    private synchronized void stillThere() {
        if (!name.isEmpty() && System.nanoTime() - spoke > TimeUnit.SECONDS.toNanos(SILENCE_SECONDS)) {
            say("still in phase '%s', since %d s", name, seconds(since));
        }
    }

    /** Falls silent. */
    @Override
    public void close() {
        heartbeat.cancel(true);
        patience.shutdownNow();
    }

    /** Ends the phase before, if there is one, and begins another. */
    synchronized void begin(String phase, String format, Object... arguments) {
        end();
        name = phase;
        say(format, arguments);
    }

    /** One line. */
    synchronized void say(String format, Object... arguments) {
        err.printf(Locale.ROOT, "[%3d s] %s%n", seconds(began), String.format(Locale.ROOT, format, arguments));
        err.flush();
        spoke = System.nanoTime();
    }

    /** Ends the last phase; returns all of them with their times. */
    synchronized String summary() {
        end();
        return String.join(", ", done) + "; in all " + seconds(began) + " s";
    }

    private void end() {
        if (!name.isEmpty()) {
            done.add(name + " " + seconds(since) + " s");
        }
        name = "";
        since = System.nanoTime();
    }

    private static long seconds(long since) {
        return Math.round((System.nanoTime() - since) / 1e9);
    }
}
