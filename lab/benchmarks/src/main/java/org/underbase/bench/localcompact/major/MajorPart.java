package org.underbase.bench.localcompact.major;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.underbase.bench.localcompact.cluster.CompactCluster;
import org.underbase.bench.localcompact.cluster.Compacted;
import org.underbase.bench.localcompact.cluster.StoreFiles;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/** One major compaction of the same store files, again and again: local, stock, over links of three speeds. */
public final class MajorPart {
    private static final String TABLE = "major";
    private static final String NODE = "n2";
    private static final double MEGA = 1e6;
    private static final int FILES = 5;
    private static final int WARM_UPS = 2;

    /** The same files, compacted by both. */
    private record Pairing(Compacted underbase, Compacted stock) {}

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final long fileBytes;
    private final Duration idle;

    /** {@code measurements} takes what is measured. */
    public MajorPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.fileBytes = options.quick() ? 10_000_000 : 104_000_000;
        this.idle = Duration.ofSeconds(options.quick() ? 5 : 10);
    }

    /**
     * Measures.
     *
     * @throws IOException when a cluster does not start or fails, or what should be local is not
     * @throws InterruptedException when interrupted
     */
    public void run() throws IOException, InterruptedException {
        for (int nodes : options.quick() ? List.of(3) : List.of(3, 5)) {
            String name = "major" + nodes;
            progress.step("major: starting " + nodes + " nodes");
            ClusterRecipe builder = CompactCluster.describe(name, nodes, options.workDirectory());
            if (options.quick()) {
                builder.set("dfs.blocksize", "16m");
            }
            try (CompactCluster cluster = CompactCluster.start(builder, options.workDirectory())) {
                measure(cluster, nodes);
            }
        }
        measurements.note("major: " + FILES + " store files of " + fileBytes / 1_000_000
                + " MB of values of 1 kB, no compression,"
                + " the default limit of a RegionServer's compactions (50 MB/s); inputs are not in the page cache. The nodes share"
                + " the cores of this machine: the three merges of a local compaction take turns on them, where real nodes"
                + " have cores of their own. Bytes over the links are those from node to node, without those that the same"
                + " cluster sends when idle.");
        measurements.quote("net_ratio", "all: bytes over the links");
        measurements.quote("disk_read_ratio", "all: bytes read from disks");
        measurements.quote("cpu_ratio", "all: CPU time of all daemons");
        measurements.quote("wall_ratio_1g", Link.GIGABIT.title() + ": wall time");
        measurements.quote("wall_ratio_100m", Link.HUNDRED.title() + ": wall time");
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
                both(files, Order.UNDERBASE_FIRST);
            }
        }
        for (Link link : Link.values()) {
            if (!link.rate().isEmpty()) {
                cluster.linkRate(link.rate());
            }
            for (int run = 0; run < options.runs(); run++) {
                progress.step("major: " + nodes + " nodes, " + link.title() + ", run " + (run + 1));
                Pairing runs = both(files, Order.of(run));
                tell(nodes + " nodes, " + link.title(), runs);
                tell(link.title(), runs);
                tell("all", runs);
            }
        }
    }

    private Pairing both(StoreFiles files, Order order) throws IOException, InterruptedException {
        Compacted underbase = null;
        Compacted stock = null;
        for (boolean side : order.sides()) {
            Compacted done = compact(files, side);
            underbase = side ? done : underbase;
            stock = side ? stock : done;
        }
        return new Pairing(underbase, stock);
    }

    private Compacted compact(StoreFiles files, boolean underbase) throws IOException, InterruptedException {
        Compacted done = files.compact(underbase, idle);
        if (underbase && !done.local()) {
            throw new IOException("what should be compacted locally was not: " + done.decision());
        }
        progress.step(String.format(
                java.util.Locale.ROOT,
                "major: %s %.1f s, %.1f MB in, %.1f MB out, %.3f MB over the links (idle %.3f MB), CPU %.1f s",
                underbase ? "ours" : "stock",
                done.answer().seconds(),
                done.answer().inputBytes() / MEGA,
                done.answer().outputBytes() / MEGA,
                done.usage().crossed() / MEGA,
                (done.usage().crossed() - done.crossed()) / MEGA,
                done.usage().cpuSeconds()));
        return done;
    }

    private void tell(String where, Pairing runs) {
        Compacted underbase = runs.underbase();
        Compacted stock = runs.stock();
        compare(where + ": bytes over the links", "MB", underbase.crossed() / MEGA, stock.crossed() / MEGA);
        compare(
                where + ": bytes over the links, idle traffic included",
                "MB",
                underbase.usage().crossed() / MEGA,
                stock.usage().crossed() / MEGA);
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
                where + ": wall time",
                "s",
                underbase.answer().seconds(),
                stock.answer().seconds());
    }

    private void compare(String what, String unit, double underbase, double stock) {
        measurements.compared(what, unit, new Pair(underbase, stock));
    }
}
