package org.underbase.bench.tracer.paired;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Pair;

/**
 * Relative speed of one side: CPU time per call of the other side divided by its own, so that 1 is no cost.
 *
 * @param ratio median of the quads
 * @param lower lower bound of its interval
 * @param upper upper bound of its interval
 */
public record Cost(double ratio, double lower, double upper) {
    /** Fixed, so that the same quads give the same interval. */
    private static final long BOOTSTRAP_SEED = 2014;

    /**
     * Computes the cost of side A.
     *
     * @param quads the quads
     * @param added CPU time per call of side A that no quad contains, in nanoseconds
     */
    static Cost of(List<Quad> quads, double added) {
        // Differences of logarithms: the ratio of noisy quads stays positive.
        Interval logarithm =
                interval(quads.stream().mapToDouble(quad -> Math.log(quad.b()) - Math.log(quad.a() + added)));
        return new Cost(Math.exp(logarithm.median()), Math.exp(logarithm.lower()), Math.exp(logarithm.upper()));
    }

    private static Interval interval(DoubleStream sample) {
        return Interval.ofMedian(sample.toArray(), BOOTSTRAP_SEED);
    }

    /**
     * Adds the rows of a measured system and selects the lower bound as a metric of the last line.
     *
     * @param measurements receiver of the rows
     * @param key key of the metric
     * @param title name of the calls
     * @param slices the slices
     */
    public static void report(Measurements measurements, String key, String title, Slices slices) {
        for (Quad quad : slices.quads()) {
            measurements.compared(
                    title + ", CPU per call in a quad; stock: recording off",
                    "us",
                    new Pair((quad.a() + slices.tracerNanosPerCall()) / 1e3, quad.b() / 1e3));
        }
        measurements.measured(title + ", CPU of the tracer's threads per call", "ns", slices.tracerNanosPerCall());
        Interval nanos =
                interval(slices.quads().stream().mapToDouble(quad -> quad.difference() + slices.tracerNanosPerCall()));
        rows(measurements, title + ", CPU added per call", "ns", nanos.median(), nanos.lower(), nanos.upper());
        Cost traced = of(slices.quads(), slices.tracerNanosPerCall());
        Cost equal = of(slices.equalQuads(), 0);
        String ratio = title + ", untraced/traced CPU per call";
        rows(measurements, ratio, "", traced.ratio, traced.lower, traced.upper);
        rows(measurements, title + ", the same of equal slices", "", equal.ratio, equal.lower, equal.upper);
        measurements.quote(key, lowerBound(ratio));
        measurements.note(title + ": " + traced.verdict(equal));
    }

    /**
     * Adds the row of what tracing adds to the calling thread.
     *
     * @param measurements receiver of the rows
     * @param title name of the calls
     * @param slices the slices
     */
    public static void reportAdded(Measurements measurements, String title, Slices slices) {
        Interval nanos = interval(slices.quads().stream().mapToDouble(Quad::difference));
        rows(measurements, title + ", CPU of the calling thread", "ns", nanos.median(), nanos.lower(), nanos.upper());
    }

    private static void rows(
            Measurements measurements, String name, String unit, double median, double lower, double upper) {
        measurements.measured(name, unit, median);
        measurements.measured(lowerBound(name), unit, lower);
        measurements.measured(name + ", upper bound", unit, upper);
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
