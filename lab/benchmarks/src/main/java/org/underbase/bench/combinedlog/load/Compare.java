package org.underbase.bench.combinedlog.load;

import java.util.function.ToDoubleFunction;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Pair;

/** Tells the findings of two sides that were measured next to each other. */
public final class Compare {
    private Compare() {}

    /**
     * Adds a run to the lines {@code what p50}, {@code what p99} and {@code what a second}.
     *
     * @param what for instance {@code "seeking disk, 12 logs, hsync"}
     */
    public static void latencies(Measurements measurements, String what, Timings underbase, Timings stock) {
        add(measurements, what + " p50", "ms", underbase, stock, Timings::p50);
        add(measurements, what + " p99", "ms", underbase, stock, Timings::p99);
        add(measurements, what + " a second", "1/s", underbase, stock, Timings::perSecond);
    }

    /** Adds a run to the line {@code what p50} alone, of what is done too seldom for more. */
    public static void medians(Measurements measurements, String what, Timings underbase, Timings stock) {
        add(measurements, what + " p50", "ms", underbase, stock, Timings::p50);
    }

    private static void add(
            Measurements measurements,
            String what,
            String unit,
            Timings underbase,
            Timings stock,
            ToDoubleFunction<Timings> figure) {
        measurements.compared(what, unit, new Pair(figure.applyAsDouble(underbase), figure.applyAsDouble(stock)));
    }
}
