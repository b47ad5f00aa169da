package org.underbase.testbed.report;

import java.util.Collection;

/**
 * Statistics of repeated measurements. Reports quote the median, because single runs on a shared machine vary by factors.
 *
 * @param count number of measurements, at least 1
 * @param median middle measurement, or the mean of the middle two
 * @param min smallest measurement
 * @param max largest measurement
 */
public record Stats(int count, double median, double min, double max) {
    /**
     * Computes the statistics of at least one value.
     *
     * @param values the measurements
     * @throws IllegalArgumentException if there is no value or a value is not finite
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
