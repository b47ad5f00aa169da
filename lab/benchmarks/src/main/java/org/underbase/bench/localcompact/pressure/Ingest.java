package org.underbase.bench.localcompact.pressure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.underbase.bench.localcompact.client.Load;
import org.underbase.bench.localcompact.client.Request;
import org.underbase.bench.localcompact.client.Request.Operation;
import org.underbase.bench.localcompact.cluster.CompactCluster;
import org.underbase.bench.localcompact.cluster.Usage;
import org.underbase.testbed.Await;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;

/** Ingests into new tables of eight stores on one cluster. Not thread-safe. */
final class Ingest {
    static final int STORES = 8;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String FAVORED_NODES = "Selected favored nodes of ";

    private final CompactCluster cluster;
    private final long seed;
    private int tables;

    Ingest(CompactCluster cluster, long seed) {
        this.cluster = cluster;
        this.seed = seed;
    }

    /** Writes at a rate, 0 for the maximum that HBase accepts. */
    IngestRun run(boolean underbase, long flushBytes, long bytesPerSecond, int seconds)
            throws IOException, InterruptedException {
        String table = "pressure" + tables++;
        create(table, underbase, flushBytes);
        List<Daemon> daemons = cluster.cluster().daemons(Role.REGIONSERVER);
        RegionServers servers = RegionServers.of(daemons);
        Usage usage = cluster.usage();
        try (QueueSamples queues = new QueueSamples(daemons)) {
            Load load = cluster.call(Request.of(Operation.INGEST, table).ingest(bytesPerSecond, seconds, seed))
                    .load();
            Usage used = cluster.usage().minus(usage);
            IngestRun run = new IngestRun(load, used, RegionServers.of(daemons).minus(servers), queues.mean());
            if (underbase) {
                Await.until(
                        "a local compaction of " + table,
                        LIMIT,
                        () -> RegionServers.of(daemons).minus(servers).toString(),
                        () -> RegionServers.of(daemons).minus(servers).compactedLocally() > 0);
            }
            cluster.call(Request.of(Operation.DROP, table));
            return run;
        }
    }

    /** Creates the table; with local compaction, waits until all regions have favored nodes. */
    private void create(String table, boolean underbase, long flushBytes) throws IOException {
        List<Node> nodes = cluster.cluster().nodes();
        List<Long> logs = new ArrayList<>();
        for (Node node : nodes) {
            logs.add(node.regionServer().logReader().length());
        }
        cluster.call(Request.of(Operation.CREATE_STORES, table).local(underbase).stores(STORES, flushBytes));
        for (int store = 0; underbase && store < STORES; store++) {
            int node = store % nodes.size();
            nodes.get(node)
                    .regionServer()
                    .logReader()
                    .await(logs.get(node), FAVORED_NODES + table + "," + (store == 0 ? "" : store) + ",");
        }
    }
}
