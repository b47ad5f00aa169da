package org.underbase.bench.combinedlog.hdfs;

import java.io.IOException;
import java.time.Duration;
import org.underbase.bench.combinedlog.cluster.Call;
import org.underbase.bench.combinedlog.cluster.JournalCount;
import org.underbase.bench.combinedlog.cluster.LogCluster;
import org.underbase.bench.combinedlog.cluster.Logs;
import org.underbase.bench.combinedlog.load.Compare;
import org.underbase.bench.combinedlog.load.Timings;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;

/**
 * hsyncs while checkpoints run, where they hurt most: journal and block files on one seeking disk, and segments so small
 * that there are several in a run.
 */
public final class CheckpointPart {
    private static final int LOGS = 12;
    private static final int MOST_RUNS = 3;
    private static final String SEGMENT = "16m";
    private static final String WHAT = "seeking disk, " + LOGS + " logs, hsync, with checkpoints";

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final Duration count;

    /** {@code measurements} takes what is measured. */
    public CheckpointPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.count = Duration.ofSeconds(options.quick() ? 15 : 40);
    }

    /**
     * Measures.
     *
     * @throws IOException when a cluster does not start or fails, or no checkpoint came
     * @throws InterruptedException when interrupted
     */
    public void run() throws IOException, InterruptedException {
        progress.step("checkpoints: starting two DataNodes");
        try (LogCluster underbase = start(true);
                LogCluster stock = start(false);
                Logs ourLogs = new Logs(underbase, Call.HSYNC, 1, LOGS);
                Logs stockLogs = new Logs(stock, Call.HSYNC, 1, LOGS)) {
            for (int run = 0; run < Math.min(MOST_RUNS, options.runs()); run++) {
                progress.step("checkpoints: run " + (run + 1));
                Timings[] timings = new Timings[2];
                for (boolean isOurs : Order.of(run).sides()) {
                    timings[isOurs ? 0 : 1] = isOurs ? counted(underbase, ourLogs) : append(stockLogs);
                }
                Compare.latencies(measurements, WHAT, timings[0], timings[1]);
            }
        }
        measurements.note("checkpoints: one DataNode, journal and data on one emulated disk, segments of " + SEGMENT
                + " that cannot grow; by default they grow until one lasts a minute, so that checkpoints are rarer.");
    }

    private Timings counted(LogCluster cluster, Logs logs) throws IOException, InterruptedException {
        JournalCount before = cluster.journal("n1");
        Timings timings = append(logs);
        JournalCount did = cluster.journal("n1").since(before);
        if (did.checkpoints() == 0) {
            throw new IOException("no segment was checkpointed: the run is too short");
        }
        measurements.measured(WHAT + ", ours: checkpoints", "", (double) did.checkpoints());
        measurements.measured(
                WHAT + ", ours: forced as stock does", "%", 100.0 * did.forced() / (did.journaled() + did.forced()));
        return timings;
    }

    private Timings append(Logs logs) throws IOException, InterruptedException {
        return logs.append(LOGS, count.dividedBy(10), count);
    }

    private LogCluster start(boolean underbase) throws IOException {
        ClusterRecipe builder = LogCluster.describe("checkpoints", underbase, options.workDirectory());
        LogCluster.disks(
                builder, Medium.SEEKING, 1, options.workDirectory(), "checkpoints" + (underbase ? "-ours" : "-stock"));
        if (underbase) {
            builder.set(CombinedLogKeys.SEGMENT_SIZE.name(), SEGMENT);
            builder.set(CombinedLogKeys.SEGMENT_MAX.name(), SEGMENT);
        }
        return LogCluster.start(builder, Medium.SEEKING);
    }
}
