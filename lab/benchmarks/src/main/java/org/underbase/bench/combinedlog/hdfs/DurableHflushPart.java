package org.underbase.bench.combinedlog.hdfs;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.underbase.bench.combinedlog.cluster.Call;
import org.underbase.bench.combinedlog.cluster.LogCluster;
import org.underbase.bench.combinedlog.cluster.Logs;
import org.underbase.bench.combinedlog.load.Compare;
import org.underbase.bench.combinedlog.load.Timings;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.combinedlog.client.DirectoryModes;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.mode.StorageModes;
import org.underbase.combinedlog.mode.SyncMode;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;

/**
 * Part {@code durable-hflush}: hflush below a directory with durable hflush, compared with stock HDFS's hsync, which is as durable,
 * and with its hflush, which is not.
 */
public final class DurableHflushPart {
    private static final List<Integer> LOGS = List.of(1, 12);
    private static final int MAX_LOGS = 12;
    private static final StorageType TYPE = StorageType.NVDIMM;
    private static final String NOT_DURABLE = ", Underbase durable, stock not:";

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final Duration skip;
    private final Duration count;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public DurableHflushPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.count = Duration.ofMillis(options.quick() ? 500 : 2500);
        this.skip = count.dividedBy(10);
    }

    /** Compared calls. */
    private enum Side {
        DURABLE,
        STOCK_HSYNC,
        STOCK_HFLUSH
    }

    /**
     * Runs the part.
     *
     * @throws IOException if a cluster does not start or fails
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws IOException, InterruptedException {
        measurements.quoteGain("durable_hflush12_p50", name(Medium.MACHINE, MAX_LOGS) + " p50");
        measurements.note(
                "durable-hflush: one DataNode with one disk per side. With Underbase, the storage type of its directory is "
                        + TYPE
                        + ", and the directory of the logs has the mode durable-hflush. Stock HDFS is measured with hsync, which is as"
                        + " durable, and with hflush, which does not wait for the disk.");
        for (Medium medium : Medium.values()) {
            progress.step("durable-hflush: starting two DataNodes on the " + medium.title());
            try (LogCluster underbase = start(medium, true);
                    LogCluster stock = start(medium, false)) {
                optIn(underbase);
                try (Logs durable = new Logs(underbase, Call.HFLUSH, 1, MAX_LOGS);
                        Logs hsync = new Logs(stock, Call.HSYNC, 1, MAX_LOGS);
                        Logs hflush = new Logs(stock, Call.HFLUSH, 1, MAX_LOGS)) {
                    measure(
                            medium,
                            Map.of(Side.DURABLE, durable, Side.STOCK_HSYNC, hsync, Side.STOCK_HFLUSH, hflush),
                            underbase);
                }
            }
        }
    }

    private LogCluster start(Medium medium, boolean underbase) throws IOException {
        String name = "durable-" + medium.key();
        ClusterRecipe recipe = LogCluster.recipe(name, underbase, options.workDirectory());
        if (underbase) {
            recipe.set(CombinedLogKeys.DURABLE_HFLUSH.name(), TYPE.name());
        }
        LogCluster.disks(
                recipe,
                medium,
                underbase ? TYPE : StorageType.DISK,
                1,
                options.workDirectory(),
                LogCluster.sideName(name, underbase));
        return LogCluster.start(recipe, medium);
    }

    private static void optIn(LogCluster underbase) throws IOException {
        underbase.fs().mkdirs(Logs.ROOT);
        DirectoryModes.of(underbase.fs(), new StorageModes(Set.of(), Set.of(TYPE)))
                .set(Logs.ROOT, SyncMode.DURABLE_HFLUSH, Optional.empty());
    }

    private static String name(Medium medium, int logs) {
        return medium.title() + ", " + logs + (logs == 1 ? " log" : " logs") + ", durable hflush";
    }

    private void measure(Medium medium, Map<Side, Logs> sides, LogCluster underbase)
            throws IOException, InterruptedException {
        progress.step("durable-hflush: warming up on the " + medium.title());
        for (Side side : Side.values()) {
            sides.get(side).append(MAX_LOGS, Duration.ZERO, count);
        }
        if (underbase.journalBean("n1").path("SyncsDurableHflush").asLong() == 0) {
            throw new IOException("no hflush reached the DataNode's journal");
        }
        for (int run = 0; run < options.runs(); run++) {
            progress.step("durable-hflush: " + medium.title() + ", run " + (run + 1) + " of " + options.runs());
            for (int logs : LOGS) {
                compare(name(medium, logs), logs, Order.of(run), sides);
            }
        }
    }

    private void compare(String name, int logs, Order first, Map<Side, Logs> sides)
            throws IOException, InterruptedException {
        List<Side> order = new ArrayList<>(List.of(Side.values()));
        if (first == Order.STOCK_FIRST) {
            Collections.reverse(order);
        }
        Map<Side, Timings> timings = new EnumMap<>(Side.class);
        for (Side side : order) {
            timings.put(side, sides.get(side).append(logs, skip, count));
        }
        Timings durable = timings.get(Side.DURABLE);
        Compare.latencies(measurements, name, durable, timings.get(Side.STOCK_HSYNC));
        Compare.latencies(measurements, name + NOT_DURABLE, durable, timings.get(Side.STOCK_HFLUSH));
    }
}
