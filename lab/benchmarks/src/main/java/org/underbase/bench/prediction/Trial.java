package org.underbase.bench.prediction;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/**
 * Trial of predictions: stores them, then measures new clusters with each feature and without it, and compares. All
 * predictions of a part are about the same quantities; their features are alternatives.
 */
final class Trial {
    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final Scores scores;
    private final List<Values> stock = new ArrayList<>();
    private final List<List<Values>> features = new ArrayList<>();

    /** Measurement of a new cluster. */
    @FunctionalInterface
    interface Cluster {
        /**
         * Runs the workload on a new cluster.
         *
         * @param name name of the cluster, which is unique in its part
         * @param alternative index of the prediction whose feature is on; empty for a stock cluster
         */
        Values run(String name, Optional<Integer> alternative) throws IOException, InterruptedException;
    }

    Trial(BenchOptions options, ProgressLine progress, Measurements measurements, Scores scores) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.scores = scores;
    }

    /**
     * Tries predictions.
     *
     * @param part name of the part
     * @param traced measurement of the stock cluster whose trace the predictions are from
     * @param predictions predictions, one per alternative
     * @param cluster measurement of a new cluster
     */
    void run(String part, Values traced, List<Prediction> predictions, Cluster cluster)
            throws IOException, InterruptedException {
        PredictionFile file =
                PredictionFile.write(options.workDirectory().resolve("prediction-" + part + ".json"), predictions);
        String stored = part + ": prediction stored at " + Instant.now() + ", SHA-256 " + file.hash();
        progress.step(stored);
        measurements.note(stored + ", before a cluster had the feature");
        stock.add(traced);
        predictions.forEach(prediction -> features.add(new ArrayList<>()));
        for (int run = 0; run < options.runs(); run++) {
            for (int side : sides(run, predictions.size())) {
                if (side == predictions.size()) {
                    stock.add(cluster.run("stock" + run, Optional.empty()));
                } else {
                    features.get(side).add(cluster.run("feature" + side + "-" + run, Optional.of(side)));
                }
            }
        }
        file.check();
        report(part, predictions);
    }

    /** Returns the sides of a run in their order: indices of alternatives, and their number for stock. */
    private static List<Integer> sides(int run, int alternatives) {
        List<Integer> sides =
                new ArrayList<>(IntStream.rangeClosed(0, alternatives).boxed().toList());
        if (Order.of(run) == Order.STOCK_FIRST) {
            Collections.reverse(sides);
        }
        return sides;
    }

    private void report(String part, List<Prediction> predictions) {
        Values without = predictions.get(0).stock();
        Comparison.of(
                        without,
                        without,
                        stock,
                        stock,
                        predictions.get(0).spread().ofStock())
                .cells()
                .forEach(cell -> measurements.note(part + ", stock: " + cell));
        for (int i = 0; i < predictions.size(); i++) {
            Prediction prediction = predictions.get(i);
            rows(prediction, features.get(i));
            Comparison model = compare(prediction, prediction.predicted(), features.get(i));
            model.cells().forEach(cell -> measurements.note(prediction.feature() + ": " + cell));
            scores.add(
                    model,
                    compare(prediction, prediction.stock(), features.get(i)),
                    compare(prediction, prediction.inProportion(), features.get(i)));
        }
        if (predictions.size() > 1) {
            without.quantities().forEach(quantity -> scores.add(ranking(predictions, quantity)));
        }
    }

    private Comparison compare(Prediction prediction, Values predicted, List<Values> measured) {
        return Comparison.of(prediction.stock(), predicted, stock, measured, prediction.spread());
    }

    /** Compares the order of all alternatives, among them no change, by a quantity. */
    private Ranking ranking(List<Prediction> predictions, Quantity quantity) {
        DoubleStream predicted = predictions.stream()
                .mapToDouble(prediction -> prediction.predicted().of(quantity));
        DoubleStream measured = features.stream().mapToDouble(runs -> Comparison.median(runs, quantity));
        return Ranking.of(
                DoubleStream.concat(DoubleStream.of(predictions.get(0).stock().of(quantity)), predicted)
                        .toArray(),
                DoubleStream.concat(DoubleStream.of(Comparison.median(stock, quantity)), measured)
                        .toArray(),
                Math.max(
                        Comparison.noise(stock, quantity),
                        predictions.stream()
                                .mapToDouble(prediction -> prediction.spread().effect(quantity))
                                .max()
                                .orElse(0)));
    }

    private void rows(Prediction prediction, List<Values> feature) {
        Set<Quantity> quantities = prediction.predicted().quantities();
        for (Quantity quantity : quantities) {
            String name = prediction.feature() + ": " + quantity.name();
            String unit = quantity.measure().unit();
            double scale = quantity.measure().scale();
            for (int run = 0; run < options.runs(); run++) {
                double without = stock.get(run + 1).of(quantity) / scale;
                if (without > 0) {
                    measurements.compared(name, unit, new Pair(feature.get(run).of(quantity) / scale, without));
                }
            }
            measurements.measured(
                    name + ", predicted for stock", unit, prediction.stock().of(quantity) / scale);
            measurements.measured(
                    name + ", predicted for Underbase",
                    unit,
                    prediction.predicted().of(quantity) / scale);
        }
    }
}
