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
    public static void latencies(Measurements findings, String what, Timings ours, Timings stock) {
        add(findings, what + " p50", "ms", ours, stock, Timings::p50);
        add(findings, what + " p99", "ms", ours, stock, Timings::p99);
        add(findings, what + " a second", "1/s", ours, stock, Timings::perSecond);
    }

    /** Adds a run to the line {@code what p50} alone, of what is done too seldom for more. */
    public static void medians(Measurements findings, String what, Timings ours, Timings stock) {
        add(findings, what + " p50", "ms", ours, stock, Timings::p50);
    }

    private static void add(
            Measurements findings,
            String what,
            String unit,
            Timings ours,
            Timings stock,
            ToDoubleFunction<Timings> figure) {
        findings.compared(what, unit, new Pair(figure.applyAsDouble(ours), figure.applyAsDouble(stock)));
    }
}
