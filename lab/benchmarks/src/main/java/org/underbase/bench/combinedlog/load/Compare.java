package org.underbase.bench.combinedlog.load;

import java.util.function.ToDoubleFunction;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Pair;

/** Adds the timings of both sides to the measurements. */
public final class Compare {
    private Compare() {}

    /**
     * Adds a run to the rows {@code NAME p50}, {@code NAME p99} and {@code NAME rate}.
     *
     * @param measurements receiver of the run
     * @param name name of the rows, such as {@code "seeking disk, 12 logs, hsync"}
     * @param underbase timings of Underbase
     * @param stock timings of stock HDFS
     */
    public static void latencies(Measurements measurements, String name, Timings underbase, Timings stock) {
        add(measurements, name + " p50", "ms", underbase, stock, Timings::p50);
        add(measurements, name + " p99", "ms", underbase, stock, Timings::p99);
        add(measurements, name + " rate", "1/s", underbase, stock, Timings::perSecond);
    }

    /**
     * Adds a run to the row {@code NAME p50} only, for rare operations.
     *
     * @param measurements receiver of the run
     * @param name name of the row
     * @param underbase timings of Underbase
     * @param stock timings of stock HDFS
     */
    public static void medians(Measurements measurements, String name, Timings underbase, Timings stock) {
        add(measurements, name + " p50", "ms", underbase, stock, Timings::p50);
    }

    private static void add(
            Measurements measurements,
            String name,
            String unit,
            Timings underbase,
            Timings stock,
            ToDoubleFunction<Timings> metric) {
        measurements.compared(name, unit, new Pair(metric.applyAsDouble(underbase), metric.applyAsDouble(stock)));
    }
}
