package org.underbase.operator.output;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Progress of a long command on standard error: a bar that is redrawn on a terminal, otherwise a plain line every five
 * seconds. A command that ends earlier prints no progress. Thread-safe.
 */
public final class ProgressLine implements AutoCloseable {
    private static final int WIDTH = 24;
    private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long DRAW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final PrintWriter err;
    private final String command;
    private final boolean terminal;
    private final LongSupplier nanoTime;
    private final long start;
    private long next;
    private long lineNanos = LINE_NANOS;
    private int drawn;

    /**
     * Creates the progress of a command; its output adapts to standard error.
     *
     * @param err standard error
     * @param command name of the command, the first word of every plain line
     */
    public ProgressLine(PrintWriter err, String command) {
        this(err, command, isTerminal(), System::nanoTime);
    }

    /**
     * Creates the progress of a command.
     *
     * @param err where to print
     * @param command name of the command, the first word of every plain line
     * @param terminal whether to redraw a bar instead of printing lines
     * @param nanoTime clock, in nanoseconds
     */
    public ProgressLine(PrintWriter err, String command, boolean terminal, LongSupplier nanoTime) {
        this.err = err;
        this.command = command;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.next = start + (terminal ? 0 : LINE_NANOS);
    }

    /**
     * Prints a plain line for every update, for a caller that updates at its own interval.
     *
     * @return this progress
     */
    public ProgressLine pacedByCaller() {
        if (!terminal) {
            lineNanos = 0;
            next = start;
        }
        return this;
    }

    /** Whether standard error is a terminal; false where Linux's {@code /proc} cannot answer. */
    public static boolean isTerminal() {
        try {
            String target = Path.of("/proc/self/fd/2").toRealPath().toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            // A pipe has no path, and other systems have no /proc.
            return false;
        }
    }

    /**
     * Reports the state if it is time to.
     *
     * @param state text that is computed only if it is printed
     */
    public synchronized void update(Supplier<String> state) {
        update(-1, state);
    }

    /**
     * Reports the state if it is time to, and always at the end.
     *
     * @param fraction completed part, 0 to 1; below 0 if unknown
     * @param state text that is computed only if it is printed
     */
    public synchronized void update(double fraction, Supplier<String> state) {
        long now = nanoTime.getAsLong();
        if (terminal) {
            if (now - next >= 0 || fraction >= 1) {
                next = now + DRAW_NANOS;
                draw((fraction < 0 ? "" : bar(fraction) + " ") + state.get());
            }
        } else if (now - next >= 0) {
            next = now + lineNanos;
            line(command + ": " + state.get());
        }
    }

    /**
     * Prints a line for a step of the command, with the time since the start.
     *
     * @param step the step that begins
     */
    public synchronized void step(String step) {
        Duration elapsed = Duration.ofNanos(nanoTime.getAsLong() - start);
        close();
        line(String.format("%s %d:%02d %s", command, elapsed.toMinutes(), elapsed.toSecondsPart(), step));
    }

    private void line(String text) {
        err.println(text);
        err.flush();
    }

    private void draw(String text) {
        err.print("\r" + text + " ".repeat(Math.max(0, drawn - text.length())));
        err.flush();
        drawn = text.length();
    }

    private static String bar(double fraction) {
        int full = fraction >= 1 ? WIDTH : (int) Math.min(WIDTH - 1, Math.floor(fraction * WIDTH));
        return "[" + "#".repeat(full) + "-".repeat(WIDTH - full) + "]";
    }

    /** Ends the line of the bar. */
    @Override
    public synchronized void close() {
        if (drawn > 0) {
            drawn = 0;
            line("");
        }
    }
}
