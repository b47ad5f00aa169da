package org.underbase.bench.localcompact.major;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.underbase.bench.localcompact.cluster.CompactCluster;
import org.underbase.bench.localcompact.cluster.Compacted;
import org.underbase.bench.localcompact.cluster.StoreFiles;
import org.underbase.bench.localcompact.cluster.Usage;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/**
 * Part {@code major}: repeated major compactions of the same store files, local and stock, over links of three rates, and
 * without HBase's limit.
 */
public final class MajorPart {
    private static final String TABLE = "major";
    private static final String NODE = "n2";
    private static final double MEGA = 1e6;
    private static final int FILES = 5;
    /** Until JIT compilation has nearly ended: the servers without the region merge only half as often as the one with it. */
    private static final int WARM_UPS = 5;

    private static final String NO_LIMIT = "org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController";
    private static final String READS_PER_SAVED = "all: disk reads per network byte saved";

    /** Both compactions of the same files. */
    private record Pairing(Compacted underbase, Compacted stock) {}

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final long fileBytes;
    private final Duration idle;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public MajorPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.fileBytes = options.quick() ? 10_000_000 : 104_000_000;
        this.idle = Duration.ofSeconds(options.quick() ? 5 : 10);
    }

    /**
     * Runs the part.
     *
     * @throws IOException if a cluster does not start or fails, or a compaction is not local
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws IOException, InterruptedException {
        for (int nodes : options.quick() ? List.of(3) : List.of(3, 5)) {
            String name = "major" + nodes;
            progress.step("major: starting " + nodes + " nodes");
            ClusterRecipe recipe = CompactCluster.recipe(name, nodes, options.workDirectory());
            if (options.quick()) {
                recipe.set("dfs.blocksize", "16m");
            }
            try (CompactCluster cluster = CompactCluster.start(recipe, options.workDirectory())) {
                measure(cluster, nodes);
            }
        }
        measurements.note("major: " + FILES + " store files of " + fileBytes / 1_000_000
                + " MB each, values of 1 kB, no compression, RegionServers' default compaction limit (50 MB/s); inputs are not in"
                + " the page cache. All nodes share this machine's cores, so the three merges of a local compaction compete for"
                + " them; real nodes have separate cores. Bytes over the links are those between nodes, minus the traffic of the"
                + " same cluster without load.");
        measurements.quote("net_ratio", "all: bytes over the links");
        measurements.quote("disk_read_ratio", "all: bytes read from disks");
        measurements.quote("cpu_ratio", "all: CPU time of all daemons");
        measurements.quote("wall_ratio_1g", Link.GIGABIT.title() + ": wall time");
        measurements.quote("wall_ratio_100m", Link.HUNDRED.title() + ": wall time");
        measurements.quote("wall_ratio_nolimit_1g", Link.GIGABIT_NO_LIMIT.title() + ": wall time");
        measurements.quote("disk_reads_per_network_byte_saved", READS_PER_SAVED);
        measurements.published(READS_PER_SAVED, "1.18 (FAST '14, Figure 18)");
    }

    private void measure(CompactCluster cluster, int nodes) throws IOException, InterruptedException {
        StoreFiles files = new StoreFiles(cluster, TABLE, NODE);
        files.create();
        for (int file = 0; file < FILES; file++) {
            progress.step("major: " + nodes + " nodes, store file " + (file + 1) + " of " + FILES);
            files.fill(fileBytes, options.seed() + file);
        }
        files.remember();
        if (!options.quick()) {
            progress.step("major: " + nodes + " nodes, warming up");
            for (int turn = 0; turn < WARM_UPS; turn++) {
                both(files, Order.UNDERBASE_FIRST, Link.UNSHAPED);
            }
        }
        for (Link link : Link.values()) {
            if (!link.rate().isEmpty()) {
                cluster.linkRate(link.rate());
            }
            if (!link.limited()) {
                files.reconfigure("hbase.regionserver.throughput.controller", NO_LIMIT);
            }
            for (int run = 0; run < options.runs(); run++) {
                progress.step("major: " + nodes + " nodes, " + link.title() + ", run " + (run + 1));
                Pairing runs = both(files, Order.of(run), link);
                record(nodes + " nodes, " + link.title(), runs);
                record(link.title(), runs);
                if (link.limited()) {
                    record("all", runs);
                    measurements.measured(READS_PER_SAVED, "bytes", readsPerSavedByte(runs));
                }
            }
        }
    }

    private Pairing both(StoreFiles files, Order order, Link link) throws IOException, InterruptedException {
        Compacted underbase = null;
        Compacted stock = null;
        for (boolean side : order.sides()) {
            Compacted done = compact(files, side, link);
            underbase = side ? done : underbase;
            stock = side ? stock : done;
        }
        return new Pairing(underbase, stock);
    }

    private Compacted compact(StoreFiles files, boolean underbase, Link link) throws IOException, InterruptedException {
        Compacted done = link.cached() ? files.compactCached(underbase, idle) : files.compact(underbase, idle);
        if (underbase && !done.local()) {
            throw new IOException("a compaction was not local: " + done.decision());
        }
        progress.step(String.format(
                java.util.Locale.ROOT,
                "major: %s %.1f s, %.1f MB in, %.1f MB out, %.3f MB over the links (idle %.3f MB), CPU %.1f s",
                underbase ? "Underbase" : "stock",
                done.response().seconds(),
                done.response().inputBytes() / MEGA,
                done.response().outputBytes() / MEGA,
                done.usage().networkBytes() / MEGA,
                (done.usage().networkBytes() - done.networkBytes()) / MEGA,
                done.usage().cpuSeconds()));
        return done;
    }

    /** Returns the additional bytes that Underbase reads from disks per byte that it saves between nodes. */
    private static double readsPerSavedByte(Pairing runs) {
        Usage underbase = runs.underbase().usage();
        Usage stock = runs.stock().usage();
        return (double) (underbase.disk().read() - stock.disk().read())
                / (runs.stock().networkBytes() - runs.underbase().networkBytes());
    }

    private void record(String where, Pairing runs) {
        Compacted underbase = runs.underbase();
        Compacted stock = runs.stock();
        compare(where + ": bytes over the links", "MB", underbase.networkBytes() / MEGA, stock.networkBytes() / MEGA);
        compare(
                where + ": bytes over the links, idle traffic included",
                "MB",
                underbase.usage().networkBytes() / MEGA,
                stock.usage().networkBytes() / MEGA);
        compare(
                where + ": bytes read from disks",
                "MB",
                underbase.usage().disk().read() / MEGA,
                stock.usage().disk().read() / MEGA);
        compare(
                where + ": bytes written to disks",
                "MB",
                underbase.usage().disk().written() / MEGA,
                stock.usage().disk().written() / MEGA);
        compare(
                where + ": CPU time of all daemons",
                "s",
                underbase.usage().cpuSeconds(),
                stock.usage().cpuSeconds());
        compare(
                where + ": replicas in the page cache afterwards",
                "MB",
                underbase.cachedBytes() / MEGA,
                stock.cachedBytes() / MEGA);
        compare(
                where + ": wall time",
                "s",
                underbase.response().seconds(),
                stock.response().seconds());
    }

    private void compare(String name, String unit, double underbase, double stock) {
        measurements.compared(name, unit, new Pair(underbase, stock));
    }
}
