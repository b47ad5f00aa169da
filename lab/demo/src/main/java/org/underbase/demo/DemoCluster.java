package org.underbase.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.underbase.analysis.reconcile.DataNodeCounters;
import org.underbase.testbed.Await;
import org.underbase.testbed.ClusterException;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;
import org.underbase.testbed.TableFlush;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.feature.TiersFeature;
import org.underbase.testbed.feature.TracerFeature;

/** Cluster of the demo: HDFS with tiers and HBase with the tracer, which is attached by configuration only. */
final class DemoCluster implements AutoCloseable {
    static final long BLOCK_SIZE = 64L << 20;
    private static final long FLUSH_SIZE = 4L << 20;
    /** Facebook tuned HBase to compact aggressively (FAST '14, section 4.1). */
    private static final int COMPACTION_MIN = 2;

    private static final double COMPACTION_RATIO = 3;
    private static final int REGIONSERVER_HEAP_MIB = 1024;
    /** Fraction of the heap: most reads reach HDFS, but the index blocks fit. */
    private static final double CACHE_FRACTION = 0.002;

    private static final Duration SHUTDOWN_LIMIT = Duration.ofMinutes(2);
    private static final Duration SETTLE_LIMIT = Duration.ofMinutes(2);
    private static final Duration CONTROL_LIMIT = Duration.ofMinutes(1);
    private static final Duration FAILURE_LIMIT = Duration.ofSeconds(15);
    /** Time without a compaction after which no compaction is queued. */
    private static final Duration QUIET = Duration.ofMillis(1500);
    /** Period after which a DataNode's JMX page shows new counters. */
    private static final Duration METRICS_PERIOD = Duration.ofSeconds(2);

    private final TestCluster cluster;
    private final Path trace;
    private long countersRead = Long.MIN_VALUE;

    private DemoCluster(TestCluster cluster, Path trace) {
        this.cluster = cluster;
        this.trace = trace;
    }

    /**
     * Starts the cluster with the tracer attached and disabled.
     *
     * @param options options of the demo
     * @param progress receives progress lines
     * @return the cluster
     */
    static DemoCluster start(DemoOptions options, Consumer<String> progress) throws IOException {
        String[] racks = new String[options.nodes()];
        Arrays.setAll(racks, node -> "/rack" + (1 + node % 2));
        ClusterRecipe recipe = TestCluster.builder()
                .name("demo")
                .directory(options.work().resolve("cluster"))
                .progress(progress)
                .nodes(options.nodes())
                .racks(racks)
                .metricsPeriod(METRICS_PERIOD)
                .hbase(true)
                .set("dfs.replication", Integer.toString(options.replication()))
                .set("dfs.blocksize", Long.toString(BLOCK_SIZE))
                .hbaseSet("hbase.hregion.memstore.flush.size", Long.toString(FLUSH_SIZE))
                .hbaseSet("hbase.hstore.compaction.min", Integer.toString(COMPACTION_MIN))
                .hbaseSet("hbase.hstore.compaction.ratio", Double.toString(COMPACTION_RATIO))
                // The load creates many files before the first compaction.
                .hbaseSet("hbase.hstore.blockingStoreFiles", "1000")
                .hbaseSet("hbase.regionserver.maxlogs", "16")
                .hbaseSet("hbase.regionserver.logroll.multiplier", "0.25")
                .hbaseSet("hfile.block.cache.size", Double.toString(CACHE_FRACTION))
                .with(new TracerFeature().directory(options.trace()).initiallyOff())
                .with(new TiersFeature());
        if (options.portBase() != 0) {
            recipe.portBase(options.portBase());
        }
        return new DemoCluster(recipe.start(), options.trace());
    }

    /** Describes the sizes with which minutes of load flush, compact and miss the cache like days on a large cluster. */
    static String sizes() {
        return String.format(
                Locale.ROOT,
                "memstores of %d MiB, compaction of at least %d store files, block cache of %.0f MiB per RegionServer",
                FLUSH_SIZE >> 20,
                COMPACTION_MIN,
                CACHE_FRACTION * REGIONSERVER_HEAP_MIB);
    }

    Connection connect() throws IOException {
        return ConnectionFactory.createConnection(clientConfiguration());
    }

    /** Returns the client configuration, which is without the tracer: the demo's own calls are not recorded. */
    Configuration clientConfiguration() {
        return cluster.clientConfiguration();
    }

    /** Returns the daemons and nodes. */
    TestCluster cluster() {
        return cluster;
    }

    /** Describes the processes and their nodes in one line. */
    String describe() {
        return cluster.daemons().size() + " processes: "
                + String.join(
                        ", ",
                        cluster.daemons().stream()
                                .map(daemon -> daemon.node() + "/" + daemon.name())
                                .toList());
    }

    String web(Role role) {
        return cluster.daemons(role).stream()
                .flatMap(daemon -> daemon.web().stream())
                .map(Object::toString)
                .findFirst()
                .orElse("none");
    }

    /**
     * Checks that the tracer is active in every HBase daemon.
     *
     * @throws IOException if the calls of a daemon are not recorded
     */
    void checkAttached() throws IOException {
        for (Role role : List.of(Role.MASTER, Role.REGIONSERVER)) {
            for (Daemon daemon : cluster.daemons(role)) {
                JsonNode parts = daemon.jmx("org.underbase.htfs:type=Attachments")
                        .path(0)
                        .path("Parts");
                for (String part : List.of("hdfs", "wal")) {
                    if (!parts.toString().matches(".*\"key\":\"" + part + "\",\"value\":\"attached\".*")) {
                        throw new IOException("the tracer is not attached to " + part + " of " + daemon.name()
                                + ", see " + daemon.log());
                    }
                }
            }
        }
    }

    /** Disables compactions until {@link #settle}, which makes the load faster. */
    void disableCompactions(Connection connection) throws IOException {
        switchCompactions(connection, false);
    }

    private static void switchCompactions(Connection connection, boolean on) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            admin.compactionSwitch(on, List.of());
        }
    }

    /** Flushes the table and compacts each store into one file, as on a long-running cluster, and awaits the compactions. */
    void settle(Connection connection, TableName table) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            TableFlush.flush(admin, table);
            switchCompactions(connection, true);
            admin.majorCompact(table);
            long[] lastBusy = {System.nanoTime()};
            Await.until("the end of all compactions", SETTLE_LIMIT, () -> "compactions are running", () -> {
                if (compacts(admin, table)) {
                    lastBusy[0] = System.nanoTime();
                }
                return System.nanoTime() - lastBusy[0] > QUIET.toNanos();
            });
        }
    }

    /** A failure ends the wait: HBase's client has already retried. */
    private static boolean compacts(Admin admin, TableName table) throws ClusterException {
        try {
            return admin.getCompactionState(table) != CompactionState.NONE;
        } catch (IOException e) {
            throw new ClusterException("cannot read the compaction state of " + table, e);
        }
    }

    /** Enables the tracer in all HBase daemons with its control file and waits until it records. */
    void enableTracer() throws IOException {
        Files.createDirectories(trace);
        Files.writeString(trace.resolve("control"), "enabled=true\n");
        for (Role role : List.of(Role.MASTER, Role.REGIONSERVER)) {
            for (Daemon daemon : cluster.daemons(role)) {
                Await.until(
                        "the tracer in " + daemon,
                        CONTROL_LIMIT,
                        () -> "disabled, see " + daemon.log(),
                        () -> daemon.jmx("org.underbase.htfs:type=Tracer")
                                .path(0)
                                .path("On")
                                .asBoolean());
            }
        }
    }

    /** Reads the DataNodes' counters since their start. */
    DataNodeCounters counters() throws IOException, InterruptedException {
        if (countersRead != Long.MIN_VALUE) {
            Await.nextMetricsPeriod(countersRead, METRICS_PERIOD);
        }
        List<DataNodeCounters.OfDataNode> all = new ArrayList<>();
        for (Daemon dataNode : cluster.daemons(Role.DATANODE)) {
            JsonNode bean = dataNode.bean(
                    "Hadoop:service=DataNode,name=DataNodeActivity*", "BytesWritten", "BytesRead", "BlocksReplicated");
            all.add(new DataNodeCounters.OfDataNode(
                    dataNode.node() + "/" + dataNode.name(),
                    bean.path("BytesWritten").asLong(),
                    bean.path("BytesRead").asLong(),
                    bean.path("BlocksReplicated").asLong()));
        }
        countersRead = System.nanoTime();
        return new DataNodeCounters(all);
    }

    /**
     * Saves traces and logs after a failure: stops the running HBase daemons, so that their traces are complete, and copies
     * all logs. Daemons that do not stop are killed with the cluster.
     *
     * @param logs directory that receives the logs
     * @param progress receives a line for each daemon that does not stop
     */
    void saveAfterFailure(Path logs, Consumer<String> progress) throws IOException, InterruptedException {
        ExecutorService pool = Executors.newCachedThreadPool();
        for (Role role : List.of(Role.REGIONSERVER, Role.MASTER)) {
            for (Daemon daemon : cluster.daemons(role)) {
                pool.execute(() -> stop(daemon, progress));
            }
        }
        pool.shutdown();
        if (!pool.awaitTermination(2 * FAILURE_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            progress.accept("HBase did not stop in time");
        }
        cluster.collectLogs(logs);
    }

    private static void stop(Daemon daemon, Consumer<String> progress) {
        try {
            daemon.stop(FAILURE_LIMIT);
        } catch (IOException e) {
            progress.accept(daemon + " did not stop in time: the last seconds of its trace are missing");
        }
    }

    /** Shuts HBase down like an operator, so that memstores are flushed and traces are complete. */
    void stopHBase() throws IOException {
        try (Connection connection = connect();
                Admin admin = connection.getAdmin()) {
            admin.shutdown();
        }
        for (Role role : List.of(Role.REGIONSERVER, Role.MASTER)) {
            for (Daemon daemon : cluster.daemons(role)) {
                daemon.awaitDead(SHUTDOWN_LIMIT);
            }
        }
    }

    /** Stops all processes and removes the cluster's files. */
    @Override
    public void close() throws IOException {
        cluster.close();
    }
}
