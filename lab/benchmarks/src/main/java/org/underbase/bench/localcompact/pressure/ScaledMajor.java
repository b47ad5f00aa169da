package org.underbase.bench.localcompact.pressure;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import org.underbase.bench.localcompact.cluster.CompactCluster;
import org.underbase.bench.localcompact.cluster.Compacted;
import org.underbase.bench.localcompact.cluster.StoreFiles;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/** Repeated major compactions of the same store files as those of part {@code major}, scaled. Not thread-safe. */
final class ScaledMajor {
    static final String WALL_TIME = "scaled major, 1 Gbps: wall time";

    private static final String NODE = "n2";
    private static final int FILES = 5;
    private static final double FILE_BYTES = 104e6;
    private static final int WARM_UPS = 1;

    private final StoreFiles files;
    private final int nodes;
    private final Scale scale;
    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private double busiest;

    ScaledMajor(
            CompactCluster cluster,
            int nodes,
            Scale scale,
            BenchOptions options,
            ProgressLine progress,
            Measurements measurements) {
        this.files = new StoreFiles(cluster, "major", NODE);
        this.nodes = nodes;
        this.scale = scale;
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /** Runs the compactions; returns the highest busy fraction of the cores. */
    double run() throws IOException, InterruptedException {
        files.create();
        for (int file = 0; file < FILES; file++) {
            files.fill(scale.bytes(options.quick() ? FILE_BYTES / 10 : FILE_BYTES), options.seed() + file);
        }
        files.remember();
        for (int run = options.quick() ? 0 : -WARM_UPS; run < options.runs(); run++) {
            double[] seconds = new double[2];
            double[] cpu = new double[2];
            for (boolean side : Order.of(run + WARM_UPS).sides()) {
                Compacted done = compact(side, run);
                seconds[side ? 0 : 1] = done.response().seconds();
                cpu[side ? 0 : 1] = done.usage().cpuSeconds();
            }
            if (run >= 0) {
                measurements.compared(
                        "scaled major, " + nodes + " nodes, 1 Gbps: wall time", "s", new Pair(seconds[0], seconds[1]));
                measurements.compared(WALL_TIME, "s", new Pair(seconds[0], seconds[1]));
                measurements.compared("scaled major, 1 Gbps: CPU time of all daemons", "s", new Pair(cpu[0], cpu[1]));
            }
        }
        return busiest;
    }

    private Compacted compact(boolean underbase, int run) throws IOException, InterruptedException {
        Compacted done = files.compact(underbase, Duration.ofSeconds(1));
        if (underbase && !done.local()) {
            throw new IOException("a compaction was not local: " + done.decision());
        }
        busiest = Math.max(busiest, done.usage().cores().busyFraction());
        progress.step(String.format(
                Locale.ROOT,
                "scaled major: %d nodes, run %d, %s %.1f s, CPU %.1f s, cores %.0f%% busy",
                nodes,
                run + 1,
                underbase ? "Underbase" : "stock",
                done.response().seconds(),
                done.usage().cpuSeconds(),
                100 * done.usage().cores().busyFraction()));
        return done;
    }
}
