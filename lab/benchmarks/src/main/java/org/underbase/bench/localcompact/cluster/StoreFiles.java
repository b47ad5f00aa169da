package org.underbase.bench.localcompact.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.underbase.bench.localcompact.client.Answer;
import org.underbase.bench.localcompact.client.Ask;
import org.underbase.bench.localcompact.client.Ask.Verb;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;

/** A table of one region whose same store files are compacted again and again. Not thread-safe. */
public final class StoreFiles {
    private static final Pattern DECISION =
            Pattern.compile("(?:Starting local|Falling back to stock) compaction of .*");
    private static final String FAVORED_NODES = "Selected favored nodes of ";

    private final CompactCluster cluster;
    private final String table;
    private final String node;

    /**
     * A table that is to be.
     *
     * @param table its name
     * @param node that its region is to be on
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
     * Makes it.
     *
     * @return what its RegionServer said of the nodes that its files will be on
     */
    public String create() throws IOException, InterruptedException {
        long log = cluster.logLength(server());
        cluster.ask(Ask.of(Verb.CREATE, table).local(true).on(node));
        return cluster.awaitLogged(server(), log, FAVORED_NODES + table + ",");
    }

    /** Gives it one more store file of so many bytes of values; the rows and values are those of the seed. */
    public void fill(long bytes, long seed) throws IOException {
        cluster.ask(Ask.of(Verb.FILL, table).bytes(bytes, seed));
    }

    /** From now on what it has are the inputs of every compaction. */
    public void remember() throws IOException {
        cluster.ask(Ask.of(Verb.REMEMBER, table));
    }

    /**
     * Puts the inputs back in their place, with nothing of them in the page cache, and has them compacted.
     *
     * @param underbase whether the table's compactor is ours
     * @param idle how long the cluster is watched without load before it
     */
    public Compacted compact(boolean underbase, Duration idle) throws IOException, InterruptedException {
        long opened = cluster.logLength(server());
        cluster.ask(Ask.of(Verb.PREPARE, table).local(underbase).on(node));
        if (underbase) {
            cluster.awaitLogged(server(), opened, FAVORED_NODES + table + ",");
        }
        cluster.evict();
        Usage noise = cluster.idle(idle);
        long log = cluster.logLength(server());
        Usage before = cluster.usage();
        Answer answer = cluster.ask(Ask.of(Verb.COMPACT, table));
        Usage used = cluster.usage().minus(before);
        String decision = "";
        if (underbase) {
            String line = cluster.awaitLogged(server(), log, " compaction of " + table + ",");
            Matcher matcher = DECISION.matcher(line);
            if (!matcher.find()) {
                throw new IOException("unexpected decision about " + table + ": " + line);
            }
            decision = matcher.group();
        }
        return new Compacted(answer, used, noise, decision);
    }

    /** The last of the cluster's nodes that a line names by its address, but for the region's own and the first. */
    public Node another(String line) throws IOException {
        for (int i = cluster.cluster().nodes().size() - 1; i > 0; i--) {
            Node candidate = cluster.cluster().nodes().get(i);
            // The testbed numbers the addresses as it does the nodes.
            if (!candidate.name().equals(node) && line.contains("10.77.0." + (i + 1) + ":")) {
                return candidate;
            }
        }
        throw new IOException("no other node in: " + line);
    }
}
