package org.underbase.bench.prediction;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongFunction;
import org.underbase.bench.prediction.tiers.Alternative;
import org.underbase.bench.prediction.tiers.Bytes;
import org.underbase.bench.prediction.tiers.TierCluster;
import org.underbase.bench.prediction.tiers.TierModel;
import org.underbase.bench.prediction.tiers.Totals;
import org.underbase.bench.prediction.tiers.Workload;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/** Part {@code tiers}: predicts bytes and latencies of clusters with tiers from the trace of a stock cluster. */
final class TiersPart {
    static final String NAME = "tiers";

    private static final List<Alternative> ALTERNATIVES = List.of(
            new Alternative("fast=1,disk=2", "hybrid"),
            new Alternative("fast=2,disk=1", "hybrid"),
            new Alternative("fast=1,disk=2", "network-aware"));
    private static final Latency READ = Latency.of("latency of reads");
    private static final String TRACED = NAME + "-traced";
    private static final double MILLION = 1e6;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final Workload workload;

    TiersPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.workload = Workload.of(options.quick() ? 60 : 900, options.seed());
    }

    void run(Trial trial) throws IOException, InterruptedException {
        Totals traced = measure(TRACED, Optional.empty());
        TierModel model = TierModel.of(TierCluster.trace(TRACED, options.workDirectory()), traced);
        measurements.note(String.format(
                Locale.ROOT,
                "tiers: software takes %.1f ms of a read, the median of the traced reads that had a device for themselves",
                model.softwareNanos() / MILLION));
        Ensemble stock = ensemble(model::stock);
        List<Prediction> predictions = ALTERNATIVES.stream()
                .map(alternative -> prediction(stock, ensemble(seed -> model.with(alternative, seed)), alternative))
                .toList();
        trial.run(
                NAME,
                values(traced),
                predictions,
                (name, alternative) -> values(measure(NAME + "-" + name, alternative.map(ALTERNATIVES::get))));
    }

    private Totals measure(String name, Optional<Alternative> alternative) throws IOException, InterruptedException {
        Path work = options.workDirectory();
        try (TierCluster cluster = new TierCluster(name, alternative, work, progress)) {
            return cluster.run(workload, Duration.ofSeconds(options.quick() ? 2 : 10));
        }
    }

    private Ensemble ensemble(LongFunction<Totals> model) {
        return Ensemble.of(seed -> values(model.apply(options.seed() + seed)), options.runs());
    }

    private static Prediction prediction(Ensemble stock, Ensemble with, Alternative alternative) {
        return new Prediction(
                alternative.name(),
                stock.mean(),
                with.mean(),
                inProportion(stock.mean(), alternative),
                new Spread(stock.spread(), with.spread()));
    }

    private static Values values(Totals totals) {
        Values values = new Values();
        for (Bytes counter : Bytes.values()) {
            values.put(quantity(counter), totals.bytes().get(counter));
        }
        READ.put(values, totals.readNanos());
        return values;
    }

    private static Quantity quantity(Bytes counter) {
        return new Quantity(counter.label(), Measure.bytes(counter.target()));
    }

    /** Reads and writes are spread like the vector's replicas; latencies follow the mean time of a device for a read. */
    private static Values inProportion(Values stock, Alternative alternative) {
        double fast = alternative.fastShare();
        Values values = new Values();
        stock.quantities().forEach(quantity -> values.put(quantity, stock.of(quantity)));
        share(values, Bytes.FAST_WRITTEN, Bytes.DISK_WRITTEN, fast);
        double before = share(values, Bytes.FAST_READ, Bytes.DISK_READ, fast);
        double factor = Alternative.deviceSeconds(fast) / Alternative.deviceSeconds(before);
        READ.quantities().forEach(quantity -> values.put(quantity, stock.of(quantity) * factor));
        return values;
    }

    /** Divides the bytes of both tiers by the share of the fast one, and returns the former share. */
    private static double share(Values values, Bytes fastCounter, Bytes diskCounter, double fast) {
        double before = values.of(quantity(fastCounter));
        double all = before + values.of(quantity(diskCounter));
        values.put(quantity(fastCounter), fast * all).put(quantity(diskCounter), (1 - fast) * all);
        return before / all;
    }
}
