package org.underbase.bench.localcompact.run;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.underbase.bench.localcompact.client.Request;
import org.underbase.bench.localcompact.client.Request.Operation;
import org.underbase.bench.localcompact.client.Response;
import org.underbase.bench.localcompact.cluster.CompactCluster;
import org.underbase.bench.localcompact.cluster.Usage;
import org.underbase.bench.localcompact.cluster.Written;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/**
 * Part {@code run}: the same run of the Facebook-Messages workload on a table with local and on a table with stock compaction.
 * Measures logs, flushes, compactions and all bytes sent between nodes.
 */
public final class RunPart {
    private static final double MEGA = 1e6;
    private static final int REMOTE_REPLICAS = 2;
    /** HDFS sends a checksum of 4 bytes per 512 bytes. */
    private static final double WITH_CHECKSUMS = 1 + 4.0 / 512;

    /** Run of one side. */
    private record Run(Response response, Usage usage, Written written) {}

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final int users;
    private final int operations;
    private final long flushBytes;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public RunPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.users = options.quick() ? 300 : 1500;
        this.operations = options.quick() ? 4 : 8;
        this.flushBytes = options.quick() ? 1 << 20 : 16 << 20;
    }

    /**
     * Runs the part.
     *
     * @throws IOException if a cluster does not start or fails, or the workload fails
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws IOException, InterruptedException {
        for (int nodes : options.quick() ? List.of(3) : List.of(3, 5)) {
            String name = "run" + nodes;
            progress.step("run: starting " + nodes + " nodes");
            try (CompactCluster cluster = CompactCluster.start(
                    CompactCluster.recipe(name, nodes, options.workDirectory()), options.workDirectory())) {
                for (int run = 0; run < options.runs(); run++) {
                    pair(cluster, nodes, run);
                }
            }
        }
        measurements.quote("whole_run_saving", "whole run: saved fraction of bytes over the links");
        measurements.quote(
                "whole_run_bound", "whole run: fraction of bytes over the links sent by compactions on stock");
        measurements.note("run: the Facebook-Messages workload, loaded and driven by 8 clients, one region,"
                + " memstores of 16 MiB per region, ZSTD, uncompressed logs. Bytes over the links are those between nodes: they"
                + " include idle traffic and exclude the traffic of clients. Stock compactions send each output to two other nodes;"
                + " the fraction of these bytes in all bytes of stock is the upper bound of the saving.");
    }

    private void pair(CompactCluster cluster, int nodes, int run) throws IOException, InterruptedException {
        Run underbase = null;
        Run stock = null;
        for (boolean side : Order.of(run).sides()) {
            progress.step("run: " + nodes + " nodes, run " + (run + 1) + ": loading and driving, "
                    + (side ? "Underbase" : "stock"));
            Run measured = measure(cluster, side);
            underbase = side ? measured : underbase;
            stock = side ? stock : measured;
        }
        record(nodes + " nodes", underbase, stock);
        record("whole run", underbase, stock);
    }

    private Run measure(CompactCluster cluster, boolean underbase) throws IOException, InterruptedException {
        String table = underbase ? "messages-underbase" : "messages-stock";
        Written wroteBefore = cluster.awaitQuiet();
        Usage before = cluster.usage();
        Response response = cluster.call(Request.of(Operation.MESSAGES, table)
                .local(underbase)
                .bytes(flushBytes, options.seed())
                .users(users, operations, options.seed()));
        Written written = cluster.awaitQuiet().minus(wroteBefore);
        Usage usage = cluster.usage().minus(before);
        progress.step(String.format(
                Locale.ROOT,
                "run: %s %.0f s, %.1f MB over the links; written: logs %.1f MB, flushes %.1f MB, compactions %.1f MB"
                        + " (%d local, %d stock)",
                underbase ? "Underbase" : "stock",
                response.seconds(),
                usage.networkBytes() / MEGA,
                written.wal() / MEGA,
                written.flushed() / MEGA,
                written.compacted() / MEGA,
                written.local(),
                written.stock()));
        if (underbase && written.local() == 0) {
            throw new IOException("no compaction of the run was local");
        }
        cluster.call(Request.of(Operation.DROP, table));
        return new Run(response, usage, written);
    }

    private void record(String where, Run underbase, Run stock) {
        compare(
                where + ": bytes over the links",
                "MB",
                underbase.usage().networkBytes() / MEGA,
                stock.usage().networkBytes() / MEGA);
        compare(
                where + ": logs written",
                "MB",
                underbase.written().wal() / MEGA,
                stock.written().wal() / MEGA);
        compare(
                where + ": flushes written",
                "MB",
                underbase.written().flushed() / MEGA,
                stock.written().flushed() / MEGA);
        compare(
                where + ": compactions written",
                "MB",
                underbase.written().compacted() / MEGA,
                stock.written().compacted() / MEGA);
        measurements.measured(
                where + ": local compactions", "", (double) underbase.written().local());
        measurements.measured(where + ": stock compactions of the same table", "", (double)
                underbase.written().stock());
        compare(
                where + ": CPU time of all daemons",
                "s",
                underbase.usage().cpuSeconds(),
                stock.usage().cpuSeconds());
        compare(
                where + ": bytes read from disks",
                "MB",
                underbase.usage().disk().read() / MEGA,
                stock.usage().disk().read() / MEGA);
        double sent = stock.written().compacted() * REMOTE_REPLICAS * WITH_CHECKSUMS;
        measurements.measured(
                where + ": fraction of bytes over the links sent by compactions on stock",
                "of 1",
                sent / stock.usage().networkBytes());
        measurements.measured(
                where + ": saved fraction of bytes over the links",
                "of 1",
                1 - (double) underbase.usage().networkBytes() / stock.usage().networkBytes());
    }

    private void compare(String name, String unit, double underbase, double stock) {
        if (stock > 0) {
            measurements.compared(name, unit, new Pair(underbase, stock));
        }
    }
}
