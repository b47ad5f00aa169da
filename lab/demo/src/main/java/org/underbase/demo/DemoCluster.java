package org.underbase.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Hdfs;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.underbase.analysis.reconcile.DataNodeCounters;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;

/** The cluster of the demonstration: the tracer attached as an operator would attach it, by configuration alone. */
final class DemoCluster implements AutoCloseable {
    static final long BLOCK_SIZE = 64L << 20;
    private static final long FLUSH_SIZE = 4L << 20;
    /** Facebook's HBase was tuned to compact aggressively (FAST '14, section 4.1). */
    private static final int COMPACTION_MIN = 2;

    private static final double COMPACTION_RATIO = 3;
    private static final int REGIONSERVER_HEAP_MIB = 1024;
    /** So little that most reads reach HDFS, enough for the blocks of indexes. */
    private static final double CACHE_SHARE = 0.002;

    private static final Duration SHUTDOWN_LIMIT = Duration.ofMinutes(2);
    private static final Duration SETTLE_LIMIT = Duration.ofMinutes(2);
    private static final Duration CONTROL_LIMIT = Duration.ofMinutes(1);
    private static final Duration FAILURE_LIMIT = Duration.ofSeconds(15);
    private static final long POLL_MILLIS = 250;
    /** Polls in a row without a compaction, after which there is none that only waits for its turn. */
    private static final int QUIET_POLLS = 6;
    /** A DataNode's JMX page shows counters that are up to ten seconds old, Hadoop's default period of metrics. */
    private static final Duration COUNTERS_AGE = Duration.ofMillis(10_500);

    private final TestCluster cluster;
    private final Path trace;
    private long countersRead = Long.MIN_VALUE;

    private DemoCluster(TestCluster cluster, Path trace) {
        this.cluster = cluster;
        this.trace = trace;
    }

    /**
     * Starts it, the tracer attached but switched off.
     *
     * @param progress is told in short lines what happens
     */
    static DemoCluster start(DemoOptions options, Consumer<String> progress) throws IOException {
        ClusterRecipe builder = TestCluster.builder()
                .name("demo")
                .directory(options.work().resolve("cluster"))
                .progress(progress)
                .nodes(options.nodes())
                .hbase(true)
                .set("dfs.replication", Integer.toString(options.replication()))
                .set("dfs.blocksize", Long.toString(BLOCK_SIZE))
                .hbaseSet("hbase.hregion.memstore.flush.size", Long.toString(FLUSH_SIZE))
                .hbaseSet("hbase.hstore.compaction.min", Integer.toString(COMPACTION_MIN))
                .hbaseSet("hbase.hstore.compaction.ratio", Double.toString(COMPACTION_RATIO))
                // The load makes more files than that before they are compacted.
                .hbaseSet("hbase.hstore.blockingStoreFiles", "1000")
                .hbaseSet("hbase.regionserver.maxlogs", "16")
                .hbaseSet("hbase.regionserver.logroll.multiplier", "0.25")
                .hbaseSet("hfile.block.cache.size", Double.toString(CACHE_SHARE))
                .set("fs.hdfs.impl", "org.underbase.htfs.APITraceDistributedFileSystem")
                .set("fs.AbstractFileSystem.hdfs.impl", "org.underbase.htfs.APITraceHdfs")
                .hbaseSet("hbase.regionserver.wal.async.writer.impl", "org.underbase.htfs.APITraceAsyncLogWriter")
                .set("underbase.trace.dir", options.trace().toAbsolutePath().toString())
                .set("underbase.trace.enabled", "false")
                .set("underbase.trace.ring.events", "16384");
        DemoTiers.configure(builder, options.nodes());
        options.portBase().ifPresent(builder::portBase);
        return new DemoCluster(builder.start(), options.trace());
    }

    /** The sizes that make minutes of load flush, compact and miss the cache as days do on a large cluster. */
    static String sizes() {
        return String.format(
                Locale.ROOT,
                "memstores are flushed at %d MiB, %d store files are compacted, a RegionServer's block cache has %.0f MiB",
                FLUSH_SIZE >> 20,
                COMPACTION_MIN,
                CACHE_SHARE * REGIONSERVER_HEAP_MIB);
    }

    Connection connect() throws IOException {
        return ConnectionFactory.createConnection(clientConfiguration());
    }

    /** The daemons' configuration without the tracer, since the driver's own calls are not part of the picture. */
    Configuration clientConfiguration() {
        Configuration conf = cluster.clientConfiguration();
        conf.set("fs.hdfs.impl", DistributedFileSystem.class.getName());
        conf.set("fs.AbstractFileSystem.hdfs.impl", Hdfs.class.getName());
        return conf;
    }

    /** One line about what runs where. */
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
     * Checks that the tracer took effect in every HBase daemon.
     *
     * @throws IOException when a daemon's calls are not recorded
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

    /** Keeps HBase from compacting what {@link #settle} will compact anyway: the load is quicker. */
    void holdCompactions(Connection connection) throws IOException {
        switchCompactions(connection, false);
    }

    private static void switchCompactions(Connection connection, boolean on) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            admin.compactionSwitch(on, List.of());
        }
    }

    /** Flushes the table and compacts each store into one file, as on a cluster that has run for long; then it is quiet. */
    void settle(Connection connection, TableName table) throws IOException, InterruptedException {
        try (Admin admin = connection.getAdmin()) {
            admin.flush(table);
            switchCompactions(connection, true);
            admin.majorCompact(table);
            long deadline = System.nanoTime() + SETTLE_LIMIT.toNanos();
            for (int quiet = 0; quiet < QUIET_POLLS; ) {
                if (System.nanoTime() > deadline) {
                    throw new IOException("HBase still compacts after " + SETTLE_LIMIT.toSeconds() + " s");
                }
                quiet = admin.getCompactionState(table) == CompactionState.NONE ? quiet + 1 : 0;
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    /** Switches the tracer on in all daemons of HBase by its control file, and waits until it is. */
    void traceOn() throws IOException, InterruptedException {
        Files.createDirectories(trace);
        Files.writeString(trace.resolve("control"), "enabled=true\n");
        long deadline = System.nanoTime() + CONTROL_LIMIT.toNanos();
        for (Role role : List.of(Role.MASTER, Role.REGIONSERVER)) {
            for (Daemon daemon : cluster.daemons(role)) {
                while (!daemon.jmx("org.underbase.htfs:type=Tracer")
                        .path(0)
                        .path("On")
                        .asBoolean()) {
                    if (System.nanoTime() > deadline) {
                        throw new IOException("the tracer in " + daemon + " is still off, see " + daemon.log());
                    }
                    Thread.sleep(POLL_MILLIS);
                }
            }
        }
    }

    /** What the DataNodes have counted since they started. */
    DataNodeCounters counters() throws IOException, InterruptedException {
        if (countersRead != Long.MIN_VALUE) {
            long age = System.nanoTime() - countersRead;
            Thread.sleep(Math.max(0, COUNTERS_AGE.minusNanos(age).toMillis()));
        }
        List<DataNodeCounters.OfDataNode> all = new ArrayList<>();
        for (Daemon dataNode : cluster.daemons(Role.DATANODE)) {
            JsonNode bean = dataNode.jmx("Hadoop:service=DataNode,name=DataNodeActivity*")
                    .path(0);
            if (!bean.has("BytesWritten") || !bean.has("BytesRead")) {
                throw new IOException(dataNode + " tells no counters, see " + dataNode.log());
            }
            all.add(new DataNodeCounters.OfDataNode(
                    dataNode.node() + "/" + dataNode.name(),
                    bean.path("BytesWritten").asLong(),
                    bean.path("BytesRead").asLong(),
                    bean.path("BlocksReplicated").asLong()));
        }
        countersRead = System.nanoTime();
        return new DataNodeCounters(all);
    }

    /** The daemons that do not run although they should; empty when all do. */
    Optional<String> dead() {
        List<String> dead = cluster.daemons().stream()
                .filter(daemon -> !daemon.alive())
                .map(Daemon::toString)
                .toList();
        return dead.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", dead));
    }

    /**
     * After a failure: ends what still runs of HBase so that its traces are complete, and copies all logs. What does not
     * end is killed with the rest of the cluster.
     *
     * @param progress is told of daemons that do not end
     */
    void salvage(Path logs, Consumer<String> progress) throws IOException, InterruptedException {
        ExecutorService pool = Executors.newCachedThreadPool();
        for (Role role : List.of(Role.REGIONSERVER, Role.MASTER)) {
            for (Daemon daemon : cluster.daemons(role)) {
                pool.execute(() -> stop(daemon, progress));
            }
        }
        pool.shutdown();
        if (!pool.awaitTermination(2 * FAILURE_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            progress.accept("HBase does not end in time");
        }
        cluster.collectLogs(logs);
    }

    private static void stop(Daemon daemon, Consumer<String> progress) {
        try {
            daemon.stop(FAILURE_LIMIT);
        } catch (IOException e) {
            progress.accept(daemon + " does not end in time: the last seconds of its trace are lost");
        }
    }

    /** Shuts HBase down as an operator does, so that memstores are flushed and traces are complete. */
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

    /** Stops everything and removes the cluster's files. */
    @Override
    public void close() throws IOException {
        cluster.close();
    }
}
