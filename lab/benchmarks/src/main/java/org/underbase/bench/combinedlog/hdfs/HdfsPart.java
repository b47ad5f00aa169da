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
 * 1 KB appends that end with hsync or hflush, by several logs at a time, on two clusters that run side by side and take
 * turns. One stays idle while the other works; each has disks of its own where they are emulated.
 */
public final class HdfsPart {
    private static final int MOST_LOGS = 48;
    private static final List<Integer> LOGS = List.of(1, 3, 12, MOST_LOGS);
    private static final int NODES = 3;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    /** {@code measurements} takes what is measured. */
    public HdfsPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /**
     * Measures.
     *
     * @throws IOException when a cluster does not start or fails
     * @throws InterruptedException when interrupted
     */
    public void run() throws IOException, InterruptedException {
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
        String seeking = new Setup(Medium.SEEKING, Call.HSYNC, 1).what(12);
        String machine = new Setup(Medium.MACHINE, Call.HSYNC, 1).what(12);
        measurements.quoteGain("seek12_p50", seeking + " p50");
        measurements.quoteGain("seek12_p99", seeking + " p99");
        measurements.quoteGain("seek1_p50", new Setup(Medium.SEEKING, Call.HSYNC, 1).what(1) + " p50");
        measurements.quoteGain("disk12_p50", machine + " p50");
        measurements.quoteGain("disk12_p99", machine + " p99");
        measurements.quoteGain("hflush12_p50", new Setup(Medium.MACHINE, Call.HFLUSH, 1).what(12) + " p50");
        measurements.note(
                "hdfs: the seeking disk is emulated, 100 MB/s, 10 ms a seek, 8 ms a flush, one for each DataNode; on the"
                        + " machine's disk the DataNodes of both clusters share it. The journal is in the DataNode's only data directory."
                        + " NameNodes are in memory. Three replicas are measured in at most 2 runs.");
    }

    private LogCluster start(Medium medium, boolean underbase) throws IOException {
        String name = "hdfs-" + medium.key();
        ClusterRecipe builder = LogCluster.describe(name, underbase, options.workDirectory());
        LogCluster.disks(builder, medium, NODES, options.workDirectory(), name + (underbase ? "-ours" : "-stock"));
        return LogCluster.start(builder, medium);
    }

    /** What is measured with open files. */
    private record Setup(Medium medium, Call call, int replicas) {
        String what(int logs) {
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
        progress.step("hdfs: warming up, " + setup.what(MOST_LOGS));
        try (Logs ourLogs = new Logs(underbase, setup.call(), setup.replicas(), MOST_LOGS);
                Logs stockLogs = new Logs(stock, setup.call(), setup.replicas(), MOST_LOGS)) {
            ourLogs.append(MOST_LOGS, Duration.ZERO, count);
            stockLogs.append(MOST_LOGS, Duration.ZERO, count);
            for (int run = 0; run < runs; run++) {
                progress.step(
                        "hdfs: " + setup.medium().title() + ", " + setup.call().title() + ", replicas: "
                                + setup.replicas() + ", run " + (run + 1) + " of " + runs);
                for (int logs : LOGS) {
                    Timings[] timings = new Timings[2];
                    for (boolean isOurs : Order.of(run).sides()) {
                        // Asking a DataNode what its journal did takes longer than a slice: once is enough.
                        boolean counted = isOurs && run == 0 && setup.call() == Call.HSYNC && setup.replicas() == 1;
                        timings[isOurs ? 0 : 1] = counted
                                ? counted(setup, logs, underbase, ourLogs, skip, count)
                                : (isOurs ? ourLogs : stockLogs).append(logs, skip, count);
                    }
                    Compare.latencies(measurements, setup.what(logs), timings[0], timings[1]);
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
            throw new IOException("hsyncs did not reach the journal of n1's DataNode");
        }
        String what = setup.what(logs) + ", ours: ";
        measurements.measured(what + "records a commit", "", (double) did.records() / did.commits());
        measurements.measured(what + "a commit takes", "ms", did.commitNanos() / 1e6 / did.commits());
        measurements.measured(
                what + "forced as stock does", "%", 100.0 * did.forced() / (did.journaled() + did.forced()));
        return timings;
    }
}
