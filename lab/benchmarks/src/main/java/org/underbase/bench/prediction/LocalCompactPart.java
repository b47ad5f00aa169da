package org.underbase.bench.prediction;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.underbase.htfs.format.Activity;
import org.underbase.operator.output.ProgressLine;
import org.underbase.sim.layer.Layer;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/**
 * Part {@code localcompact}: predicts the bytes with local compaction from the trace of a stock cluster, stores the prediction,
 * and then measures new clusters with the feature and without it.
 */
final class LocalCompactPart {
    private static final double MEGA = 1e6;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final List<LayerTable> stock = new ArrayList<>();
    private final List<LayerTable> feature = new ArrayList<>();

    LocalCompactPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    void run() throws IOException, InterruptedException {
        MeasuredCluster.Result traced = cluster("traced", false);
        stock.add(traced.bytes());
        Prediction prediction = Prediction.localCompaction(
                traced.trace(), MeasuredCluster.ACTIVITIES, MeasuredCluster.UNCACHED, MeasuredCluster.REPLICATION);
        Path file = options.workDirectory().resolve("prediction.json");
        prediction.write(file);
        String hash = Prediction.hash(file);
        String stored = "prediction stored at " + Instant.now() + ", SHA-256 " + hash;
        progress.step(stored);
        measurements.note(stored + ", before a cluster had local compaction");
        for (int run = 0; run < options.runs(); run++) {
            for (boolean side : Order.of(run).sides()) {
                LayerTable bytes =
                        cluster((side ? "local" : "stock") + run, side).bytes();
                (side ? feature : stock).add(bytes);
            }
        }
        if (!Prediction.hash(file).equals(hash)) {
            throw new IOException(file + " changed after its SHA-256 was computed");
        }
        report(prediction);
    }

    private MeasuredCluster.Result cluster(String name, boolean on) throws IOException, InterruptedException {
        return new MeasuredCluster(options, progress).run(name, on);
    }

    private void report(Prediction prediction) {
        for (Optional<Activity> row : Comparison.rows(MeasuredCluster.ACTIVITIES)) {
            for (Layer layer : Layer.values()) {
                String name = Comparison.name(row, layer);
                for (int run = 0; run < options.runs(); run++) {
                    double without = stock.get(run + 1).of(row, layer) / MEGA;
                    if (without > 0) {
                        measurements.compared(
                                name, "MB", new Pair(feature.get(run).of(row, layer) / MEGA, without));
                    }
                }
                measurements.measured(
                        name + ", predicted for stock", "MB", prediction.stock().of(row, layer) / MEGA);
                measurements.measured(
                        name + ", predicted for Underbase",
                        "MB",
                        prediction.feature().of(row, layer) / MEGA);
            }
        }
        // Errors without the feature: as if stock were the feature.
        Comparison baseline = compare(prediction, prediction.stock(), stock);
        Comparison model = compare(prediction, prediction.feature(), feature);
        Comparison nothing = compare(prediction, prediction.stock(), feature);
        Comparison bytes = compare(prediction, prediction.inProportion(), feature);
        baseline.cells().forEach(cell -> measurements.note("stock: " + cell));
        model.cells().forEach(cell -> measurements.note("Underbase: " + cell));
        measurements.note(
                model.count(Cell.Verdict.NOISE) + " of " + model.cells().size()
                        + " cells are not decided because the noise, the largest difference of two stock clusters, exceeds the target");
        metric("cells_within_target", "fraction of cells within target", model.within());
        metric("sign_errors", "wrong signs of effects above 10%", model.signErrors());
        metric("dummy_nothing", "fraction of cells within target, predicting no change", nothing.within());
        metric("dummy_bytes", "fraction of cells within target, in proportion to clients' bytes", bytes.within());
        metric("dummy_nothing_signs", "wrong signs, predicting no change", nothing.signErrors());
        metric("dummy_bytes_signs", "wrong signs, in proportion to clients' bytes", bytes.signErrors());
    }

    private Comparison compare(Prediction prediction, LayerTable predicted, List<LayerTable> measured) {
        return Comparison.of(prediction.stock(), predicted, stock, measured, MeasuredCluster.ACTIVITIES);
    }

    private void metric(String key, String name, double value) {
        measurements.measured(name, "", value);
        measurements.quote(key, name);
    }
}
