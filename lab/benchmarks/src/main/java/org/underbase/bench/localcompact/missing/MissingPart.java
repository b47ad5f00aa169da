package org.underbase.bench.localcompact.missing;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import org.underbase.bench.localcompact.cluster.CompactCluster;
import org.underbase.bench.localcompact.cluster.Compacted;
import org.underbase.bench.localcompact.cluster.StoreFiles;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/** Part {@code missing}: decisions and network traffic on five nodes when a node lacks inputs or is lost. */
public final class MissingPart {
    private static final int NODES = 5;
    private static final String NODE = "n2";
    private static final int FILES = 5;
    private static final double MEGA = 1e6;
    private static final Duration LOST = Duration.ofMinutes(6);
    /** Longer than a coordinator caches its list of servers. */
    private static final Duration CACHED = Duration.ofSeconds(32);

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
    public MissingPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.fileBytes = options.quick() ? 4_000_000 : 40_000_000;
        this.idle = Duration.ofSeconds(options.quick() ? 3 : 6);
    }

    /**
     * Runs the part.
     *
     * @throws IOException if the cluster does not start or fails
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws IOException, InterruptedException {
        progress.step("missing: starting " + NODES + " nodes");
        try (CompactCluster cluster = CompactCluster.start(
                CompactCluster.recipe("missing", NODES, options.workDirectory())
                        // HDFS declares a node dead after three minutes, later than HBase, as with the defaults of
                        // both.
                        .set(Role.NAMENODE, "dfs.namenode.heartbeat.recheck-interval", "90000"),
                options.workDirectory())) {
            for (int missing = 1; missing <= 3; missing++) {
                inputsMissing(cluster, missing);
            }
            outputIsSmall(cluster);
            nodeIsLost(cluster);
        }
    }

    /** Writes files; the first {@code missing} have no replica on one of the region's nodes. */
    private StoreFiles files(CompactCluster cluster, String table, int missing, boolean sameRows)
            throws IOException, InterruptedException {
        StoreFiles files = new StoreFiles(cluster, table, NODE);
        Node away = files.another(files.create());
        Daemon dataNode = away.dataNode(0);
        for (int file = 0; file < FILES; file++) {
            if (file == 0 && missing > 0) {
                dataNode.kill();
            }
            if (file == missing && missing > 0) {
                dataNode.start();
                dataNode.awaitRegistered();
            }
            files.fill(fileBytes, sameRows ? options.seed() : options.seed() + file);
        }
        files.remember();
        return files;
    }

    private void inputsMissing(CompactCluster cluster, int missing) throws IOException, InterruptedException {
        progress.step("missing: " + missing + " of " + FILES + " inputs");
        StoreFiles files = files(cluster, "missing" + missing, missing, false);
        Compacted underbase = null;
        Compacted stock = null;
        for (boolean side : Order.of(missing).sides()) {
            Compacted done = files.compact(side, idle);
            underbase = side ? done : underbase;
            stock = side ? stock : done;
        }
        String name = missing + " of " + FILES + " inputs non-local on a node";
        compare(name, underbase, stock);
        decided(name, underbase);
    }

    /** Compacts to a fifth of the inputs' size: the first local compaction updates the estimate for the second. */
    private void outputIsSmall(CompactCluster cluster) throws IOException, InterruptedException {
        progress.step("missing: 3 of " + FILES + " inputs, and a small output");
        StoreFiles files = files(cluster, "rewritten", 3, true);
        Compacted stock = files.compact(false, idle);
        for (int turn = 1; turn <= 2; turn++) {
            Compacted underbase = files.compact(true, idle);
            String name = "3 of " + FILES + " inputs non-local, output a fifth of the inputs, "
                    + (turn == 1 ? "first time" : "second time");
            compare(name, underbase, stock);
            decided(name, underbase);
        }
    }

    private void nodeIsLost(CompactCluster cluster) throws IOException, InterruptedException {
        progress.step("missing: a node is lost");
        StoreFiles files = new StoreFiles(cluster, "loss", NODE);
        Node lost = files.another(files.create());
        for (int file = 0; file < FILES; file++) {
            files.fill(fileBytes, options.seed() + file);
        }
        files.remember();
        Compacted stock = files.compact(false, idle);
        // Fills the coordinator's cache of servers.
        compare("all nodes live", files.compact(true, idle), stock);
        lost.regionServer().kill();
        lost.dataNode(0).kill();
        lost("immediately", files, stock);
        progress.step("missing: waiting until the Master has expired the server");
        cluster.cluster().awaitHBase();
        cluster.idle(CACHED);
        lost("after HBase and before HDFS has detected it", files, stock);
        progress.step("missing: waiting until HDFS has re-replicated the blocks");
        cluster.cluster().awaitLiveDataNodes(NODES - 1, LOST);
        cluster.cluster().awaitFullyReplicated();
        cluster.idle(CACHED);
        lost("after HDFS has re-replicated its blocks", files, stock);
    }

    private void lost(String when, StoreFiles files, Compacted stock) throws IOException, InterruptedException {
        Compacted underbase = files.compact(true, idle);
        String name = "a node lost, " + when;
        compare(name, underbase, stock);
        decided(name, underbase);
    }

    private void compare(String name, Compacted underbase, Compacted stock) {
        measurements.compared(
                name + ": bytes over the links, idle traffic included",
                "MB",
                new Pair(underbase.usage().networkBytes() / MEGA, stock.usage().networkBytes() / MEGA));
    }

    private void decided(String name, Compacted underbase) {
        measurements.note("missing: " + name + ": " + underbase.decision());
        progress.step(String.format(
                Locale.ROOT,
                "missing: %.1f s, %.1f MB over the links; %s",
                underbase.response().seconds(),
                underbase.usage().networkBytes() / MEGA,
                underbase.decision()));
    }
}
