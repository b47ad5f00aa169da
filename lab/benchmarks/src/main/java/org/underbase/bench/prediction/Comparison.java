package org.underbase.bench.prediction;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.underbase.htfs.format.Activity;
import org.underbase.sim.layer.Layer;
import org.underbase.testbed.report.Stats;

/**
 * Comparison of a prediction with measurements.
 *
 * @param cells quantities that are large enough to be compared
 * @param signErrors effects above 10% of the stock bytes and twice the noise whose predicted sign is wrong
 */
record Comparison(List<Cell> cells, int signErrors) {
    private static final double EFFECT_TARGET = 0.1;
    private static final double LARGE_EFFECT = 0.1;
    private static final int NOISE_FACTOR = 2;
    /** Smallest compared part of a layer: an activity with few bytes there has mostly the traffic of others. */
    private static final double SMALLEST_PART = 0.01;

    /** Copies the cells. */
    Comparison {
        cells = List.copyOf(cells);
    }

    /**
     * Compares a prediction.
     *
     * @param stock predicted bytes without the feature
     * @param feature predicted bytes with the feature
     * @param measuredStock measurements without the feature, at least two
     * @param measuredFeature measurements with the feature
     * @param activities compared activities; all of them together form one more row
     */
    static Comparison of(
            LayerTable stock,
            LayerTable feature,
            List<LayerTable> measuredStock,
            List<LayerTable> measuredFeature,
            List<Activity> activities) {
        List<Cell> cells = new ArrayList<>();
        int signErrors = 0;
        for (Optional<Activity> row : rows(activities)) {
            for (Layer layer : Layer.values()) {
                String name = name(row, layer);
                Stats without = stats(measuredStock, row, layer);
                double with = stats(measuredFeature, row, layer).median();
                double noise = without.max() - without.min();
                double smallest = SMALLEST_PART
                        * Math.max(
                                stats(measuredStock, Optional.empty(), layer).median(),
                                stats(measuredFeature, Optional.empty(), layer).median());
                if (with > smallest) {
                    cells.add(new Cell(name, Cell.Kind.LEVEL, feature.of(row, layer), with, noise, layer.target()));
                }
                double effect = with - without.median();
                if (Math.abs(effect) > Math.max(NOISE_FACTOR * noise, smallest)) {
                    double predicted = feature.of(row, layer) - stock.of(row, layer);
                    cells.add(new Cell(name, Cell.Kind.EFFECT, predicted, effect, noise, EFFECT_TARGET));
                    if (Math.abs(effect) > LARGE_EFFECT * without.median()
                            && Math.signum(predicted) != Math.signum(effect)) {
                        signErrors++;
                    }
                }
            }
        }
        return new Comparison(cells, signErrors);
    }

    private static Stats stats(List<LayerTable> runs, Optional<Activity> row, Layer layer) {
        return Stats.of(runs.stream().map(run -> run.of(row, layer)).toList());
    }

    /** Returns each activity, and empty for all of them. */
    static List<Optional<Activity>> rows(List<Activity> activities) {
        List<Optional<Activity>> rows = new ArrayList<>();
        activities.forEach(activity -> rows.add(Optional.of(activity)));
        rows.add(Optional.empty());
        return rows;
    }

    static String name(Optional<Activity> row, Layer layer) {
        return row.map(Activity::label).orElse("all") + ", " + layer.label();
    }

    /** Returns the fraction of cells within their target, without those whose noise exceeds it. */
    double within() {
        Set<Cell.Verdict> decided = EnumSet.of(Cell.Verdict.WITHIN, Cell.Verdict.OUTSIDE);
        double all =
                cells.stream().filter(cell -> decided.contains(cell.verdict())).count();
        return count(Cell.Verdict.WITHIN) / all;
    }

    long count(Cell.Verdict verdict) {
        return cells.stream().filter(cell -> cell.verdict() == verdict).count();
    }
}
