package org.underbase.bench.combinedlog.interference;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.underbase.bench.combinedlog.cluster.Call;
import org.underbase.bench.combinedlog.cluster.LogCluster;
import org.underbase.bench.combinedlog.cluster.Logs;
import org.underbase.bench.combinedlog.load.Compare;
import org.underbase.bench.combinedlog.load.PacedLoop;
import org.underbase.bench.combinedlog.load.Task;
import org.underbase.bench.combinedlog.load.Timings;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.bench.combinedlog.media.Scratch;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;

/**
 * Foreground reads and compactions while logs are hsynced, on one DataNode with four emulated disks: stock with logs and
 * data on all four, ours with data on three and the journal on the fourth (FAST '14, Metric 20).
 */
public final class InterferencePart {
    private static final int DISKS = 4;
    private static final int LOGS = 12;
    private static final int READERS = 8;
    private static final int MOST_RUNS = 3;
    private static final Duration READ_PERIOD = Duration.ofMillis(160);
    private static final Duration COMPACTION_PERIOD = Duration.ofMillis(2500);
    private static final Duration LOG_PERIOD = Duration.ofMillis(600);
    private static final String WHAT = "four seeking disks, " + LOGS + " logs";

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final Duration count;

    /** {@code measurements} takes what is measured. */
    public InterferencePart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.count = Duration.ofMillis(options.quick() ? 5000 : 20_000);
    }

    /** What was done at the same time. */
    private record Together(Timings reads, Timings compactions, Timings hsyncs) {}

    /** A side with its files. */
    private record Side(LogCluster cluster, Stores stores, Logs logs) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            try (cluster;
                    stores) {
                logs.close();
            }
        }
    }

    /**
     * Measures.
     *
     * @throws IOException when a cluster does not start or fails
     * @throws InterruptedException when interrupted
     */
    public void run() throws IOException, InterruptedException {
        progress.step("interference: starting two DataNodes with four disks each");
        try (Scratch journal = Scratch.open(Medium.SEEKING, options.workDirectory(), "journal-disk");
                Side underbase = open(true, DISKS - 1, journal.path());
                Side stock = open(false, DISKS, journal.path())) {
            for (int run = 0; run < Math.min(MOST_RUNS, options.runs()); run++) {
                progress.step("interference: run " + (run + 1));
                Together[] did = new Together[2];
                for (boolean isOurs : Order.of(run).sides()) {
                    did[isOurs ? 0 : 1] = together(isOurs ? underbase : stock, run);
                }
                Compare.latencies(measurements, WHAT + ", foreground read", did[0].reads(), did[1].reads());
                Compare.medians(measurements, WHAT + ", compaction", did[0].compactions(), did[1].compactions());
                Compare.latencies(measurements, WHAT + ", hsync beside them", did[0].hsyncs(), did[1].hsyncs());
            }
        }
        measurements.note(
                "interference: one DataNode a side. Stock has logs and data on four emulated disks; ours has data on"
                        + " three and the journal on the fourth. " + READERS
                        + " readers of 64 KiB at random places that are not in the page cache, each every "
                        + READ_PERIOD.toMillis() + " ms, a compaction every " + COMPACTION_PERIOD.toMillis()
                        + " ms (2 files of 8 MB become one of 16), " + LOGS + " logs of 1 KB hsyncs, each every "
                        + LOG_PERIOD.toMillis()
                        + " ms, all through HDFS and at the same time: less than stock can do at most. A time counts from"
                        + " when it was due. Ours has a disk less for the data.");
    }

    private Side open(boolean underbase, int disks, Path journal) throws IOException {
        ClusterRecipe builder = LogCluster.describe("interference", underbase, options.workDirectory());
        for (int disk = 0; disk < disks; disk++) {
            LogCluster.slowDisk(builder, "n1", "data" + disk);
        }
        if (underbase) {
            builder.set(CombinedLogKeys.DIR.name(), journal.resolve("journal").toString());
        }
        LogCluster cluster = LogCluster.start(builder, Medium.SEEKING);
        try {
            progress.step("interference: writing files, " + (underbase ? "ours" : "stock"));
            Stores stores =
                    new Stores(cluster.fs(), cluster.cluster().node("n1").disks(), options.quick() ? 4 : 16);
            try {
                return new Side(cluster, stores, new Logs(cluster, Call.HSYNC, 1, LOGS));
            } catch (IOException | RuntimeException e) {
                stores.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private Together together(Side side, int run) throws IOException, InterruptedException {
        side.stores().evict();
        Duration skip = count.dividedBy(10);
        List<Task> readers = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(options.seed() + run);
        for (int reader = 0; reader < READERS; reader++) {
            readers.add(side.stores().reader(random.split()));
        }
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<Timings> hsyncs = threads.submit(() -> side.logs().appendPaced(LOG_PERIOD, skip, count));
            Future<Timings> compactions = threads.submit(
                    () -> PacedLoop.run(List.of(side.stores().compactor()), COMPACTION_PERIOD, skip, count));
            Timings reads = PacedLoop.run(readers, READ_PERIOD, skip, count);
            return new Together(reads, compactions.get(), hsyncs.get());
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().toString(), e);
        } finally {
            threads.shutdownNow();
        }
    }
}
