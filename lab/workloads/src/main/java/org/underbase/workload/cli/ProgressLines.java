package org.underbase.workload.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.underbase.workload.drive.Progress;

/** One plain line for each report. */
final class ProgressLines implements Progress {
    private static final double NANOS_PER_MILLI = 1e6;

    private final PrintWriter err;

    ProgressLines(PrintWriter err) {
        this.err = err;
    }

    @Override
    public void report(Report report) {
        StringBuilder line = new StringBuilder();
        line.append(String.format(
                Locale.ROOT, "%s %4d s: ", report.phase(), report.elapsed().toSeconds()));
        if (report.total() > 0) {
            line.append(String.format(Locale.ROOT, "%,d of %,d %s", report.done(), report.total(), report.unit()));
        } else {
            line.append(String.format(Locale.ROOT, "%,d %s", report.done(), report.unit()));
        }
        line.append(String.format(
                Locale.ROOT,
                ", %,.0f/s, p50 %.2f ms, p99 %.2f ms, %d errors",
                report.perSecond(),
                report.p50() / NANOS_PER_MILLI,
                report.p99() / NANOS_PER_MILLI,
                report.errors()));
        err.println(line);
        err.flush();
    }
}
