package org.underbase.workload.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.underbase.operator.output.TextTable;
import org.underbase.workload.drive.Measurement;

/** Table with a row per type of operation: count, rate, latencies in milliseconds. */
final class LatencyTable {
    static final double NANOS_PER_MILLI = 1e6;

    private final TextTable table =
            new TextTable("latency in ms", "count", "errors", "per s", "mean", "p50", "p95", "p99", "max");
    private final double seconds;

    /** @param seconds duration of the run */
    LatencyTable(double seconds) {
        this.seconds = seconds;
    }

    static double millis(long nanos) {
        return nanos / NANOS_PER_MILLI;
    }

    /** Adds a row for each type that occurred. */
    void types(Measurement measurement) {
        for (Measurement.Type type : measurement.types()) {
            if (type.count() + type.errors() > 0) {
                row(type.name(), type.errors(), type.latency());
            }
        }
    }

    void row(String name, long errors, Histogram latency) {
        long count = latency.getTotalCount();
        table.row(
                name,
                String.format(Locale.ROOT, "%,d", count),
                String.format(Locale.ROOT, "%,d", errors),
                String.format(Locale.ROOT, "%,.1f", seconds > 0 ? count / seconds : 0),
                text(count == 0 ? 0 : latency.getMean() / NANOS_PER_MILLI),
                text(millis(latency.getValueAtPercentile(50))),
                text(millis(latency.getValueAtPercentile(95))),
                text(millis(latency.getValueAtPercentile(99))),
                text(millis(latency.getMaxValue())));
    }

    private static String text(double millis) {
        return String.format(Locale.ROOT, "%.2f", millis);
    }

    void print(PrintWriter out) {
        table.print(out);
    }
}
