package org.underbase.workload.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import org.underbase.operator.output.DurationConverter;
import org.underbase.operator.output.ProgressLine;
import org.underbase.workload.drive.Progress;
import picocli.CommandLine.Option;

/** Options for the output of a long command: format of the result, interval of the progress. */
final class ReportOptions {
    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Option(
            names = "--progress",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "5s",
            description = "Interval of the progress on standard error. Default: ${DEFAULT-VALUE}.")
    private Duration every = Duration.ZERO;

    @Option(names = "--quiet", description = "Print no progress.")
    private boolean quiet;

    boolean json() {
        return json;
    }

    Duration every() {
        return every;
    }

    /** Creates the progress of one phase; the caller closes it before it prints the result. */
    Progress progress(PrintWriter err) {
        return quiet ? Progress.none() : new Printed(new ProgressLine(err, "workload").pacedByCaller());
    }

    private record Printed(ProgressLine line) implements Progress {
        @Override
        public void report(Report report) {
            double fraction = report.total() > 0 ? (double) report.done() / report.total() : -1;
            line.update(fraction, () -> text(report));
        }

        private static String text(Report report) {
            String total = report.total() > 0 ? String.format(Locale.ROOT, " of %,d", report.total()) : "";
            return String.format(
                    Locale.ROOT,
                    "%s %d s, %,d%s %s, %,.0f/s, p50 %.2f ms, p99 %.2f ms, %,d errors",
                    report.phase(),
                    report.elapsed().toSeconds(),
                    report.done(),
                    total,
                    report.unit(),
                    report.perSecond(),
                    LatencyTable.millis(report.p50()),
                    LatencyTable.millis(report.p99()),
                    report.errors());
        }

        @Override
        public void close() {
            line.close();
        }
    }
}
