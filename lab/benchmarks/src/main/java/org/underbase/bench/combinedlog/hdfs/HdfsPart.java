package org.underbase.bench.combinedlog.hdfs;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.underbase.bench.combinedlog.cluster.Call;
import org.underbase.bench.combinedlog.cluster.JournalCount;
import org.underbase.bench.combinedlog.cluster.LogCluster;
import org.underbase.bench.combinedlog.cluster.Logs;
import org.underbase.bench.combinedlog.load.Compare;
import org.underbase.bench.combinedlog.load.Timings;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;

/**
 * Part {@code hdfs}: appends of 1 KiB with hsync or hflush to several logs concurrently, on two clusters that alternate. One
 * is idle while the other is measured. With emulated disks, each cluster has separate disks.
 */
public final class HdfsPart {
    private static final int MAX_LOGS = 48;
    private static final List<Integer> LOGS = List.of(1, 3, 12, MAX_LOGS);
    private static final int NODES = 3;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public HdfsPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /**
     * Runs the part.
     *
     * @throws IOException if a cluster does not start or fails
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws IOException, InterruptedException {
        String seeking = new Setup(Medium.SEEKING, Call.HSYNC, 1).name(12);
        String machine = new Setup(Medium.MACHINE, Call.HSYNC, 1).name(12);
        measurements.quoteGain("seek12_p50", seeking + " p50");
        measurements.quoteGain("seek12_p99", seeking + " p99");
        measurements.quoteGain("seek1_p50", new Setup(Medium.SEEKING, Call.HSYNC, 1).name(1) + " p50");
        measurements.quoteGain("disk12_p50", machine + " p50");
        measurements.quoteGain("disk12_p99", machine + " p99");
        measurements.quoteGain("hflush12_p50", new Setup(Medium.MACHINE, Call.HFLUSH, 1).name(12) + " p50");
        measurements.note(
                "hdfs: each DataNode has one emulated seeking disk (100 MB/s, 10 ms per seek, 8 ms per flush); the DataNodes"
                        + " of both clusters share the machine's disk. The journal is in the DataNode's only data directory. NameNodes are"
                        + " in memory. Three replicas are measured in at most 2 runs.");
        for (Medium medium : Medium.values()) {
            progress.step("hdfs: starting two clusters of 3 DataNodes on the " + medium.title());
            try (LogCluster underbase = start(medium, true);
                    LogCluster stock = start(medium, false)) {
                for (Call call : Call.values()) {
                    for (int replicas : List.of(1, NODES)) {
                        measure(new Setup(medium, call, replicas), underbase, stock);
                    }
                }
            }
        }
    }

    private LogCluster start(Medium medium, boolean underbase) throws IOException {
        String name = "hdfs-" + medium.key();
        ClusterRecipe recipe = LogCluster.recipe(name, underbase, options.workDirectory());
        LogCluster.disks(recipe, medium, NODES, options.workDirectory(), LogCluster.sideName(name, underbase));
        return LogCluster.start(recipe, medium);
    }

    /** Configuration of a measurement. */
    private record Setup(Medium medium, Call call, int replicas) {
        String name(int logs) {
            return medium.title() + ", " + logs + (logs == 1 ? " log, " : " logs, ") + call.title()
                    + (replicas == 1 ? "" : ", " + replicas + " replicas");
        }

        Duration count(boolean quick) {
            int millis = call == Call.HFLUSH ? 2000 : medium == Medium.SEEKING ? 2500 : 3000;
            return Duration.ofMillis(quick ? millis / 5 : millis);
        }
    }

    private void measure(Setup setup, LogCluster underbase, LogCluster stock) throws IOException, InterruptedException {
        Duration count = setup.count(options.quick());
        Duration skip = count.dividedBy(10);
        int runs = setup.replicas() == 1 ? options.runs() : Math.min(2, options.runs());
        progress.step("hdfs: warming up, " + setup.name(MAX_LOGS));
        try (Logs underbaseLogs = new Logs(underbase, setup.call(), setup.replicas(), MAX_LOGS);
                Logs stockLogs = new Logs(stock, setup.call(), setup.replicas(), MAX_LOGS)) {
            underbaseLogs.append(MAX_LOGS, Duration.ZERO, count);
            stockLogs.append(MAX_LOGS, Duration.ZERO, count);
            for (int run = 0; run < runs; run++) {
                progress.step(
                        "hdfs: " + setup.medium().title() + ", " + setup.call().title() + ", replicas: "
                                + setup.replicas() + ", run " + (run + 1) + " of " + runs);
                for (int logs : LOGS) {
                    Timings[] timings = new Timings[2];
                    for (boolean isUnderbase : Order.of(run).sides()) {
                        // Reading the counters takes longer than the measurement, so read them in one run only.
                        boolean counted =
                                isUnderbase && run == 0 && setup.call() == Call.HSYNC && setup.replicas() == 1;
                        timings[isUnderbase ? 0 : 1] = counted
                                ? counted(setup, logs, underbase, underbaseLogs, skip, count)
                                : (isUnderbase ? underbaseLogs : stockLogs).append(logs, skip, count);
                    }
                    Compare.latencies(measurements, setup.name(logs), timings[0], timings[1]);
                }
            }
        }
    }

    private Timings counted(Setup setup, int logs, LogCluster cluster, Logs files, Duration skip, Duration count)
            throws IOException, InterruptedException {
        JournalCount before = cluster.journal("n1");
        Timings timings = files.append(logs, skip, count);
        JournalCount did = cluster.journal("n1").since(before);
        if (did.commits() == 0 || did.journaled() == 0) {
            throw new IOException("no hsync reached the journal of the DataNode of n1");
        }
        String name = setup.name(logs) + ", Underbase: ";
        measurements.measured(name + "records per commit", "", did.recordsPerCommit());
        measurements.measured(name + "commit", "ms", did.commitMillis());
        measurements.measured(name + "direct syncs", "%", did.directPercent());
        return timings;
    }
}
