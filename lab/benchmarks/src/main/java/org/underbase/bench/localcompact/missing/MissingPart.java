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

/** Compactions on five nodes of which one misses inputs, or is lost: what is decided, and what crosses the links. */
public final class MissingPart {
    private static final int NODES = 5;
    private static final String NODE = "n2";
    private static final int FILES = 5;
    private static final double MEGA = 1e6;
    /** As long as a coordinator believes in the servers it knows. */
    private static final Duration LOST = Duration.ofMinutes(6);

    private static final Duration BELIEF = Duration.ofSeconds(32);

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final long fileBytes;
    private final Duration idle;

    /** {@code measurements} takes what is measured. */
    public MissingPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.fileBytes = options.quick() ? 4_000_000 : 40_000_000;
        this.idle = Duration.ofSeconds(options.quick() ? 3 : 6);
    }

    /**
     * Measures.
     *
     * @throws IOException when the cluster does not start or fails
     * @throws InterruptedException when interrupted
     */
    public void run() throws IOException, InterruptedException {
        progress.step("missing: starting " + NODES + " nodes");
        try (CompactCluster cluster = CompactCluster.start(
                CompactCluster.describe("missing", NODES, options.workDirectory())
                        // Lost in HDFS's eyes after three minutes: later than in HBase's, as with the defaults of both.
                        .set(Role.NAMENODE, "dfs.namenode.heartbeat.recheck-interval", "90000"),
                options.workDirectory())) {
            for (int missing = 1; missing <= 3; missing++) {
                inputsMissing(cluster, missing);
            }
            outputIsSmall(cluster);
            nodeIsLost(cluster);
        }
    }

    /** Files of which the first few are not on one of the region's nodes; each of its own rows, or all of the same. */
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
                cluster.awaitServing(dataNode);
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
        String what = missing + " of " + FILES + " inputs missing on a node";
        compare(what, underbase, stock);
        decided(what, underbase);
    }

    /** What comes out is a fifth of what goes in; stock learns nothing, ours does. */
    private void outputIsSmall(CompactCluster cluster) throws IOException, InterruptedException {
        progress.step("missing: 3 of " + FILES + " inputs, and a small output");
        StoreFiles files = files(cluster, "rewritten", 3, true);
        Compacted stock = files.compact(false, idle);
        for (int turn = 1; turn <= 2; turn++) {
            Compacted underbase = files.compact(true, idle);
            String what = "3 of " + FILES + " inputs missing, the output is a fifth of the inputs, "
                    + (turn == 1 ? "first time" : "second time");
            compare(what, underbase, stock);
            decided(what, underbase);
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
        // Fills the coordinator's list of servers.
        compare("all nodes live", files.compact(true, idle), stock);
        lost.regionServer().kill();
        lost.dataNode(0).kill();
        lost("at once", files, stock);
        progress.step("missing: waiting until the Master knows that a server is lost");
        cluster.cluster().awaitHBase();
        cluster.idle(BELIEF);
        lost("when HBase knows and HDFS does not", files, stock);
        progress.step("missing: waiting until HDFS has copied the lost replicas");
        cluster.cluster().awaitLiveDataNodes(NODES - 1, LOST);
        cluster.cluster().awaitFullyReplicated();
        cluster.idle(BELIEF);
        lost("when HDFS has copied its replicas", files, stock);
    }

    private void lost(String when, StoreFiles files, Compacted stock) throws IOException, InterruptedException {
        Compacted underbase = files.compact(true, idle);
        String what = "a node lost, " + when;
        compare(what, underbase, stock);
        decided(what, underbase);
    }

    private void compare(String what, Compacted underbase, Compacted stock) {
        measurements.compared(
                what + ": bytes over the links, idle traffic included",
                "MB",
                new Pair(underbase.usage().crossed() / MEGA, stock.usage().crossed() / MEGA));
    }

    private void decided(String what, Compacted underbase) {
        measurements.note("missing: " + what + ": " + underbase.decision());
        progress.step(String.format(
                Locale.ROOT,
                "missing: %.1f s, %.1f MB crossed; %s",
                underbase.answer().seconds(),
                underbase.usage().crossed() / MEGA,
                underbase.decision()));
    }
}
