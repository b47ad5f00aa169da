package org.underbase.sim.whatif;

import java.util.List;
import org.underbase.sim.study.Metric;
import org.underbase.sim.study.Outcome;

/**
 * Difference of an alternative from the baseline.
 *
 * @param value difference of the values
 * @param sampling standard error over the slices of the trace, infinite if unknown
 * @param measured error of the prediction that was measured on a cluster; 0 if it was measured for no feature of the alternative
 * @param unmeasured features whose error was not measured
 */
public record Difference(double value, double sampling, double measured, List<String> unmeasured) {
    private static final double CERTAIN = 2;

    /** Copies the list. */
    public Difference {
        unmeasured = List.copyOf(unmeasured);
    }

    /** Returns the difference of an alternative, which is named after its features. */
    public static Difference of(Metric metric, Outcome outcome, Outcome baseline) {
        if (outcome == baseline) {
            return new Difference(0, 0, 0, List.of());
        }
        List<Change> changes = Change.of(outcome.alternative().name());
        boolean ext4 = outcome.alternative().hasExt4();
        double relative = changes.stream()
                .map(change -> MeasuredErrors.of(change.feature(), metric, ext4))
                .mapToDouble(error -> error.orElse(0))
                .max()
                .orElse(0);
        double before = baseline.value(metric);
        double level = Math.max(before, outcome.value(metric));
        return new Difference(
                outcome.value(metric) - before,
                outcome.error(metric, baseline),
                relative * level,
                MeasuredErrors.missing(changes, metric, ext4));
    }

    /** Returns the larger error. */
    public double error() {
        return Math.max(sampling, measured);
    }

    /** Whether the difference is more than the measured error, and more than twice the standard error. */
    public boolean isSignificant() {
        return Math.abs(value) > Math.max(CERTAIN * sampling, measured);
    }
}
