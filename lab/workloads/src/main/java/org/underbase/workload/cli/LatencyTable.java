package org.underbase.workload.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.underbase.workload.drive.Measurement;

/** Prints a line for each type of operation: count, rate, latencies. */
final class LatencyTable {
    private final PrintWriter out;
    private final double seconds;

    LatencyTable(PrintWriter out, double seconds) {
        this.out = out;
        this.seconds = seconds;
        out.printf(
                Locale.ROOT,
                "%-16s %12s %8s %10s %9s %9s %9s %9s %9s%n",
                "latency in ms",
                "count",
                "errors",
                "per s",
                "mean",
                "p50",
                "p95",
                "p99",
                "max");
    }

    /** Types that never occurred are left out. */
    void types(Measurement measurement) {
        for (Measurement.Type type : measurement.types()) {
            if (type.count() + type.errors() > 0) {
                line(type.name(), type.errors(), type.latency());
            }
        }
    }

    void line(String name, long errors, Histogram latency) {
        long count = latency.getTotalCount();
        out.printf(
                Locale.ROOT,
                "%-16s %,12d %,8d %,10.1f %9.2f %9.2f %9.2f %9.2f %9.2f%n",
                name,
                count,
                errors,
                seconds > 0 ? count / seconds : 0,
                count == 0 ? 0 : latency.getMean() / Numbers.NANOS_PER_MILLI,
                Numbers.millis(latency.getValueAtPercentile(50)),
                Numbers.millis(latency.getValueAtPercentile(95)),
                Numbers.millis(latency.getValueAtPercentile(99)),
                Numbers.millis(latency.getMaxValue()));
    }
}
