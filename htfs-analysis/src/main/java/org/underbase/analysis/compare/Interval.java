package org.underbase.analysis.compare;

import java.util.Arrays;
import java.util.Optional;

/**
 * 95% interval of a difference.
 *
 * @param low lower end
 * @param high upper end
 */
public record Interval(double low, double high) {
    private static final double TAIL = 0.025;
    /** Replicates without data, such as those in which no unit with a flush has a weight, may not be more. */
    private static final double MOST_MISSING = 0.05;
    /** (z^2 + 1) / 4 for z = 1.96: first term of the quantile of Student's t over that of the normal distribution. */
    private static final double STUDENT = 1.21;

    /**
     * Computes the interval of the percentiles of the replicates, moved to the difference and expanded for few units.
     *
     * @param difference the difference
     * @param center the difference as computed from the sums, which may be rounded
     * @param replicates differences in the replicates
     * @param units number of units of the smaller trace, at least 2
     * @return the interval; empty if too many replicates have no data
     */
    static Optional<Interval> of(double difference, double center, double[] replicates, long units) {
        double[] sorted =
                Arrays.stream(replicates).filter(Double::isFinite).sorted().toArray();
        if (!Double.isFinite(center) || sorted.length < replicates.length * (1 - MOST_MISSING)) {
            return Optional.empty();
        }
        double expansion = Math.sqrt(units / (units - 1.0)) * (1 + STUDENT / (units - 1.0));
        // Position p of n+1 intervals between n values: the 5th and the 196th of 200.
        int at = (int) Math.round(TAIL * (sorted.length + 1)) - 1;
        return Optional.of(new Interval(
                difference + expansion * (sorted[at] - center),
                difference + expansion * (sorted[sorted.length - 1 - at] - center)));
    }

    /** Returns what the interval says about the difference. */
    Verdict verdict() {
        return low > 0 ? Verdict.HIGHER : high < 0 ? Verdict.LOWER : Verdict.NOT_DISTINGUISHABLE;
    }
}
