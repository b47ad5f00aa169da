package org.underbase.bench.prediction;

import java.util.ArrayList;
import java.util.List;
import org.underbase.testbed.report.Stats;

/**
 * Comparison of a prediction with measurements.
 *
 * @param cells quantities that are large enough to be compared
 * @param signErrors effects above 10% of the stock value and twice the noise whose predicted sign is wrong
 */
record Comparison(List<Cell> cells, int signErrors) {
    private static final double LARGE_EFFECT = 0.1;
    private static final int NOISE_FACTOR = 2;
    /** Smallest compared part of a quantity: an activity with few bytes at a layer has mostly the traffic of others. */
    private static final double SMALLEST_PART = 0.01;

    /** Copies the cells. */
    Comparison {
        cells = List.copyOf(cells);
    }

    /**
     * Compares a prediction.
     *
     * @param stock prediction without the feature
     * @param feature prediction with the feature, of the same quantities
     * @param measuredStock measurements without the feature, at least two
     * @param measuredFeature measurements with the feature
     * @param spread differences that random decisions explain
     */
    static Comparison of(
            Values stock, Values feature, List<Values> measuredStock, List<Values> measuredFeature, Spread spread) {
        List<Cell> cells = new ArrayList<>();
        int signErrors = 0;
        for (Quantity quantity : feature.quantities()) {
            Stats without = stats(measuredStock, quantity);
            double with = stats(measuredFeature, quantity).median();
            double noise = noise(measuredStock, quantity);
            // Of one cluster with the feature nothing is known but the noise without it.
            double levelNoise = measuredFeature.size() > 1 ? noise(measuredFeature, quantity) : noise;
            Quantity whole = quantity.whole().orElse(quantity);
            double smallest = SMALLEST_PART
                    * Math.max(
                            stats(measuredStock, whole).median(),
                            stats(measuredFeature, whole).median());
            if (with > smallest) {
                double floor = Math.max(levelNoise, spread.level(quantity));
                cells.add(cell(quantity, Cell.Kind.LEVEL, feature.of(quantity), with, floor));
            }
            double effect = with - without.median();
            double effectNoise = Math.max(noise, levelNoise);
            double random = spread.effect(quantity);
            if (Math.abs(effect) > Math.max(Math.max(NOISE_FACTOR * effectNoise, random), smallest)) {
                double predicted = feature.of(quantity) - stock.of(quantity);
                cells.add(cell(quantity, Cell.Kind.EFFECT, predicted, effect, Math.max(effectNoise, random)));
                if (Math.abs(effect) > LARGE_EFFECT * without.median()
                        && Math.signum(predicted) != Math.signum(effect)) {
                    signErrors++;
                }
            }
        }
        return new Comparison(cells, signErrors);
    }

    private static Cell cell(Quantity quantity, Cell.Kind kind, double predicted, double measured, double noise) {
        return new Cell(quantity.name(), kind, quantity.measure(), predicted, measured, noise);
    }

    private static Stats stats(List<Values> runs, Quantity quantity) {
        return Stats.of(runs.stream().map(run -> run.of(quantity)).toList());
    }

    /** Returns the largest difference of two measurements of a quantity. */
    static double noise(List<Values> runs, Quantity quantity) {
        Stats stats = stats(runs, quantity);
        return stats.max() - stats.min();
    }

    /** Returns the median of the measurements of a quantity. */
    static double median(List<Values> runs, Quantity quantity) {
        return stats(runs, quantity).median();
    }

    long count(Cell.Verdict verdict) {
        return cells.stream().filter(cell -> cell.verdict() == verdict).count();
    }
}
