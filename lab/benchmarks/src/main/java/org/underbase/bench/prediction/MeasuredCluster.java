package org.underbase.bench.prediction;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.underbase.analysis.run.Selection;
import org.underbase.bench.localcompact.client.Request;
import org.underbase.bench.localcompact.client.Request.Operation;
import org.underbase.bench.localcompact.cluster.CompactCluster;
import org.underbase.bench.localcompact.cluster.Usage;
import org.underbase.bench.localcompact.cluster.Written;
import org.underbase.htfs.format.Activity;
import org.underbase.operator.output.ProgressLine;
import org.underbase.sim.layer.Layer;
import org.underbase.testbed.Await;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;
import org.underbase.testbed.feature.LocalCompactFeature;
import org.underbase.testbed.feature.TracerFeature;
import org.underbase.testbed.report.BenchOptions;

/**
 * New cluster with the tracer that runs the workload: an ingest at a constant rate, a flush and a compaction of each store, and
 * a scan. The activities follow each other, so that the counters of links, DataNodes and disks have the bytes of each. Not
 * thread-safe.
 */
final class MeasuredCluster {
    static final int REPLICATION = 3;
    static final List<Activity> ACTIVITIES =
            List.of(Activity.LOGGING, Activity.FLUSH, Activity.COMPACTION, Activity.READ);
    /** Activities whose inputs are evicted from the page cache. */
    static final Set<Activity> UNCACHED = Set.of(Activity.COMPACTION, Activity.READ);

    private static final String TABLE = "prediction";
    private static final int NODES = 3;
    private static final int STORES = 3;
    private static final int FILES = 3;
    private static final Duration METRICS_PERIOD = Duration.ofSeconds(1);
    /** No number of files starts a compaction or blocks writes. */
    private static final String NEVER = "1000";
    /** Larger than all values: only requests flush. */
    private static final long MEMSTORE = 1L << 30;

    /** Result of a cluster. */
    record Result(LayerTable bytes, TracedBytes trace) {}

    /** Work of one activity. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private final BenchOptions options;
    private final ProgressLine progress;
    private final LayerTable bytes = new LayerTable();
    private final int rounds;
    private final int seconds;
    private final long rate;
    private final Duration idleTime;
    private Usage idle;

    MeasuredCluster(BenchOptions options, ProgressLine progress) {
        this.options = options;
        this.progress = progress;
        this.rounds = options.quick() ? 1 : 2;
        this.seconds = options.quick() ? 2 : 8;
        this.rate = options.quick() ? 1_000_000 : 3_000_000;
        this.idleTime = Duration.ofSeconds(options.quick() ? 3 : 10);
    }

    /**
     * Runs the workload on a new cluster.
     *
     * @param name unique name
     * @param feature whether local compaction is enabled for all tables
     */
    Result run(String name, boolean feature) throws IOException, InterruptedException {
        progress.step(name + ": starting " + NODES + " nodes, local compaction " + (feature ? "on" : "off"));
        Path trace = options.workDirectory().resolve(name + "-trace");
        ClusterRecipe recipe = CompactCluster.stockRecipe(name, NODES, options.workDirectory())
                .hbaseSet("hbase.hstore.compaction.min", NEVER)
                .hbaseSet("hbase.hstore.blockingStoreFiles", NEVER)
                .set(Role.REGIONSERVER, "underbase.trace.ring.full", "block")
                .with(new TracerFeature().directory(trace));
        if (feature) {
            recipe.with(new LocalCompactFeature());
        }
        Selection measured;
        try (CompactCluster cluster = CompactCluster.start(recipe, options.workDirectory())) {
            cluster.call(Request.of(Operation.CREATE_STORES, TABLE).stores(STORES, MEMSTORE));
            idle = cluster.idle(idleTime);
            long began = now();
            load(cluster);
            measured = new Selection(began, now(), Optional.empty());
            if (feature) {
                checkAllLocal(cluster);
            }
            // The tracer writes its last events when a daemon stops.
            for (Role role : List.of(Role.REGIONSERVER, Role.MASTER)) {
                for (Daemon daemon : cluster.cluster().daemons(role)) {
                    daemon.stop();
                }
            }
        }
        TracedBytes traced = TracedBytes.read(trace, measured, REPLICATION);
        for (Activity activity : ACTIVITIES) {
            bytes.add(activity, Map.of(Layer.HDFS_WRITTEN, (double)
                    traced.layers().of(activity).written()));
        }
        return new Result(bytes, traced);
    }

    private static long now() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    }

    private void load(CompactCluster cluster) throws IOException, InterruptedException {
        long seed = options.seed();
        for (int round = 0; round < rounds; round++) {
            for (int file = 0; file < FILES; file++) {
                Request ingest = Request.of(Operation.INGEST, TABLE).ingest(rate, seconds, seed);
                measure(cluster, Activity.LOGGING, () -> cluster.call(ingest));
                measure(cluster, Activity.FLUSH, () -> cluster.call(Request.of(Operation.FLUSH, TABLE)));
                seed += STORES;
            }
            cluster.evict();
            measure(cluster, Activity.COMPACTION, () -> cluster.call(Request.of(Operation.COMPACT_STORES, TABLE)));
        }
        cluster.evict();
        measure(cluster, Activity.READ, () -> cluster.call(Request.of(Operation.SCAN, TABLE)));
    }

    private void measure(CompactCluster cluster, Activity activity, Work work)
            throws IOException, InterruptedException {
        progress.step(activity.label());
        Counters before = Counters.of(cluster);
        work.run();
        Await.nextMetricsPeriod(System.nanoTime(), METRICS_PERIOD);
        bytes.add(activity, Counters.of(cluster).since(before, idle));
    }

    private static void checkAllLocal(CompactCluster cluster) throws IOException {
        Written written = cluster.awaitQuiet();
        if (written.local() == 0 || written.stock() > 0) {
            throw new IOException("not all compactions were local: " + written);
        }
    }
}
