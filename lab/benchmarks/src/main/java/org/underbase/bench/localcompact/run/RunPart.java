package org.underbase.bench.localcompact.run;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.underbase.bench.localcompact.client.Answer;
import org.underbase.bench.localcompact.client.Ask;
import org.underbase.bench.localcompact.client.Ask.Verb;
import org.underbase.bench.localcompact.cluster.CompactCluster;
import org.underbase.bench.localcompact.cluster.Usage;
import org.underbase.bench.localcompact.cluster.Written;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/**
 * The same run of the Facebook-Messages workload on two tables, one after the other: logs, flushes and compactions, and all
 * bytes that they sent from node to node.
 */
public final class RunPart {
    private static final double MEGA = 1e6;
    private static final int REMOTE_REPLICAS = 2;
    /** A checksum of four bytes goes with 512 bytes of a block. */
    private static final double WITH_CHECKSUMS = 1 + 4.0 / 512;

    /** One side's run. */
    private record Run(Answer answer, Usage usage, Written written) {}

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final int users;
    private final int operations;
    private final long flushBytes;

    /** {@code measurements} takes what is measured. */
    public RunPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.users = options.quick() ? 300 : 1500;
        this.operations = options.quick() ? 4 : 8;
        this.flushBytes = options.quick() ? 1 << 20 : 16 << 20;
    }

    /**
     * Measures.
     *
     * @throws IOException when a cluster does not start or fails, or the workload does
     * @throws InterruptedException when interrupted
     */
    public void run() throws IOException, InterruptedException {
        for (int nodes : options.quick() ? List.of(3) : List.of(3, 5)) {
            String name = "run" + nodes;
            progress.step("run: starting " + nodes + " nodes");
            try (CompactCluster cluster = CompactCluster.start(
                    CompactCluster.describe(name, nodes, options.workDirectory()), options.workDirectory())) {
                Run underbase = null;
                Run stock = null;
                for (boolean side : Order.of(nodes).sides()) {
                    Run run = measure(cluster, side);
                    underbase = side ? run : underbase;
                    stock = side ? stock : run;
                }
                tell(nodes + " nodes", underbase, stock);
                tell("whole run", underbase, stock);
            }
        }
        measurements.quote("whole_run_saving", "whole run: share of bytes over the links that is saved");
        measurements.quote("whole_run_bound", "whole run: share of bytes over the links that stock's compactions send");
        measurements.note("run: the Facebook-Messages workload, loaded and driven by 8 clients, one region,"
                + " memstores of 16 MiB a region, ZSTD, logs not compressed. Bytes over the links are those between nodes; what"
                + " clients send and get is not in them, idle traffic is. Stock's compactions send each output to two other"
                + " nodes: that over all of stock's bytes is the share that could be saved at best.");
    }

    private Run measure(CompactCluster cluster, boolean underbase) throws IOException, InterruptedException {
        progress.step("run: loading and driving, " + (underbase ? "ours" : "stock"));
        Written wroteBefore = cluster.awaitQuiet();
        Usage before = cluster.usage();
        Answer answer = cluster.ask(Ask.of(Verb.MESSAGES, underbase ? "messages-ours" : "messages-stock")
                .local(underbase)
                .bytes(flushBytes, options.seed())
                .users(users, operations, options.seed()));
        Written written = cluster.awaitQuiet().minus(wroteBefore);
        Usage usage = cluster.usage().minus(before);
        progress.step(String.format(
                Locale.ROOT,
                "run: %s %.0f s, %.1f MB over the links; written: logs %.1f MB, flushes %.1f MB, compactions %.1f MB"
                        + " (%d local, %d as ever)",
                underbase ? "ours" : "stock",
                answer.seconds(),
                usage.crossed() / MEGA,
                written.wal() / MEGA,
                written.flushed() / MEGA,
                written.compacted() / MEGA,
                written.local(),
                written.stock()));
        if (underbase && written.local() == 0) {
            throw new IOException("no compaction of the run was local");
        }
        return new Run(answer, usage, written);
    }

    private void tell(String where, Run underbase, Run stock) {
        compare(
                where + ": bytes over the links",
                "MB",
                underbase.usage().crossed() / MEGA,
                stock.usage().crossed() / MEGA);
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
        measurements.measured(where + ": compactions of the same table as stock does them", "", (double)
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
                where + ": share of bytes over the links that stock's compactions send",
                "of 1",
                sent / stock.usage().crossed());
        measurements.measured(
                where + ": share of bytes over the links that is saved",
                "of 1",
                1 - (double) underbase.usage().crossed() / stock.usage().crossed());
    }

    private void compare(String what, String unit, double underbase, double stock) {
        if (stock > 0) {
            measurements.compared(what, unit, new Pair(underbase, stock));
        }
    }
}
