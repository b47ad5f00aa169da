package org.underbase.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.underbase.analysis.truth.DataNodeCounters;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;

/** The cluster of the demonstration: the tracer attached as an operator would attach it, by configuration alone. */
final class DemoCluster implements AutoCloseable {
    private static final Duration SHUTDOWN_LIMIT = Duration.ofMinutes(2);

    private final TestCluster cluster;

    private DemoCluster(TestCluster cluster) {
        this.cluster = cluster;
    }

    static DemoCluster start(DemoOptions options) throws IOException {
        return new DemoCluster(TestCluster.builder()
                .name("demo")
                .directory(options.work().resolve("cluster"))
                .nodes(options.nodes())
                .hbase(true)
                .set("dfs.replication", Integer.toString(options.replication()))
                .set("dfs.blocksize", "64m")
                // Small sizes, so that some minutes of load flush and compact as days do on large ones.
                .hbaseSet("hbase.hregion.memstore.flush.size", Long.toString(4L << 20))
                .hbaseSet("hbase.hstore.compaction.min", "3")
                .hbaseSet("hbase.regionserver.maxlogs", "16")
                .hbaseSet("hbase.regionserver.logroll.multiplier", "0.25")
                // The smallest block cache HBase starts with that still holds index blocks: reads reach HDFS.
                .hbaseSet("hfile.block.cache.size", "0.02")
                .set("fs.hdfs.impl", "org.underbase.htfs.APITraceDistributedFileSystem")
                .set("fs.AbstractFileSystem.hdfs.impl", "org.underbase.htfs.APITraceHdfs")
                .hbaseSet("hbase.regionserver.wal.async.writer.impl", "org.underbase.htfs.APITraceAsyncLogWriter")
                .set("underbase.trace.dir", options.trace().toAbsolutePath().toString())
                .set("underbase.trace.ring.events", "16384")
                .start());
    }

    Connection connect() throws IOException {
        return ConnectionFactory.createConnection(clientConfiguration());
    }

    /** The daemons' configuration without the tracer, since the driver's own calls are not part of the picture. */
    Configuration clientConfiguration() {
        return cluster.clientConfiguration();
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

    /** What the DataNodes have counted since they started. */
    DataNodeCounters counters() throws IOException {
        List<DataNodeCounters.OfDataNode> all = new ArrayList<>();
        for (Daemon dataNode : cluster.daemons(Role.DATANODE)) {
            JsonNode bean = dataNode.jmx("Hadoop:service=DataNode,name=DataNodeActivity*")
                    .path(0);
            if (!bean.has("BytesWritten") || !bean.has("BytesRead")) {
                throw new IOException(dataNode.name() + " tells no counters, see " + dataNode.log());
            }
            all.add(new DataNodeCounters.OfDataNode(
                    dataNode.name(),
                    bean.path("BytesWritten").asLong(),
                    bean.path("BytesRead").asLong(),
                    bean.path("BlocksReplicated").asLong()));
        }
        return new DataNodeCounters(all);
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
