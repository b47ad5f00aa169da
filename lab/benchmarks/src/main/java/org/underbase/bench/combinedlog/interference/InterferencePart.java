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
import org.underbase.bench.combinedlog.load.OpenLoop;
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
 * Part {@code interference}: foreground reads and compactions during hsyncs, on one DataNode with four emulated disks. Stock
 * has logs and data on all disks; Underbase has data on three disks and the journal on the fourth (FAST '14, Figure 20).
 */
public final class InterferencePart {
    private static final int DISKS = 4;
    private static final int LOGS = 12;
    private static final int READERS = 8;
    private static final int MAX_RUNS = 5;
    private static final Duration READ_PERIOD = Duration.ofMillis(160);
    private static final Duration COMPACTION_PERIOD = Duration.ofMillis(2500);
    private static final Duration LOG_PERIOD = Duration.ofMillis(600);
    private static final String NAME = "four seeking disks, " + LOGS + " logs";

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
    public InterferencePart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.count = Duration.ofMillis(options.quick() ? 5000 : 20_000);
    }

    /** Latencies of the concurrent loads. */
    private record Load(Timings reads, Timings compactions, Timings hsyncs) {}

    /** Cluster and files of one side. */
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
     * Runs the part.
     *
     * @throws IOException if a cluster does not start or fails
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws IOException, InterruptedException {
        measurements.note(
                "interference: one DataNode per side. Stock has logs and data on four emulated disks; Underbase has data on"
                        + " three disks and the journal on the fourth. Concurrent load through HDFS, below the maximum of stock HDFS: "
                        + READERS + " readers of 64 KiB at random offsets that are not in the page cache, each every "
                        + READ_PERIOD.toMillis() + " ms; a compaction every " + COMPACTION_PERIOD.toMillis()
                        + " ms (2 files of 8 MiB to one of 16 MiB); " + LOGS + " logs with hsyncs of 1 KiB, each every "
                        + LOG_PERIOD.toMillis() + " ms. Latency includes the delay after the scheduled time.");
        progress.step("interference: starting two DataNodes with four disks each");
        try (Scratch journal = Scratch.open(Medium.SEEKING, options.workDirectory(), "journal-disk");
                Side underbase = open(true, DISKS - 1, journal.path());
                Side stock = open(false, DISKS, journal.path())) {
            for (int run = 0; run < Math.min(MAX_RUNS, options.runs()); run++) {
                progress.step("interference: run " + (run + 1));
                Load[] loads = new Load[2];
                for (boolean isUnderbase : Order.of(run).sides()) {
                    loads[isUnderbase ? 0 : 1] = load(isUnderbase ? underbase : stock, run);
                }
                Compare.latencies(measurements, NAME + ", foreground read", loads[0].reads(), loads[1].reads());
                Compare.medians(measurements, NAME + ", compaction", loads[0].compactions(), loads[1].compactions());
                Compare.latencies(measurements, NAME + ", concurrent hsync", loads[0].hsyncs(), loads[1].hsyncs());
            }
        }
    }

    private Side open(boolean underbase, int disks, Path journal) throws IOException {
        ClusterRecipe recipe = LogCluster.recipe("interference", underbase, options.workDirectory());
        for (int disk = 0; disk < disks; disk++) {
            LogCluster.slowDisk(recipe, "n1", "data" + disk);
        }
        if (underbase) {
            recipe.set(CombinedLogKeys.DIR.name(), journal.resolve("journal").toString());
        }
        LogCluster cluster = LogCluster.start(recipe, Medium.SEEKING);
        try {
            progress.step("interference: writing files, " + (underbase ? "Underbase" : "stock"));
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

    private Load load(Side side, int run) throws IOException, InterruptedException {
        side.stores().evict();
        Duration skip = count.dividedBy(10);
        List<Task> readers = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(options.seed() + run);
        for (int reader = 0; reader < READERS; reader++) {
            readers.add(side.stores().reader(random.split()));
        }
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<Timings> hsyncs = threads.submit(() -> side.logs().appendPeriodically(LOG_PERIOD, skip, count));
            Future<Timings> compactions = threads.submit(
                    () -> OpenLoop.run(List.of(side.stores().compactor()), COMPACTION_PERIOD, skip, count));
            Timings reads = OpenLoop.run(readers, READ_PERIOD, skip, count);
            return new Load(reads, compactions.get(), hsyncs.get());
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().toString(), e);
        } finally {
            threads.shutdownNow();
        }
    }
}
