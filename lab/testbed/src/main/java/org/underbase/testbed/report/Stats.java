package org.underbase.testbed.report;

import java.util.Collection;

/**
 * What a few measurements say. The median is what is quoted: on a shared machine single runs are off by factors.
 *
 * @param count how many, at least 1
 */
public record Stats(int count, double median, double min, double max) {
    /**
     * The statistics of at least one value. The median of an even number is the mean of the middle two.
     *
     * @throws IllegalArgumentException when there is no value or one is not a finite number
     */
    public static Stats of(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no value");
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        for (double value : sorted) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("not a finite number: " + value);
            }
        }
        int half = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
        return new Stats(sorted.length, median, sorted[0], sorted[sorted.length - 1]);
    }
}
