package org.underbase.tier.policy;

import java.util.function.LongToDoubleFunction;
import java.util.stream.LongStream;

/** Confidence interval of 99.8 % of the mean of a value that was measured with different seeds. */
record Interval(double lower, double mean, double upper) {
    private static final int RUNS = 10;
    /** Upper 0.1 % point of Student's distribution with {@link #RUNS} - 1 degrees of freedom. */
    private static final double STUDENT = 4.297;

    /** Measures a value with consecutive seeds. */
    static Interval of(LongToDoubleFunction value) {
        double[] values = LongStream.range(0, RUNS)
                .mapToDouble(run -> value.applyAsDouble(Seeds.seed() + run))
                .toArray();
        double mean = 0;
        for (double one : values) {
            mean += one / RUNS;
        }
        double variance = 0;
        for (double one : values) {
            variance += (one - mean) * (one - mean) / (RUNS - 1);
        }
        double half = STUDENT * Math.sqrt(variance / RUNS);
        return new Interval(mean - half, mean, mean + half);
    }
}
