package org.underbase.bench.tiers.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Pair;

/** Part {@code tails}: repeated writes and reads of part {@code io} under stock HDFS and hybrid, with the tasks' times. */
public final class TailsPart {
    private static final double MEGA = 1e6;

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
    public TailsPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /** Transfers of the runs on one configuration. */
    private record Runs(List<Moved> writes, List<Moved> reads) {}

    /**
     * Runs the part.
     *
     * @throws IOException if a cluster does not start or fails
     */
    public void run() throws IOException {
        Map<Setup, Runs> all = new EnumMap<>(Setup.class);
        for (Setup setup : List.of(Setup.NETWORK_AWARE, Setup.HYBRID)) {
            all.put(setup, measure(setup));
        }
        Runs hybrid = all.get(Setup.HYBRID);
        Runs stock = all.get(Setup.NETWORK_AWARE);
        for (int run = 0; run < options.runs(); run++) {
            compare("write", hybrid.writes().get(run), stock.writes().get(run));
            compare("read", hybrid.reads().get(run), stock.reads().get(run));
        }
        all.forEach((setup, runs) -> {
            runs.writes().forEach(moved -> TaskRows.add(measurements, name(setup, "write"), moved));
            runs.reads().forEach(moved -> TaskRows.add(measurements, name(setup, "read"), moved));
        });
    }

    private static String name(Setup setup, String kind) {
        return "tails, " + kind + ", " + setup.title();
    }

    private Runs measure(Setup setup) throws IOException {
        progress.step("tails: starting 12 DataNodes on emulated disks, " + setup.title());
        Runs runs = new Runs(new ArrayList<>(), new ArrayList<>());
        try (IoCluster cluster =
                new IoCluster(setup, Layout.halves(), options.workDirectory().resolve("tails-" + setup.name()))) {
            cluster.directory(IoLoad.DIRECTORY, "");
            IoLoad load = new IoLoad(cluster, options.quick() ? 48 : 540, options.seed());
            for (int run = 0; run < options.runs(); run++) {
                progress.step("tails: run " + (run + 1) + ", writing, " + setup.title());
                runs.writes().add(load.write(run));
                cluster.evict();
                progress.step("tails: run " + (run + 1) + ", reading, " + setup.title());
                runs.reads()
                        .add(load.read(
                                        Device.FAST_LINK,
                                        run,
                                        options.quick() ? 500 : 10_000,
                                        options.quick() ? 2000 : 20_000)
                                .moved());
                cluster.evict();
            }
        }
        return runs;
    }

    private void compare(String kind, Moved hybrid, Moved stock) {
        String end = ", fast network, hybrid vs stock network-aware";
        pair("tails, " + kind + end, "MB/s", hybrid.bytesPerSecond() / MEGA, stock.bytesPerSecond() / MEGA);
        pair(
                "tails, " + kind + ", throughput per task" + end,
                "MB/s",
                hybrid.throughput() / MEGA,
                stock.throughput() / MEGA);
        pair(
                "tails, " + kind + ", average I/O rate" + end,
                "MB/s",
                hybrid.averageRate() / MEGA,
                stock.averageRate() / MEGA);
        pair("tails, " + kind + ", median time of a task" + end, "s", hybrid.seconds(0.5), stock.seconds(0.5));
        pair("tails, " + kind + ", maximum time of a task" + end, "s", hybrid.seconds(1), stock.seconds(1));
    }

    private void pair(String name, String unit, double hybrid, double stock) {
        measurements.compared(name, unit, new Pair(hybrid, stock));
    }
}
