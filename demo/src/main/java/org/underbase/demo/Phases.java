package org.underbase.demo;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tells what happens, each line with the seconds since the beginning, and how long each phase took. */
final class Phases {
    private final PrintWriter err;
    private final long began = System.nanoTime();
    private final List<String> done = new ArrayList<>();
    private String name = "";
    private long since = began;

    /** @param err takes the lines */
    Phases(PrintWriter err) {
        this.err = err;
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
