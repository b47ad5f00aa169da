package org.underbase.bench.prediction;

import java.util.ArrayList;
import java.util.List;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Metric;
import org.underbase.testbed.report.Target;

/** Comparisons of all parts of a run, with those of two predictors without a model. Not thread-safe. */
final class Scores {
    private static final double WITHIN = 0.9;

    private final List<Comparison> model = new ArrayList<>();
    private final List<Comparison> nothing = new ArrayList<>();
    private final List<Comparison> bytes = new ArrayList<>();
    private Ranking ranking = Ranking.NONE;

    /**
     * Adds the comparisons of a feature.
     *
     * @param ofModel comparison of the prediction
     * @param ofNothing comparison of the prediction that nothing changes
     * @param ofBytes comparison of the prediction in proportion to bytes
     */
    void add(Comparison ofModel, Comparison ofNothing, Comparison ofBytes) {
        model.add(ofModel);
        nothing.add(ofNothing);
        bytes.add(ofBytes);
    }

    /** Adds the order of the alternatives of a part. */
    void add(Ranking more) {
        ranking = ranking.plus(more);
    }

    /** Adds the metrics of all compared cells to the measurements. */
    void report(Measurements measurements) {
        if (decided(model) == 0) {
            return;
        }
        measurements.note(
                count(model, Cell.Verdict.NOISE) + " of "
                        + model.stream().mapToInt(each -> each.cells().size()).sum()
                        + " cells are not decided because the noise, the largest difference of two equal clusters or that of random decisions, exceeds the target");
        metric(measurements, "cells_within_target", "fraction of cells within target", within(model));
        metric(measurements, "sign_errors", "wrong signs of effects above 10%", signErrors(model));
        metric(measurements, "dummy_nothing", "fraction of cells within target, predicting no change", within(nothing));
        metric(measurements, "dummy_bytes", "fraction of cells within target, in proportion to bytes", within(bytes));
        measurements.measured("wrong signs, predicting no change", "", signErrors(nothing));
        measurements.measured("wrong signs, in proportion to bytes", "", signErrors(bytes));
        if (ranking.pairs() > 0) {
            measurements.note("order of alternatives: " + ranking.pairs() + " pairs differ by more than the noise");
            metric(measurements, "kendall_tau", "Kendall's tau of the order of alternatives", ranking.tau());
        }
    }

    private static void metric(Measurements measurements, String key, String name, double value) {
        measurements.measured(name, "", value);
        measurements.quote(key, name);
    }

    private static long count(List<Comparison> comparisons, Cell.Verdict verdict) {
        return comparisons.stream().mapToLong(each -> each.count(verdict)).sum();
    }

    private static long decided(List<Comparison> comparisons) {
        return count(comparisons, Cell.Verdict.WITHIN) + count(comparisons, Cell.Verdict.OUTSIDE);
    }

    /** Returns the fraction of cells within their target, without those whose noise exceeds it. */
    private static double within(List<Comparison> comparisons) {
        return (double) count(comparisons, Cell.Verdict.WITHIN) / decided(comparisons);
    }

    private static int signErrors(List<Comparison> comparisons) {
        return comparisons.stream().mapToInt(Comparison::signErrors).sum();
    }

    static List<Metric> metrics(Measurements measurements) {
        return List.of(
                measurements.metric("cells_within_target", 2, new Target.AtLeast(WITHIN)),
                measurements.metric("sign_errors", 0, new Target.AtMost(0)),
                measurements.metric("dummy_nothing", 2, new Target.None()),
                measurements.metric("dummy_bytes", 2, new Target.None()),
                measurements.metric("kendall_tau", 2, new Target.AtLeast(WITHIN)));
    }
}
