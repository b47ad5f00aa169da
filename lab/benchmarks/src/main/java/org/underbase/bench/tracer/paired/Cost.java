package org.underbase.bench.tracer.paired;

import java.util.List;
import java.util.Locale;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Pair;

/**
 * Relative speed of one side: CPU time per call of the other side divided by its own, so that 1 is no cost.
 *
 * @param ratio by the median of the differences
 * @param lower by the upper bound of their interval
 * @param upper by the lower bound of their interval
 */
public record Cost(double ratio, double lower, double upper) {
    /**
     * Computes the cost of side A.
     *
     * @param quads the quads
     * @param added CPU time per call of side A that no quad contains, in nanoseconds
     * @param seed seed of the bootstrap
     */
    static Cost of(List<Quad> quads, double added, long seed) {
        Interval difference =
                Interval.ofMedian(quads.stream().mapToDouble(Quad::difference).toArray(), seed);
        double[] b = quads.stream().mapToDouble(Quad::b).sorted().toArray();
        double base = (b[(b.length - 1) / 2] + b[b.length / 2]) / 2;
        return new Cost(
                base / (base + added + difference.median()),
                base / (base + added + difference.upper()),
                base / (base + added + difference.lower()));
    }

    /**
     * Adds the rows of a measured system and selects the lower bound as a metric of the last line.
     *
     * @param measurements receiver of the rows
     * @param key key of the metric
     * @param title name of the calls
     * @param slices the slices
     * @param seed seed of the bootstrap
     */
    public static void report(Measurements measurements, String key, String title, Slices slices, long seed) {
        for (Quad quad : slices.quads()) {
            measurements.compared(
                    title + ", CPU per call in a quad; stock: recording off",
                    "us",
                    new Pair((quad.a() + slices.tracerNanosPerCall()) / 1e3, quad.b() / 1e3));
        }
        measurements.measured(title + ", CPU of the tracer's threads per call", "ns", slices.tracerNanosPerCall());
        Cost traced = of(slices.quads(), slices.tracerNanosPerCall(), seed);
        Cost equal = of(slices.equalQuads(), 0, seed);
        String ratio = title + ", untraced/traced CPU per call";
        rows(measurements, ratio, traced);
        rows(measurements, title + ", the same of equal slices", equal);
        measurements.quote(key, lowerBound(ratio));
        measurements.note(title + ": " + traced.verdict(equal));
    }

    private static void rows(Measurements measurements, String name, Cost cost) {
        measurements.measured(name, "", cost.ratio);
        measurements.measured(lowerBound(name), "", cost.lower);
        measurements.measured(name + ", upper bound", "", cost.upper);
    }

    private static String lowerBound(String name) {
        return name + ", lower bound";
    }

    /** Describes both intervals; names a limit of the cost only if the interval shows it. */
    String verdict(Cost equal) {
        String limit = lower >= 0.99
                ? "tracing costs at most 1%"
                : upper < 0.99
                        ? "tracing costs more than 1%"
                        : "the interval does not decide whether the cost is below 1%";
        return String.format(
                Locale.ROOT,
                "%s: ratio %.4f, 95%% interval %.4f to %.4f; equal slices %.4f to %.4f.",
                limit,
                ratio,
                lower,
                upper,
                equal.lower,
                equal.upper);
    }
}
