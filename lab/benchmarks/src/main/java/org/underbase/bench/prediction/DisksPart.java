package org.underbase.bench.prediction;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.disk.DiskCounters;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/**
 * Part {@code disks}: predicts the latency of reads, and the operations of disks, with other disks, from the trace of a client of a stock
 * cluster. The disks are so slow that the processors' time does not matter.
 */
final class DisksPart {
    static final String NAME = "disks";

    private static final Latency READ = Latency.of("read");
    private static final Quantity BUSY =
            new Quantity("disks busy", new Measure("s", 1e9, Measure.OPERATIONS, false, Measure.OPERATIONS));
    private static final Quantity SEEKS =
            new Quantity("disks' seeks", new Measure("", 1, Measure.OPERATIONS, false, Measure.OPERATIONS));
    private static final Quantity BYTES_READ = new Quantity("disks read", Measure.bytes(0.10));
    private static final Quantity BYTES_WRITTEN = new Quantity("disks written", Measure.bytes(0.05));

    private static final DiskModel MODEL = new DiskModel(2_000_000, Duration.ofMillis(100), Duration.ZERO);
    private static final DiskAlternative BASELINE = new DiskAlternative(MODEL, 1);
    private static final List<DiskAlternative> ALTERNATIVES = List.of(
            new DiskAlternative(new DiskModel(2_000_000, Duration.ofMillis(50), Duration.ZERO), 1),
            new DiskAlternative(MODEL.bandwidth(4_000_000), 1),
            new DiskAlternative(MODEL, 2));
    private static final int FILES = 4;
    private static final double READS_PER_SECOND = 4.5;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final int seconds;
    private final DiskLoad workload;

    DisksPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.seconds = options.quick() ? 6 : 50;
        this.workload = new DiskLoad(
                false, options.seed(), FILES, options.quick() ? 16 << 20 : 64 << 20, READS_PER_SECOND, seconds);
    }

    void run(Trial trial) throws IOException, InterruptedException {
        progress.step("disks: reads past the page cache, without HDFS");
        new DirectReads(options, measurements).run(MODEL, READS_PER_SECOND, seconds);
        measurements.note("disks: one DataNode; the baseline has " + BASELINE + ". " + FILES
                + " files are read at random offsets, "
                + TimedRead.BYTES / 1024 + " KiB each, " + READS_PER_SECOND + " reads/s in an open loop for " + seconds
                + " s, no bytes twice. Before, all replicas are evicted from the page cache, and their checksum files are loaded. A log"
                + " gets 4 KiB and an hflush every 2 s. The disks' counters include a sync after the end.");
        DiskCluster.Result traced = cluster("traced", BASELINE);
        ReadLoad load = ReadLoad.read(traced.trace());
        Values stock = simulate(load, BASELINE);
        List<Prediction> predictions = ALTERNATIVES.stream()
                .map(disks ->
                        new Prediction(disks.toString(), stock, simulate(load, disks), inProportion(stock, disks)))
                .toList();
        trial.run(
                NAME,
                values(traced),
                predictions,
                (name, alternative) ->
                        values(cluster(name, alternative.map(ALTERNATIVES::get).orElse(BASELINE))));
    }

    private DiskCluster.Result cluster(String name, DiskAlternative disks) throws IOException {
        progress.step("disks: " + name + ", " + disks);
        return new DiskCluster(options.workDirectory(), workload).run("prediction-disks-" + name, disks);
    }

    private static Values values(DiskCluster.Result result) {
        return values(result.nanos(), result.counters());
    }

    private static Values simulate(ReadLoad load, DiskAlternative disks) {
        SimulatedReads simulated = SimulatedReads.run(load, disks.model(), disks.disks());
        return values(simulated.nanos(), simulated.counters());
    }

    private static Values values(List<Long> readNanos, DiskCounters counters) {
        Values values = new Values();
        READ.put(values, readNanos);
        return values.put(BUSY, counters.busyNanos())
                .put(SEEKS, counters.seeks())
                .put(BYTES_READ, counters.bytes().read())
                .put(BYTES_WRITTEN, counters.bytes().written());
    }

    /** Returns the values if all times were those of the transfers. */
    private static Values inProportion(Values stock, DiskAlternative disks) {
        double factor = disks.timePerByte(BASELINE);
        Values values = new Values();
        for (Quantity quantity : stock.quantities()) {
            boolean isTime = READ.quantities().contains(quantity) || quantity.equals(BUSY);
            values.put(quantity, stock.of(quantity) * (isTime ? factor : 1));
        }
        return values;
    }
}
