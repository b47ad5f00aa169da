package org.underbase.bench.tracer.hbase;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.underbase.bench.tracer.hbase.Lane.Slice;
import org.underbase.bench.tracer.text.TextPart;
import org.underbase.bench.tracer.trace.TraceSize;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/**
 * Part {@code hbase}: operations per second of the Facebook-Messages workload with a traced and a stock RegionServer. Two
 * RegionServers of one cluster alternate in slices. After half of the slices they restart and swap roles, so that an advantage
 * of one of them (its node, the region of {@code hbase:meta}, JIT compilation) affects both sides equally.
 */
public final class HBasePart {
    private static final String OPERATIONS = "messages on HBase";
    private static final String BYTES = "HBase's trace, on disk per event";

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final Duration slice;
    private final Duration warmUp;
    private final int generations;
    private final Path traces;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public HBasePart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.slice = Duration.ofSeconds(options.quick() ? 1 : 4);
        this.warmUp = Duration.ofSeconds(options.quick() ? 1 : 20);
        this.generations = options.quick() ? 1 : 2;
        this.traces = options.workDirectory().resolve("hbase-traces");
    }

    /**
     * Runs the part.
     *
     * @throws IOException if the cluster does not start or fails, or the tracer does not attach
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws IOException, InterruptedException {
        progress.step("hbase: starting a cluster with two RegionServers");
        List<Slice> underbase = new ArrayList<>();
        List<Slice> stock = new ArrayList<>();
        try (TestCluster cluster = cluster();
                Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
                Admin admin = connection.getAdmin()) {
            admin.balancerSwitch(false, true);
            List<Daemon> servers = cluster.daemons(Role.REGIONSERVER);
            Lane one = new Lane("messages1", servers.get(0), connection, options.seed());
            Lane two = new Lane("messages2", servers.get(1), connection, options.seed());
            Roles roles = new Roles(cluster, traces);
            for (int generation = 0; generation < generations; generation++) {
                Lane traced = generation % 2 == 0 ? one : two;
                Lane untraced = generation % 2 == 0 ? two : one;
                progress.step("hbase: restarting the RegionServers, "
                        + traced.regionServer().node() + " traced");
                roles.assign(traced.regionServer(), untraced.regionServer());
                if (generation == 0) {
                    progress.step("hbase: loading two tables");
                    concurrently(one::load, two::load);
                }
                place(connection, one, two);
                progress.step("hbase: warming up");
                concurrently(() -> one.run(warmUp), () -> two.run(warmUp));
                roles.check(traced.regionServer(), untraced.regionServer());
                measure(traced, untraced, generation, underbase, stock);
            }
            progress.step("hbase: stopping the RegionServers");
            for (Daemon server : servers) {
                server.stop();
            }
        }
        for (int run = 0; run < options.runs(); run++) {
            Slice a = underbase.get(run);
            Slice b = stock.get(run);
            measurements.compared(OPERATIONS, "operations/s", new Pair(a.perSecond(), b.perSecond()));
            measurements.compared(
                    OPERATIONS + ", RegionServer CPU per operation",
                    "us",
                    new Pair(a.cpuMicrosPerOperation(), b.cpuMicrosPerOperation()));
        }
        measurements.quote("ratio_hbase", OPERATIONS);
        sizes();
    }

    private TestCluster cluster() throws IOException {
        return TestCluster.builder()
                .name("bench-hbase")
                .directory(options.workDirectory().resolve("hbase-cluster"))
                .nodes(2)
                .hbase(true)
                .set("dfs.replication", "1")
                // Small sizes, so that slices of seconds include flushes, compactions and reads from HDFS.
                .hbaseSet("hbase.hregion.memstore.flush.size", Long.toString(8L << 20))
                .hbaseSet("hfile.block.cache.size", "0.02")
                .start();
    }

    private static void place(Connection connection, Lane... lanes) throws IOException, InterruptedException {
        Placement placement = new Placement(connection);
        for (Lane lane : lanes) {
            placement.place(lane);
        }
    }

    private void measure(Lane traced, Lane untraced, int generation, List<Slice> underbase, List<Slice> stock)
            throws IOException {
        for (int run = 0; run < options.runs(); run++) {
            progress.step("hbase: run " + (run + 1) + " of " + options.runs() + ", "
                    + (generation == 0 ? "first" : "second") + " half");
            Order order = Order.of(run);
            Lane a = order == Order.UNDERBASE_FIRST ? traced : untraced;
            Lane b = order == Order.UNDERBASE_FIRST ? untraced : traced;
            Slice firstA = a.run(slice);
            Slice ofB = b.run(slice).plus(b.run(slice));
            Slice ofA = firstA.plus(a.run(slice));
            add(underbase, run, order == Order.UNDERBASE_FIRST ? ofA : ofB);
            add(stock, run, order == Order.UNDERBASE_FIRST ? ofB : ofA);
        }
    }

    /** Adds a slice to a run, which consists of the slices of both halves. */
    private static void add(List<Slice> runs, int run, Slice more) {
        if (run < runs.size()) {
            runs.set(run, runs.get(run).plus(more));
        } else {
            runs.add(more);
        }
    }

    private void sizes() throws IOException {
        progress.step("hbase: reading the trace and writing it as text");
        TextPart text = new TextPart(options, measurements);
        TraceSize size = TraceSize.of(traces, text::collect);
        measurements.measured(BYTES, "B", size.bytesPerEvent());
        measurements.measured("HBase's trace, events", "", (double) size.events());
        measurements.measured("HBase's trace, events dropped", "%", size.droppedPercent());
        measurements.quote("bytes_per_event", BYTES);
        text.run();
    }

    /** Work of a lane. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private static void concurrently(Work one, Work two) throws IOException {
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            try {
                one.run();
            } catch (IOException e) {
                throw new CompletionException(e);
            }
        });
        two.run();
        try {
            other.join();
        } catch (CompletionException e) {
            throw new IOException(e.getCause().getMessage(), e);
        }
    }
}
