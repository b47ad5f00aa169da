package org.underbase.demo.compaction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.underbase.demo.compaction.client.ClientMain;
import org.underbase.demo.compaction.client.Request;
import org.underbase.demo.compaction.client.Request.Command;
import org.underbase.demo.compaction.client.Response;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.DaemonLog;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.feature.LocalCompactFeature;
import org.underbase.testbed.network.Network;

/**
 * Cluster that compares a stock and a local compaction: three nodes in network namespaces, each with a DataNode and a
 * RegionServer, and a client on a node of the same network. Not thread-safe.
 */
public final class CompactionCluster implements AutoCloseable {
    private static final String TABLE = "compacted";
    private static final int NODES = 3;
    private static final int FILES = 4;
    private static final long FILE_BYTES = 5_000_000;
    private static final Duration CLIENT_LIMIT = Duration.ofMinutes(3);
    private static final Duration LOG_LIMIT = Duration.ofMinutes(1);

    private final TestCluster cluster;
    private final Path clientLog;
    private final ChildJvm<Request, Response> client;

    private CompactionCluster(TestCluster cluster) throws IOException {
        this.cluster = cluster;
        this.clientLog = cluster.directory().resolve("client.err");
        this.client = ChildJvm.<Request, Response>on(
                        cluster.client(), ClientMain.class, List.of(TABLE), clientLog, Response.class)
                .limit(CLIENT_LIMIT);
    }

    /** Returns why this machine cannot run the cluster, in one line; empty if it can. */
    public static Optional<String> obstacle() {
        return Network.namespaces().obstacle();
    }

    /**
     * Starts the cluster and its client.
     *
     * @param directory directory of the cluster; must not exist, is deleted at the end
     * @param logs directory that receives the logs if the start fails
     * @param progress receives progress lines
     * @return the cluster
     */
    public static CompactionCluster start(Path directory, Path logs, Consumer<String> progress) throws IOException {
        return start(directory, logs, progress, Map.of());
    }

    /** Starts a cluster with further HBase settings. */
    static CompactionCluster start(Path directory, Path logs, Consumer<String> progress, Map<String, String> settings)
            throws IOException {
        ClusterRecipe recipe = TestCluster.builder()
                .name("demo-compaction")
                .directory(directory)
                .logsOnFailure(logs)
                .progress(progress)
                .nodes(NODES)
                .network(Network.namespaces())
                .hbase(true)
                .with(new LocalCompactFeature().perTable())
                // The client restores the inputs of the first compaction from the archive.
                .hbaseSet(
                        "hbase.master.hfilecleaner.ttl",
                        Long.toString(Duration.ofDays(1).toMillis()));
        settings.forEach(recipe::hbaseSet);
        TestCluster cluster = recipe.start();
        try {
            return new CompactionCluster(cluster);
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** Returns the daemons and nodes. */
    public TestCluster cluster() {
        return cluster;
    }

    /**
     * Creates store files and compacts them twice: with the stock and with the local compactor.
     *
     * @param seed seed of rows and values
     * @param progress receives progress lines
     * @return both measurements
     * @throws IOException if a part fails, or the table contains different data afterwards
     */
    public CompactionResult compare(long seed, Consumer<String> progress) throws IOException {
        progress.accept("writing " + FILES + " store files of " + FILE_BYTES / 1_000_000 + " MB");
        Response created = client.call(new Request(Command.CREATE, FILES, FILE_BYTES, seed));
        progress.accept("compacting them with the stock compactor");
        CompactionMeasurement stock = compact();
        progress.accept("restoring the same files, for a local compaction");
        client.call(Request.of(Command.RESTORE));
        awaitLogged("Selected favored nodes of ");
        progress.accept("compacting them locally");
        CompactionMeasurement local = compact();
        if (!local.hasSameData(stock)) {
            throw new IOException("the data differs after a local compaction: " + local + ", stock: " + stock);
        }
        // The last line counts: a failed local compaction falls back and logs a second line.
        Decision decision = Decision.of(awaitLogged(Decision.MADE));
        return new CompactionResult.Compared(NODES, created.files(), created.inputBytes(), stock, local, decision);
    }

    private CompactionMeasurement compact() throws IOException {
        long before = networkBytes();
        Response compacted = client.call(Request.of(Command.COMPACT));
        long networkBytes = networkBytes() - before;
        return CompactionMeasurement.of(networkBytes, compacted, client.call(Request.of(Command.READ)));
    }

    /** Returns the bytes that the nodes received from each other, that is, without those of the client. */
    private long networkBytes() throws IOException {
        long bytes = -cluster.client().networkBytes().sent();
        for (Node node : cluster.nodes()) {
            bytes += node.networkBytes().received();
        }
        return bytes;
    }

    private String awaitLogged(String text) throws IOException {
        return DaemonLog.await(cluster.daemons(Role.REGIONSERVER), 0, LOG_LIMIT, text + TABLE + ",");
    }

    /** Copies all logs, including that of the client. */
    public void collectLogs(Path logs) throws IOException {
        cluster.collectLogs(logs);
        Files.copy(clientLog, logs.resolve(clientLog.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Stops all processes and removes the cluster's files. */
    @Override
    public void close() throws IOException {
        try (cluster) {
            client.kill();
        }
    }
}
