package org.underbase.bench.tracer.paired;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Median of a sample and its 95% confidence interval by the bootstrap that is bias-corrected and accelerated (BCa; Efron,
 * "Better Bootstrap Confidence Intervals", JASA 1987).
 *
 * @param median median of the sample
 * @param lower lower bound
 * @param upper upper bound
 */
public record Interval(double median, double lower, double upper) {
    private static final int RESAMPLES = 10_000;
    private static final double TAIL = 0.025;
    private static final NormalDistribution NORMAL = new NormalDistribution(0, 1);

    /**
     * Computes the interval.
     *
     * @param sample at least two values
     * @param seed seed of the resamples: the same seed and sample give the same interval
     */
    public static Interval ofMedian(double[] sample, long seed) {
        return ofMedian(sample, seed, RESAMPLES);
    }

    static Interval ofMedian(double[] sample, long seed, int resamples) {
        if (sample.length < 2) {
            throw new IllegalArgumentException("a sample of " + sample.length + " values has no interval");
        }
        double median = median(sample);
        double[] medians = resampled(sample, seed, resamples);
        long below = Arrays.stream(medians).filter(value -> value < median).count();
        long equal = Arrays.stream(medians).filter(value -> value == median).count();
        // Half of the ties; never 0 or 1, whose quantiles are infinite.
        double share = (below + equal / 2.0 + 0.5) / (resamples + 1.0);
        double bias = NORMAL.inverseCumulativeProbability(share);
        double acceleration = acceleration(sample);
        return new Interval(
                median,
                medians[index(bias, acceleration, TAIL, resamples)],
                medians[index(bias, acceleration, 1 - TAIL, resamples)]);
    }

    private static double[] resampled(double[] sample, long seed, int resamples) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] medians = new double[resamples];
        double[] drawn = new double[sample.length];
        for (int i = 0; i < resamples; i++) {
            Arrays.setAll(drawn, at -> sample[random.nextInt(sample.length)]);
            medians[i] = median(drawn);
        }
        Arrays.sort(medians);
        return medians;
    }

    private static int index(double bias, double acceleration, double probability, int resamples) {
        double shifted = bias + NORMAL.inverseCumulativeProbability(probability);
        double adjusted = NORMAL.cumulativeProbability(bias + shifted / (1 - acceleration * shifted));
        return (int) Math.max(0, Math.min(resamples - 1L, Math.round(adjusted * resamples - 0.5)));
    }

    /** Skewness of the jackknife's medians; 0 if they are all equal. */
    private static double acceleration(double[] sample) {
        double[] left = new double[sample.length];
        for (int i = 0; i < sample.length; i++) {
            double[] rest = new double[sample.length - 1];
            System.arraycopy(sample, 0, rest, 0, i);
            System.arraycopy(sample, i + 1, rest, i, rest.length - i);
            left[i] = median(rest);
        }
        double mean = Arrays.stream(left).average().orElseThrow();
        double squares =
                Arrays.stream(left).map(value -> Math.pow(mean - value, 2)).sum();
        double cubes =
                Arrays.stream(left).map(value -> Math.pow(mean - value, 3)).sum();
        return squares == 0 ? 0 : cubes / (6 * Math.pow(squares, 1.5));
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
