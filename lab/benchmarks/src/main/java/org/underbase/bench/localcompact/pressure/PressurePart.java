package org.underbase.bench.localcompact.pressure;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.underbase.bench.localcompact.cluster.CompactCluster;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/**
 * Part {@code pressure}: eight stores are compacted during an ingest at the highest rate that stock HBase sustains, and single
 * compactions of the same files. Rates and sizes are scaled so that the machine's cores are not saturated.
 */
public final class PressurePart {
    /** Highest busy fraction of the cores at which they do not decide. */
    private static final double MAX_BUSY = 0.6;

    private static final Scale SCALE = new Scale(0.025);
    private static final double MEGA = 1e6;

    /** Fraction of the maximum rate at which stock HBase does not overload. */
    private static final double SUSTAINED = 0.9;

    private static final int SEARCH_SECONDS = 60;
    private static final int WARM_UP_SECONDS = 60;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final int seconds;
    /** Time in which a store receives the bytes of a flush. */
    private final double flushSeconds;

    private double busiest;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public PressurePart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.seconds = options.quick() ? 8 : 30;
        this.flushSeconds = options.quick() ? 1 : 4;
    }

    /**
     * Runs the part.
     *
     * @throws IOException if a cluster does not start or fails, or no compaction is local
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws IOException, InterruptedException {
        for (int nodes : options.quick() ? List.of(3) : List.of(3, 5)) {
            progress.step("pressure: starting " + nodes + " nodes");
            ClusterRecipe recipe = CompactCluster.recipe("pressure" + nodes, nodes, options.workDirectory());
            SCALE.apply(recipe);
            try (CompactCluster cluster = CompactCluster.start(recipe, options.workDirectory())) {
                measure(cluster, nodes);
            }
        }
        measurements.note(
                "pressure: rates of links, compaction limits and ingest, sizes of blocks and store files are scaled by "
                        + SCALE + "; times are not scaled.");
        measurements.note(String.format(
                Locale.ROOT,
                "pressure: the machine's cores were busy for at most %.0f%% of a measurement%s.",
                100 * busiest,
                busiest > MAX_BUSY
                        ? ": WARNING: above 60% they influence the result; repeat it on an idle machine"
                        : ""));
        quote("1g", Speed.GIGABIT);
        quote("100m", Speed.HUNDRED);
        measurements.quote("wall_ratio_scaled_1g", ScaledMajor.WALL_TIME);
    }

    private void quote(String key, Speed link) {
        measurements.quote("pressure_storefiles_" + key, row(link, "store files per store"));
        measurements.quote("pressure_blocked_" + key, row(link, "blocked time, Underbase minus stock"));
    }

    private static String row(Speed link, String quantity) {
        return "pressure, " + link.title() + ": " + quantity;
    }

    private void measure(CompactCluster cluster, int nodes) throws IOException, InterruptedException {
        cluster.linkRate(SCALE.link(Speed.GIGABIT));
        busiest = Math.max(busiest, new ScaledMajor(cluster, nodes, SCALE, options, progress, measurements).run());
        Ingest ingest = new Ingest(cluster, options.seed());
        for (Speed link : List.of(Speed.GIGABIT, Speed.HUNDRED)) {
            cluster.linkRate(SCALE.link(link));
            String where = "pressure, " + nodes + " nodes, " + link.title();
            double estimated = nodes * SCALE.estimatedIngest(link);
            double rate = options.quick() ? estimated : SUSTAINED * highest(ingest, where, estimated);
            long flushBytes = flushBytes(rate);
            if (!options.quick()) {
                // The first local compactions after the start are slower; stock compactions ran in the search.
                ingest.run(true, flushBytes, Math.round(rate), WARM_UP_SECONDS);
            }
            measurements.measured(where + ": ingest of both sides", "MB/s", rate / MEGA);
            for (int run = 0; run < options.runs(); run++) {
                IngestRun underbase = null;
                IngestRun stock = null;
                for (boolean side : Order.of(run).sides()) {
                    IngestRun done = ingest.run(side, flushBytes, Math.round(rate), seconds);
                    underbase = side ? done : underbase;
                    stock = side ? stock : done;
                    progress.step(where + ", run " + (run + 1) + ", " + describe(side, done));
                    busiest = Math.max(busiest, done.busy());
                }
                record(where + ": ", underbase, stock);
                record(row(link, ""), underbase, stock);
            }
        }
    }

    private long flushBytes(double bytesPerSecond) {
        return Math.round(bytesPerSecond * flushSeconds / Ingest.STORES);
    }

    /** Measures the highest rate that stock HBase acknowledges, in bytes per second. */
    private double highest(Ingest ingest, String where, double estimated) throws IOException, InterruptedException {
        progress.step(where + ": searching the highest rate of stock");
        IngestRun run = ingest.run(false, flushBytes(estimated), 0, SEARCH_SECONDS);
        progress.step(where + ", " + describe(false, run));
        if (run.blockedSeconds() == 0 || run.load().bytesPerSecond() == 0) {
            throw new IOException(where + ": the search did not reach the highest rate of stock in " + SEARCH_SECONDS
                    + " s: " + run.load());
        }
        return run.load().bytesPerSecond();
    }

    private static String describe(boolean underbase, IngestRun run) {
        return String.format(
                Locale.ROOT,
                "%s: store files %.2f (at most %d), blocked %.1f s, %.1f queued, %.1f MB written, %.1f MB compacted,"
                        + " %.1f MB over the links, cores %.0f%% busy, daemons %.1f s %s",
                underbase ? "Underbase" : "stock",
                run.load().storeFiles(),
                run.load().maxStoreFiles(),
                run.blockedSeconds(),
                run.queued(),
                run.load().bytes() / MEGA,
                run.servers().compacted() / MEGA,
                run.usage().networkBytes() / MEGA,
                100 * run.busy(),
                run.usage().cpuSeconds(),
                run.servers().local());
    }

    private void record(String where, IngestRun underbase, IngestRun stock) {
        compare(
                where + "store files per store",
                "",
                underbase.load().storeFiles(),
                stock.load().storeFiles());
        compare(
                where + "store files of a store, maximum",
                "",
                underbase.load().maxStoreFiles(),
                stock.load().maxStoreFiles());
        measurements.measured(where + "blocked time, Underbase", "s", underbase.blockedSeconds());
        measurements.measured(where + "blocked time, stock", "s", stock.blockedSeconds());
        measurements.measured(
                where + "blocked time, Underbase minus stock",
                "s",
                underbase.blockedSeconds() - stock.blockedSeconds());
        compare(
                where + "acknowledged values",
                "MB",
                underbase.load().bytes() / MEGA,
                stock.load().bytes() / MEGA);
        compare(
                where + "bytes over the links",
                "MB",
                underbase.usage().networkBytes() / MEGA,
                stock.usage().networkBytes() / MEGA);
        compare(
                where + "CPU time of all daemons",
                "s",
                underbase.usage().cpuSeconds(),
                stock.usage().cpuSeconds());
        compare(where + "busy fraction of the machine's cores", "of 1", underbase.busy(), stock.busy());
        measurements.measured(where + "queued compactions, Underbase", "", underbase.queued());
        measurements.measured(where + "queued compactions, stock", "", stock.queued());
        measurements.measured(
                where + "local compactions", "", (double) underbase.servers().compactedLocally());
        measurements.measured(where + "fallbacks to stock compaction", "", (double)
                underbase.servers().fallbacks());
    }

    private void compare(String name, String unit, double underbase, double stock) {
        measurements.compared(name, unit, new Pair(underbase, stock));
    }
}
