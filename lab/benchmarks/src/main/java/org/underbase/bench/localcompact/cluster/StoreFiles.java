package org.underbase.bench.localcompact.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.underbase.bench.localcompact.client.Request;
import org.underbase.bench.localcompact.client.Request.Operation;
import org.underbase.bench.localcompact.client.Response;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;

/** Table of one region whose store files are compacted repeatedly. Not thread-safe. */
public final class StoreFiles {
    private static final Pattern DECISION =
            Pattern.compile("(?:Starting local|Falling back to stock) compaction of .*");
    private static final String FAVORED_NODES = "Selected favored nodes of ";

    /** Action before a compaction. */
    @FunctionalInterface
    public interface Preparation {
        /** Runs the action. */
        void run() throws IOException;
    }

    private final CompactCluster cluster;
    private final String table;
    private final String node;

    /**
     * Defines the table; {@link #create} creates it.
     *
     * @param cluster cluster of the table
     * @param table name of the table
     * @param node name of its region's node
     */
    public StoreFiles(CompactCluster cluster, String table, String node) {
        this.cluster = cluster;
        this.table = table;
        this.node = node;
    }

    private Daemon server() {
        return cluster.cluster().node(node).regionServer();
    }

    /**
     * Creates the table.
     *
     * @return log line of its RegionServer with the favored nodes of its files
     */
    public String create() throws IOException, InterruptedException {
        long log = server().logReader().length();
        cluster.call(Request.of(Operation.CREATE, table).local(true).on(node));
        return server().logReader().await(log, FAVORED_NODES + table + ",");
    }

    /**
     * Adds a store file.
     *
     * @param bytes bytes of values
     * @param seed seed of rows and values
     */
    public void fill(long bytes, long seed) throws IOException {
        cluster.call(Request.of(Operation.FILL, table).bytes(bytes, seed));
    }

    /**
     * Changes a setting of the running RegionServers.
     *
     * @param key key that HBase reads again
     * @param value new value
     */
    public void reconfigure(String key, String value) throws IOException {
        for (Daemon each : cluster.cluster().daemons(Role.REGIONSERVER)) {
            each.set(key, value);
        }
        cluster.call(Request.of(Operation.RECONFIGURE, table));
    }

    /** Records the current store files as the inputs of all later compactions. */
    public void remember() throws IOException {
        cluster.call(Request.of(Operation.REMEMBER, table));
    }

    /**
     * Restores the inputs, evicts them from the page cache and compacts them.
     *
     * @param underbase whether the compaction is local
     * @param idle duration of the preceding measurement without load
     */
    public Compacted compact(boolean underbase, Duration idle) throws IOException, InterruptedException {
        return compact(underbase, idle, () -> {}, Request.of(Operation.COMPACT, table));
    }

    /**
     * Restores the inputs, loads them into the page cache and compacts them.
     *
     * @param underbase whether the compaction is local
     * @param idle duration of the preceding measurement without load
     */
    public Compacted compactCached(boolean underbase, Duration idle) throws IOException, InterruptedException {
        return compact(underbase, idle, cluster::load, Request.of(Operation.COMPACT, table));
    }

    /**
     * Restores the inputs, evicts them from the page cache and compacts them, while a client reads the hot file.
     *
     * @param underbase whether the compaction is local
     * @param prepare action after the eviction
     * @param readsPerSecond reads of the hot file
     * @param seed seed of their positions
     */
    public Compacted compactWithReaders(boolean underbase, Preparation prepare, int readsPerSecond, long seed)
            throws IOException, InterruptedException {
        return compact(
                underbase,
                Duration.ZERO,
                prepare,
                Request.of(Operation.COMPACT, table).reads(readsPerSecond, seed));
    }

    private Compacted compact(boolean underbase, Duration idle, Preparation prepare, Request request)
            throws IOException, InterruptedException {
        long opened = server().logReader().length();
        cluster.call(Request.of(Operation.PREPARE, table).local(underbase).on(node));
        if (underbase) {
            server().logReader().await(opened, FAVORED_NODES + table + ",");
        }
        cluster.evict();
        Usage noise = cluster.idle(idle);
        prepare.run();
        long log = server().logReader().length();
        Usage before = cluster.usage();
        Response response = cluster.call(request);
        Usage used = cluster.usage().minus(before);
        long inCache = cluster.cachedBytes();
        String decision = "";
        if (underbase) {
            String line = server().logReader().await(log, " compaction of " + table + ",");
            Matcher matcher = DECISION.matcher(line);
            if (!matcher.find()) {
                throw new IOException("unexpected decision about " + table + ": " + line);
            }
            decision = matcher.group();
        }
        return new Compacted(response, used, noise, inCache, decision);
    }

    /**
     * Returns the last node whose address a log line contains, except the region's node and the first node.
     *
     * @param line log line of {@link #create}
     */
    public Node another(String line) throws IOException {
        for (int i = cluster.cluster().nodes().size() - 1; i > 0; i--) {
            Node candidate = cluster.cluster().nodes().get(i);
            // Node n has the address 10.77.0.n.
            if (!candidate.name().equals(node) && line.contains("10.77.0." + (i + 1) + ":")) {
                return candidate;
            }
        }
        throw new IOException("no other node in log line: " + line);
    }
}
