package org.underbase.replay.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.TextTable;
import org.underbase.replay.run.ReplayReport;
import org.underbase.replay.run.ReplayReport.OfCall;

/** Report as text. */
final class ReportText {
    private static final double MILLI = 1e6;

    private ReportText() {}

    static void print(ReplayReport report, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%d events in %.1f s and %.1f s of processor time; lateness p50 %s, p90 %s, p99 %s, max %s ms%s%n",
                report.events(),
                seconds(report.duration()),
                seconds(report.processorTime()),
                millis(report.lateness().p50()),
                millis(report.lateness().p90()),
                millis(report.lateness().p99()),
                millis(report.lateness().max()),
                report.overdriven() ? ": OVERDRIVEN, calls began too late for the chosen speed" : "");
        if (report.sampled()) {
            out.println("The trace is sampled: the replay has the calls on the recorded files only.");
        }
        if (report.incomplete()) {
            out.println("The trace is incomplete: see trace stat.");
        }
        out.println();
        TextTable bytes = new TextTable("activity", "bytes traced", "bytes replayed");
        report.bytes()
                .forEach(of -> bytes.row(of.activity(), Long.toString(of.traced()), Long.toString(of.replayed())));
        bytes.print(out);
        out.println();
        TextTable calls =
                new TextTable("call", "calls", "failed", "diverged", "traced p50 ms", "p99", "replay p50 ms", "p99");
        report.calls().stream()
                .filter(of -> of.made() > 0)
                .forEach(of -> calls.row(
                        of.call(),
                        Long.toString(of.made()),
                        Long.toString(of.failed()),
                        Long.toString(of.diverged()),
                        millis(of.tracedP50()),
                        millis(of.tracedP99()),
                        millis(of.replayP50()),
                        millis(of.replayP99())));
        calls.print(out);
        list("skipped calls", report.calls(), out);
        if (!report.missingPolicies().isEmpty()) {
            out.println("policies that the target lacks, whose files have its default: "
                    + PrintableText.of(String.join(", ", report.missingPolicies())));
        }
        if (report.leftOpen() > 0) {
            out.println(PrintableText.count(report.leftOpen(), "stream") + " open at the end of the trace");
        }
        out.println("divergences: " + report.diverged());
        report.examples().forEach(line -> out.println("  " + PrintableText.of(line)));
        out.flush();
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private static void list(String title, List<OfCall> calls, PrintWriter out) {
        String skipped = calls.stream()
                .filter(of -> of.skipped() > 0)
                .map(of -> of.call() + " " + of.skipped())
                .collect(Collectors.joining(", "));
        if (!skipped.isEmpty()) {
            out.println(title + ": " + skipped);
        }
    }

    private static String millis(long nanos) {
        return nanos < 0 ? "-" : String.format(Locale.ROOT, "%.2f", nanos / MILLI);
    }
}
