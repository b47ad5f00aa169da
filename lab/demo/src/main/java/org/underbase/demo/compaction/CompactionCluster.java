package org.underbase.demo.compaction;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.underbase.demo.compaction.client.Answer;
import org.underbase.demo.compaction.client.Ask;
import org.underbase.demo.compaction.client.Ask.Verb;
import org.underbase.localcompact.LocalCompactService;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.network.Network;

/**
 * Three nodes with links of their own whose bytes the kernel counts, each with a DataNode and a RegionServer, and a client
 * beside them. Not thread-safe.
 */
public final class CompactionCluster implements AutoCloseable {
    private static final String TABLE = "compacted";
    private static final int NODES = 3;
    private static final int FILES = 4;
    private static final long FILE_BYTES = 5_000_000;
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final long POLL_MILLIS = 100;

    private final TestCluster cluster;
    private final Path clientLog;
    private final ClientProcess client;

    private CompactionCluster(TestCluster cluster) throws IOException {
        this.cluster = cluster;
        this.clientLog = cluster.directory().resolve("client.err");
        this.client = ClientProcess.start(cluster.client(), TABLE, clientLog);
    }

    /** Why this machine cannot have it, in one line; empty when it can. */
    public static Optional<String> obstacle() {
        return Network.namespaces().obstacle();
    }

    /**
     * Starts it and its client.
     *
     * @param directory where it lives; must not exist, is deleted at the end
     * @param logs where its logs are copied to when it does not start
     * @param progress is told in short lines what happens
     */
    public static CompactionCluster start(Path directory, Path logs, Consumer<String> progress) throws IOException {
        return start(directory, logs, progress, Map.of());
    }

    /** The same with more settings of HBase. */
    static CompactionCluster start(Path directory, Path logs, Consumer<String> progress, Map<String, String> settings)
            throws IOException {
        ClusterRecipe builder = TestCluster.builder()
                .name("demo-compaction")
                .directory(directory)
                .logsOnFailure(logs)
                .progress(progress)
                .nodes(NODES)
                .network(Network.namespaces())
                .hbase(true)
                .hbaseSet("hbase.coprocessor.regionserver.classes", LocalCompactService.class.getName())
                // What the first compaction has read is taken back from the archive.
                .hbaseSet(
                        "hbase.master.hfilecleaner.ttl",
                        Long.toString(Duration.ofDays(1).toMillis()));
        settings.forEach(builder::hbaseSet);
        TestCluster cluster = builder.start();
        try {
            return new CompactionCluster(cluster);
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** The daemons that do not run although they should; empty when all do. */
    public Optional<String> dead() {
        return cluster.daemons().stream()
                .filter(daemon -> !daemon.alive())
                .map(Daemon::toString)
                .reduce((first, second) -> first + ", " + second);
    }

    /**
     * Makes store files and has them compacted by both.
     *
     * @param seed of rows and values
     * @throws IOException when something fails, or what is read afterwards differs
     * @throws InterruptedException when interrupted
     */
    public CompactionResult compare(long seed, Consumer<String> progress) throws IOException, InterruptedException {
        progress.accept("writing " + FILES + " store files of " + FILE_BYTES / 1_000_000 + " MB");
        Answer made = client.ask(new Ask(Verb.MAKE, FILES, FILE_BYTES, seed));
        progress.accept("compacting them as stock does");
        Measured stock = compact();
        progress.accept("putting the same files back, for a local compaction");
        client.ask(Ask.to(Verb.AGAIN));
        awaitSaid("Selected favored nodes of ");
        progress.accept("compacting them locally");
        Measured ours = compact();
        if (!ours.readsAs(stock)) {
            throw new IOException(
                    "after a local compaction other rows are read than after stock's: " + ours + ", " + stock);
        }
        // The last word about it: a local one that fails is done as stock does, and logged again.
        Decision decision = Decision.of(awaitSaid(Decision.MADE));
        return new CompactionResult.Compared(NODES, made.files(), made.inputBytes(), stock, ours, decision);
    }

    private Measured compact() throws IOException, InterruptedException {
        long before = crossed();
        Answer compacted = client.ask(Ask.to(Verb.COMPACT));
        long crossed = crossed() - before;
        return Measured.of(crossed, compacted, client.ask(Ask.to(Verb.READ)));
    }

    /** What came from node to node over the links, and so not what the client sent. */
    private long crossed() throws IOException {
        long crossed = -cluster.client().networkBytes().sent();
        for (Node node : cluster.nodes()) {
            crossed += node.networkBytes().received();
        }
        return crossed;
    }

    /** Waits until a RegionServer has logged this about the table; its last such line. */
    private String awaitSaid(String what) throws IOException, InterruptedException {
        long began = System.nanoTime();
        while (true) {
            for (Daemon server : cluster.daemons(Role.REGIONSERVER)) {
                Optional<String> line = Files.readString(server.log(), StandardCharsets.ISO_8859_1)
                        .lines()
                        .filter(each -> each.contains(what + TABLE + ","))
                        .reduce((first, second) -> second);
                if (line.isPresent()) {
                    return line.get();
                }
            }
            pause(began, "no RegionServer logged '" + what + TABLE + "'");
        }
    }

    private static void pause(long began, String what) throws IOException, InterruptedException {
        if (System.nanoTime() - began > LIMIT.toNanos()) {
            throw new IOException(what + " in " + LIMIT.toSeconds() + " s");
        }
        Thread.sleep(POLL_MILLIS);
    }

    /** Copies all logs, also the client's. */
    public void collectLogs(Path logs) throws IOException {
        cluster.collectLogs(logs);
        Files.copy(clientLog, logs.resolve(clientLog.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Stops everything and removes the cluster's files. */
    @Override
    public void close() throws IOException {
        try (cluster) {
            client.close();
        }
    }
}
