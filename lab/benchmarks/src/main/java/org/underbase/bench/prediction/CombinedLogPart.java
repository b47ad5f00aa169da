package org.underbase.bench.prediction;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.underbase.operator.output.ProgressLine;
import org.underbase.sim.disk.FixedDisk;
import org.underbase.sim.sync.JournaledSyncs;
import org.underbase.sim.sync.StockSyncs;
import org.underbase.sim.sync.SyncLoad;
import org.underbase.sim.sync.SyncTimes;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/**
 * Part {@code combinedlog}: predicts the latency of hsyncs and the bytes of the disks with a combined log on its own disk, from the
 * trace of a client of a stock cluster. The disks are so slow that the processors' time does not matter.
 */
final class CombinedLogPart {
    static final String NAME = "combinedlog";

    private static final Latency HSYNC = Latency.of("hsync");
    private static final Quantity DATA = new Quantity("data disk written", Measure.bytes(0.05));
    private static final Quantity JOURNAL = new Quantity("journal disk written", Measure.bytes(0.05));
    private static final DiskModel MODEL = new DiskModel(16_000_000, Duration.ofMillis(60), Duration.ofMillis(48));
    private static final FixedDisk FIXED = new FixedDisk(
            MODEL.bytesPerSecond(), MODEL.seek().toNanos(), MODEL.flush().toNanos());
    private static final int LOGS = 12;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final LogLoad load;

    CombinedLogPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.load = new LogLoad(LogLoad.Step.CREATE, options.seed(), LOGS, options.quick() ? 10 : 100);
    }

    void run(Trial trial) throws IOException, InterruptedException {
        measurements.note(
                "combinedlog: one DataNode with two emulated disks (16 MB/s, 60 ms per seek, 48 ms per flush): block files are on"
                        + " one, the journal on the other. " + LOGS
                        + " logs get an append of 200 to 4,000 bytes and an hsync every 3 s and more, 9 s"
                        + " in the mean, at random times (open loop) for " + load.seconds()
                        + " s; another file gets 64 KiB every 500 ms without"
                        + " hsync. Segments have " + LogsCluster.SEGMENT / 1024
                        + " KiB and do not grow. The bytes include a sync after the end.");
        LogsCluster.Result traced = cluster("traced", false);
        trial.run(
                NAME,
                values(traced.times()),
                List.of(predict(ClientTrace.compile(traced.trace(), new SyncLoad()))),
                (name, alternative) ->
                        values(cluster(name, alternative.isPresent()).times()));
    }

    private LogsCluster.Result cluster(String name, boolean combinedLog) throws IOException {
        progress.step("combinedlog: " + name + ", combined log " + (combinedLog ? "on" : "off"));
        return new LogsCluster(options.workDirectory(), load, MODEL).run("prediction-combinedlog-" + name, combinedLog);
    }

    private static Prediction predict(SyncLoad load) {
        SyncTimes stock = StockSyncs.run(load, FIXED);
        SyncTimes feature = JournaledSyncs.run(load, FIXED, LogsCluster.SEGMENT);
        Values stockValues = values(stock);
        // Synced bytes are written twice; a latency is that of as many bytes.
        double bytes = (double) (stock.dataBytes() + load.syncedBytes()) / stock.dataBytes();
        Values inProportion = new Values();
        HSYNC.quantities().forEach(quantity -> inProportion.put(quantity, stockValues.of(quantity) * bytes));
        inProportion.put(DATA, stock.dataBytes()).put(JOURNAL, load.syncedBytes());
        return new Prediction(NAME, stockValues, values(feature), inProportion);
    }

    private static Values values(SyncTimes times) {
        Values values = new Values();
        HSYNC.put(values, times.nanos());
        return values.put(DATA, times.dataBytes()).put(JOURNAL, times.journalBytes());
    }
}
