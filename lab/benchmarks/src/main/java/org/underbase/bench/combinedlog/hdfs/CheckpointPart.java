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
 * Part {@code checkpoints}: hsyncs during checkpoints in the worst case. Journal and block files share one seeking disk, and
 * segments are so small that each run has several checkpoints.
 */
public final class CheckpointPart {
    private static final int LOGS = 12;
    private static final int MAX_RUNS = 3;
    private static final int MAX_ATTEMPTS = 20;
    private static final String SEGMENT = "16m";
    private static final String NAME = "seeking disk, " + LOGS + " logs, hsync, with checkpoints";

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final Duration count;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public CheckpointPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.count = Duration.ofSeconds(options.quick() ? 15 : 40);
    }

    /**
     * Runs the part.
     *
     * @throws IOException if a cluster does not start or fails, or no checkpoint ran
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws IOException, InterruptedException {
        measurements.note("checkpoints: one DataNode, journal and data on one emulated disk, segments of " + SEGMENT
                + " that do not grow. Default segments grow until one lasts a minute, so that checkpoints are rarer.");
        progress.step("checkpoints: starting two DataNodes");
        try (LogCluster underbase = start(true);
                LogCluster stock = start(false);
                Logs underbaseLogs = new Logs(underbase, Call.HSYNC, 1, LOGS);
                Logs stockLogs = new Logs(stock, Call.HSYNC, 1, LOGS)) {
            for (int run = 0; run < Math.min(MAX_RUNS, options.runs()); run++) {
                progress.step("checkpoints: run " + (run + 1));
                Timings[] timings = new Timings[2];
                for (boolean isUnderbase : Order.of(run).sides()) {
                    timings[isUnderbase ? 0 : 1] = isUnderbase ? counted(underbase, underbaseLogs) : append(stockLogs);
                }
                Compare.latencies(measurements, NAME, timings[0], timings[1]);
            }
        }
    }

    /** Repeats the run until it contains a checkpoint: the time until a segment is full depends on the machine. */
    private Timings counted(LogCluster cluster, Logs logs) throws IOException, InterruptedException {
        for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
            JournalCount before = cluster.journal("n1");
            Timings timings = append(logs);
            JournalCount did = cluster.journal("n1").since(before);
            if (did.checkpoints() > 0) {
                measurements.measured(NAME + ", Underbase: checkpoints", "", (double) did.checkpoints());
                measurements.measured(NAME + ", Underbase: direct syncs", "%", did.directPercent());
                return timings;
            }
            progress.step("checkpoints: no segment was full, repeating the run");
        }
        throw new IOException("no checkpoint ran in " + MAX_ATTEMPTS + " runs of " + count.toSeconds() + " s");
    }

    private Timings append(Logs logs) throws IOException, InterruptedException {
        return logs.append(LOGS, count.dividedBy(10), count);
    }

    private LogCluster start(boolean underbase) throws IOException {
        ClusterRecipe recipe = LogCluster.recipe("checkpoints", underbase, options.workDirectory());
        LogCluster.disks(
                recipe, Medium.SEEKING, 1, options.workDirectory(), LogCluster.sideName("checkpoints", underbase));
        if (underbase) {
            recipe.set(CombinedLogKeys.SEGMENT_SIZE.name(), SEGMENT);
            recipe.set(CombinedLogKeys.SEGMENT_MAX.name(), SEGMENT);
        }
        return LogCluster.start(recipe, Medium.SEEKING);
    }
}
