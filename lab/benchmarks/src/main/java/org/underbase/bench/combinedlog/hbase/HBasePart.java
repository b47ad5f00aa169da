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
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;

/**
 * Puts of three HBase clusters that run side by side and take turns: durable ones on DataNodes with journals, durable ones
 * on stock DataNodes, and on stock DataNodes what HBase does when nobody asks for durability.
 */
public final class HBasePart {
    private static final int MOST_RUNS = 3;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final Duration count;

    /** {@code measurements} takes what is measured. */
    public HBasePart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.count = Duration.ofMillis(options.quick() ? 600 : 3000);
    }

    /**
     * Measures.
     *
     * @throws IOException when a cluster does not start or fails
     * @throws InterruptedException when interrupted
     */
    public void run() throws IOException, InterruptedException {
        for (Medium medium : Medium.values()) {
            Map<Side, Puts> sides = new EnumMap<>(Side.class);
            try {
                for (Side side : Side.values()) {
                    progress.step("hbase: starting HBase on the " + medium.title() + ", " + (sides.size() + 1) + " of "
                            + Side.values().length);
                    sides.put(side, new Puts(side.start(medium, options.workDirectory()), options.seed()));
                }
                measure(medium, sides);
            } finally {
                for (Puts side : sides.values()) {
                    side.close();
                }
            }
        }
        measurements.quoteGain("durable_put_vs_stock_durable", what(Medium.SEEKING, Spread.MANY) + " p50");
        measurements.quoteGain(
                "durable_put_vs_stock_nondurable", what(Medium.MACHINE, Spread.MANY) + NOT_DURABLE + " p50");
        measurements.note("hbase: " + Side.REGION_SERVERS
                + " RegionServers with multiwal, one DataNode, one replica; durable puts"
                + " are those of hbase.wal.hsync=true, AsyncFSWAL; puts of 1 KB. On a disk whose flush takes 8 ms no durable put"
                + " comes near one that is not; the figure durable_put_vs_stock_nondurable is of the machine's disk, that of"
                + " durable_put_vs_stock_durable of the seeking one; both are in the table for both.");
    }

    private static final String NOT_DURABLE = ", ours durable and stock not:";

    private static String what(Medium medium, Spread spread) {
        return medium.title() + ", HBase, " + spread.title() + ", durable put";
    }

    private void measure(Medium medium, Map<Side, Puts> sides) throws IOException, InterruptedException {
        progress.step("hbase: warming up on the " + medium.title());
        for (Puts side : sides.values()) {
            for (Spread spread : List.of(Spread.MANY, Spread.ONE)) {
                side.run(spread, Duration.ZERO, count);
            }
            int wals = side.wals();
            if (wals < Side.WALS) {
                throw new IOException("HBase has " + wals + " WALs, not " + Side.WALS);
            }
        }
        for (int run = 0; run < Math.min(MOST_RUNS, options.runs()); run++) {
            progress.step("hbase: " + medium.title() + ", run " + (run + 1));
            for (Spread spread : Spread.values()) {
                compare(medium, spread, Order.of(run), sides);
            }
        }
    }

    private void compare(Medium medium, Spread spread, Order order, Map<Side, Puts> sides)
            throws IOException, InterruptedException {
        List<Side> turns = new ArrayList<>(List.of(Side.values()));
        if (order == Order.STOCK_FIRST) {
            Collections.reverse(turns);
        }
        String what = what(medium, spread);
        Map<Side, Timings> timings = new EnumMap<>(Side.class);
        for (Side side : turns) {
            Puts puts = sides.get(side);
            JournalCount before = journal(side, puts);
            timings.put(side, puts.run(spread, count.dividedBy(10), count));
            JournalCount did = journal(side, puts).since(before);
            if (side == Side.OURS) {
                if (did.commits() == 0) {
                    throw new IOException("durable puts did not reach the DataNode's journal");
                }
                measurements.measured(what + ", ours: records a commit", "", (double) did.records() / did.commits());
            }
        }
        Compare.latencies(measurements, what, timings.get(Side.OURS), timings.get(Side.STOCK));
        Compare.latencies(measurements, what + NOT_DURABLE, timings.get(Side.OURS), timings.get(Side.NOT_DURABLE));
    }

    private static JournalCount journal(Side side, Puts puts) throws IOException, InterruptedException {
        return side == Side.OURS ? puts.cluster().journal("n1") : new JournalCount(0, 0, 0, 0, 0, 0);
    }
}
