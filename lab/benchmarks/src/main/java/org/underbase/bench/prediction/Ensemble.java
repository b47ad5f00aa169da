package org.underbase.bench.prediction;

import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * Predictions that differ in their random decisions only.
 *
 * @param mean mean of each value
 * @param spread twice the standard deviation of the mean of the measured runs, for each value: the difference between measurement
 *     and prediction that randomness explains
 */
record Ensemble(Values mean, Values spread) {
    private static final int SEEDS = 200;
    private static final double DEVIATIONS = 2;

    /**
     * Computes predictions.
     *
     * @param predict prediction for a seed
     * @param runs number of runs that are measured
     */
    static Ensemble of(LongFunction<Values> predict, int runs) {
        List<Values> all = LongStream.range(0, SEEDS).mapToObj(predict).toList();
        Values mean = new Values();
        Values spread = new Values();
        for (Quantity quantity : all.get(0).quantities()) {
            double sum = 0;
            double squares = 0;
            for (Values values : all) {
                sum += values.of(quantity);
            }
            double middle = sum / SEEDS;
            for (Values values : all) {
                squares += Math.pow(values.of(quantity) - middle, 2);
            }
            mean.put(quantity, middle);
            spread.put(quantity, DEVIATIONS * Math.sqrt(squares / (SEEDS - 1) / runs));
        }
        return new Ensemble(mean, spread);
    }
}
