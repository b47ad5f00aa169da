package org.underbase.bench.combinedlog.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.underbase.bench.combinedlog.cluster.JournalCount;
import org.underbase.bench.combinedlog.hbase.Puts.Spread;
import org.underbase.bench.combinedlog.load.Compare;
import org.underbase.bench.combinedlog.load.Timings;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.bench.combinedlog.media.OpenResources;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;

/**
 * Parts {@code hbase} and {@code hbase3}: puts on three HBase clusters that run concurrently and alternate. The first has
 * durable puts and DataNodes with journals, the second durable puts and stock DataNodes, the third HBase's default and stock
 * DataNodes.
 */
public final class HBasePart {
    private static final int MAX_RUNS = 3;
    private static final int PIPELINE = 3;

    private final int replicas;
    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final Duration count;

    private HBasePart(int replicas, BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.replicas = replicas;
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.count = Duration.ofMillis(options.quick() ? 600 : 3000);
    }

    /**
     * Runs part {@code hbase}: one replica, on both media.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     * @throws IOException if a cluster does not start or fails
     * @throws InterruptedException if the thread is interrupted
     */
    public static void run(BenchOptions options, ProgressLine progress, Measurements measurements)
            throws IOException, InterruptedException {
        HBasePart part = new HBasePart(1, options, progress, measurements);
        measurements.quoteGain("durable_put_vs_stock_durable", part.name(Medium.SEEKING, Spread.MANY) + " p50");
        measurements.quoteGain(
                "durable_put_vs_stock_nondurable", part.name(Medium.MACHINE, Spread.MANY) + NOT_DURABLE + " p50");
        measurements.note("hbase: " + Side.REGION_SERVERS
                + " RegionServers with multiwal, one DataNode, one replica, puts of"
                + " 1 KiB; durable puts have hbase.wal.hsync=true and AsyncFSWAL. A durable put on the seeking disk waits at"
                + " least 8 ms for the disk's flush. durable_put_vs_stock_nondurable is measured on the machine's disk,"
                + " durable_put_vs_stock_durable on the seeking disk; the table contains both for both disks.");
        part.measure(List.of(Medium.values()), MAX_RUNS);
    }

    /**
     * Runs part {@code hbase3}: three replicas, on the machine's disk.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     * @throws IOException if a cluster does not start or fails
     * @throws InterruptedException if the thread is interrupted
     */
    public static void runReplicated(BenchOptions options, ProgressLine progress, Measurements measurements)
            throws IOException, InterruptedException {
        HBasePart part = new HBasePart(PIPELINE, options, progress, measurements);
        measurements.quote("put3_vs_nondurable", part.name(Medium.MACHINE, Spread.MANY) + NOT_DURABLE + " p50");
        measurements.note(
                "hbase3: as hbase, with " + PIPELINE + " DataNodes and as many replicas per side. The DataNodes of"
                        + " all sides share the machine's disk and CPU.");
        part.measure(List.of(Medium.MACHINE), options.runs());
    }

    private void measure(List<Medium> media, int maxRuns) throws IOException, InterruptedException {
        for (Medium medium : media) {
            Map<Side, Puts> sides = new EnumMap<>(Side.class);
            try (OpenResources open = new OpenResources()) {
                for (Side side : Side.values()) {
                    progress.step("hbase: starting HBase on the " + medium.title() + replicas() + ", "
                            + (sides.size() + 1) + " of " + Side.values().length);
                    sides.put(
                            side,
                            open.add(new Puts(side.start(medium, replicas, options.workDirectory()), options.seed())));
                }
                measure(medium, maxRuns, sides);
            }
        }
    }

    private static final String NOT_DURABLE = ", Underbase durable, stock not:";

    private String name(Medium medium, Spread spread) {
        return medium.title() + ", HBase" + replicas() + ", " + spread.title() + ", durable put";
    }

    private String replicas() {
        return replicas == 1 ? "" : ", " + replicas + " replicas";
    }

    private void measure(Medium medium, int maxRuns, Map<Side, Puts> sides) throws IOException, InterruptedException {
        progress.step("hbase: warming up on the " + medium.title());
        for (Puts side : sides.values()) {
            for (Spread spread : List.of(Spread.MANY, Spread.ONE)) {
                side.run(spread, Duration.ZERO, count);
            }
            int wals = side.wals();
            if (wals < Side.WALS) {
                throw new IOException("HBase has " + wals + " open WALs: expected " + Side.WALS);
            }
        }
        for (int run = 0; run < Math.min(maxRuns, options.runs()); run++) {
            progress.step("hbase: " + medium.title() + ", run " + (run + 1));
            for (Spread spread : Spread.values()) {
                compare(medium, spread, Order.of(run), sides);
            }
        }
    }

    private void compare(Medium medium, Spread spread, Order first, Map<Side, Puts> sides)
            throws IOException, InterruptedException {
        List<Side> order = new ArrayList<>(List.of(Side.values()));
        if (first == Order.STOCK_FIRST) {
            Collections.reverse(order);
        }
        String name = name(medium, spread);
        Map<Side, Timings> timings = new EnumMap<>(Side.class);
        for (Side side : order) {
            Puts puts = sides.get(side);
            JournalCount before = journal(side, puts);
            timings.put(side, puts.run(spread, count.dividedBy(10), count));
            JournalCount did = journal(side, puts).since(before);
            if (side == Side.UNDERBASE) {
                if (did.commits() == 0) {
                    throw new IOException("durable puts did not reach the DataNode's journal");
                }
                measurements.measured(name + ", Underbase: records per commit", "", did.recordsPerCommit());
            }
        }
        Compare.latencies(measurements, name, timings.get(Side.UNDERBASE), timings.get(Side.STOCK));
        Compare.latencies(measurements, name + NOT_DURABLE, timings.get(Side.UNDERBASE), timings.get(Side.NOT_DURABLE));
    }

    private static JournalCount journal(Side side, Puts puts) throws IOException, InterruptedException {
        return side == Side.UNDERBASE ? puts.cluster().journal("n1") : JournalCount.NONE;
    }
}
