package org.underbase.bench.tracer.hbase;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.TestCluster;

/** Makes RegionServers traced or stock, by configuration alone. */
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

    /** @param traces where the traced ones write, a directory each */
    Roles(TestCluster cluster, Path traces) {
        this.cluster = cluster;
        this.traces = traces;
    }

    /** Restarts both with their new roles, and waits until HBase serves. */
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
     * Checks, once both have served, that the one is traced and the other is not.
     *
     * @throws IOException when that is not so
     */
    void check(Daemon traced, Daemon stock) throws IOException {
        check(traced, "attached");
        check(stock, "");
    }

    private static void check(Daemon daemon, String wanted) throws IOException {
        JsonNode parts =
                daemon.jmx("org.underbase.htfs:type=Attachments").path(0).path("Parts");
        for (String part : List.of("hdfs", "wal")) {
            String found = "";
            for (JsonNode entry : parts) {
                if (entry.path("key").asText().equals(part)) {
                    found = entry.path("value").asText();
                }
            }
            if (!found.equals(wanted)) {
                throw new IOException(
                        "tracing " + part + " of " + daemon + " is '" + found + "', not '" + wanted + "'");
            }
        }
    }
}
