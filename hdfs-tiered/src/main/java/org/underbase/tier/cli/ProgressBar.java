package org.underbase.tier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.underbase.tier.client.PlacementProgress;
import org.underbase.tier.client.ProgressListener;

/**
 * How far a placement is: on a terminal a bar that is drawn over and over, elsewhere a plain line every five seconds and
 * nothing for what is short. Not thread-safe.
 */
final class ProgressBar implements ProgressListener, AutoCloseable {
    private static final int WIDTH = 24;
    private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long DRAW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final PrintWriter err;
    private final boolean terminal;
    private final LongSupplier nanoTime;
    private long next;
    private int drawn;

    ProgressBar(PrintWriter err, boolean terminal) {
        this(err, terminal, System::nanoTime);
    }

    ProgressBar(PrintWriter err, boolean terminal, LongSupplier nanoTime) {
        this.err = err;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
        this.next = nanoTime.getAsLong() + (terminal ? 0 : LINE_NANOS);
    }

    /** Whether standard error is a terminal, as Linux tells; elsewhere plain lines do. */
    static boolean onTerminal() {
        try {
            String target = Path.of("/proc/self/fd/2").toRealPath().toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            // A pipe has no path, and other systems no /proc.
            return false;
        }
    }

    @Override
    public void progressed(PlacementProgress progress) {
        long now = nanoTime.getAsLong();
        if (terminal) {
            if (now - next >= 0 || progress.done()) {
                next = now + DRAW_NANOS;
                draw(bar(progress) + " " + text(progress));
            }
        } else if (now - next >= 0) {
            next = now + LINE_NANOS;
            err.println("tier: " + text(progress));
            err.flush();
        }
    }

    private void draw(String line) {
        err.print("\r" + line + " ".repeat(Math.max(0, drawn - line.length())));
        err.flush();
        drawn = line.length();
    }

    private static String bar(PlacementProgress progress) {
        double part = progress.bytesTotal() > 0
                ? 1 - (double) progress.bytesLeft() / progress.bytesTotal()
                : progress.files() == 0 ? 1 : (double) progress.filesDone() / progress.files();
        int full = progress.done() ? WIDTH : (int) Math.min(WIDTH - 1, Math.max(0, Math.floor(part * WIDTH)));
        return "[" + "#".repeat(full) + "-".repeat(WIDTH - full) + "]";
    }

    private static String text(PlacementProgress progress) {
        StringBuilder text = new StringBuilder()
                .append(progress.filesDone())
                .append('/')
                .append(Text.count(progress.files(), "file"))
                .append(", ")
                .append(Text.size(progress.bytesLeft()))
                .append(" left, ")
                .append(Text.rate(progress.bytesPerSecond()));
        progress.remaining().ifPresent(time -> text.append(", ").append(Text.time(time)));
        progress.obstacle().ifPresent(why -> text.append("; ").append(Text.printable(why)));
        return text.toString();
    }

    /** Leaves the bar on a line of its own. */
    @Override
    public void close() {
        if (drawn > 0) {
            err.println();
            err.flush();
        }
    }
}
