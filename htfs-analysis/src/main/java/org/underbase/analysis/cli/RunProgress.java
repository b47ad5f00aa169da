package org.underbase.analysis.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;
import org.underbase.analysis.run.Progress;
import org.underbase.operator.output.ProgressLine;
import org.underbase.operator.output.SizeText;

/** Progress of an analysis on standard error, and its use of memory and disk at the end. */
final class RunProgress implements Progress, AutoCloseable {
    private static final String PEAK = "VmHWM:";

    private final PrintWriter err;
    private final ProgressLine line;
    private Stage stage = new Stage(1, 1, "", Unit.BYTES);
    private OptionalLong spilled = OptionalLong.empty();

    RunProgress(PrintWriter err) {
        this.err = err;
        this.line = new ProgressLine(err, "analyze");
    }

    @Override
    public void begin(Stage next) {
        stage = next;
    }

    @Override
    public void done(long done, long total) {
        double part = total == 0 ? 1 : (double) done / total;
        line.update((stage.number() - 1 + part) / stage.stages(), () -> text(done, total));
    }

    private String text(long done, long total) {
        String amount = stage.unit() == Unit.BYTES
                ? SizeText.of(done) + " of " + SizeText.of(total)
                : String.format(Locale.ROOT, "%,d of %,d files", done, total);
        return stage.stages() == 1
                ? "read " + amount
                : "stage " + stage.number() + " of " + stage.stages() + ", " + stage.name() + ": " + amount;
    }

    @Override
    public void remark(String text) {
        line.close();
        err.println(text);
        err.flush();
    }

    @Override
    public void spilled(long bytes) {
        spilled = OptionalLong.of(bytes);
    }

    /** Prints the use of memory and disk; nothing where the system does not show it. */
    void printUse() {
        OptionalLong peak = peakBytes();
        if (peak.isPresent()) {
            remark("peak memory: " + SizeText.of(peak.getAsLong()) + ", Java heap up to "
                    + SizeText.of(Runtime.getRuntime().maxMemory())
                    + (spilled.isPresent() ? "; temporary files: " + SizeText.of(spilled.getAsLong()) : ""));
        }
    }

    /** Returns the largest resident size of this process; empty where Linux's {@code /proc} is missing. */
    private static OptionalLong peakBytes() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(row -> row.startsWith(PEAK))
                    .mapToLong(row -> Long.parseLong(row.replaceAll("[^0-9]", "")) << 10)
                    .findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    @Override
    public void close() {
        line.close();
    }
}
