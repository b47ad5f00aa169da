package org.underbase.bench.tracer.hbase;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.TestCluster;

/** Switches RegionServers between traced and stock by configuration. */
final class Roles {
    private static final Map<String, String> TRACED = Map.of(
            "fs.hdfs.impl", "org.underbase.htfs.APITraceDistributedFileSystem",
            "hbase.regionserver.wal.async.writer.impl", "org.underbase.htfs.APITraceAsyncLogWriter");
    private static final Map<String, String> STOCK = Map.of(
            "fs.hdfs.impl", "org.apache.hadoop.hdfs.DistributedFileSystem",
            "hbase.regionserver.wal.async.writer.impl",
                    "org.apache.hadoop.hbase.regionserver.wal.AsyncProtobufLogWriter");

    private final TestCluster cluster;
    private final Path traces;

    /** @param traces parent of the trace directories, one per RegionServer */
    Roles(TestCluster cluster, Path traces) {
        this.cluster = cluster;
        this.traces = traces;
    }

    /** Restarts both RegionServers with their new roles and waits until HBase is available. */
    void assign(Daemon traced, Daemon stock) throws IOException {
        for (Daemon daemon : List.of(traced, stock)) {
            for (Map.Entry<String, String> setting : (daemon == traced ? TRACED : STOCK).entrySet()) {
                daemon.set(setting.getKey(), setting.getValue());
            }
            daemon.set(
                    "underbase.trace.dir",
                    traces.resolve(daemon.node() + "-" + daemon.name()).toString());
        }
        for (Daemon daemon : List.of(traced, stock)) {
            daemon.stop();
        }
        for (Daemon daemon : List.of(traced, stock)) {
            daemon.start();
        }
        cluster.awaitHBase();
    }

    /**
     * Checks, after both have executed requests, that one RegionServer is traced and the other is not.
     *
     * @throws IOException if a RegionServer has the wrong role
     */
    void check(Daemon traced, Daemon stock) throws IOException {
        check(traced, "attached");
        check(stock, "");
    }

    private static void check(Daemon daemon, String expected) throws IOException {
        JsonNode parts =
                daemon.jmx("org.underbase.htfs:type=Attachments").path(0).path("Parts");
        for (String part : List.of("hdfs", "wal")) {
            String found = "";
            for (JsonNode entry : parts) {
                if (entry.path("key").asText().equals(part)) {
                    found = entry.path("value").asText();
                }
            }
            if (!found.equals(expected)) {
                throw new IOException("state of tracer part " + part + " in " + daemon + " is '" + found
                        + "': expected '" + expected + "'");
            }
        }
    }
}
