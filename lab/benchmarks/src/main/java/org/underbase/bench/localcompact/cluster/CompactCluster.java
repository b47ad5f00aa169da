package org.underbase.bench.localcompact.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.underbase.bench.localcompact.client.ClientMain;
import org.underbase.bench.localcompact.client.Request;
import org.underbase.bench.localcompact.client.Response;
import org.underbase.testbed.Await;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.NodeDisk;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.disk.DiskBytes;
import org.underbase.testbed.disk.PageCache;
import org.underbase.testbed.feature.LocalCompactFeature;
import org.underbase.testbed.network.Network;

/**
 * Cluster of nodes with separate links, each with a DataNode and a RegionServer that offers the merge service, and a client.
 * Not thread-safe.
 */
public final class CompactCluster implements AutoCloseable {
    private static final Duration QUIET_LIMIT = Duration.ofMinutes(10);
    /** Longer than a compaction of these sizes takes, because metrics change only at its end. */
    private static final Duration QUIET = Duration.ofSeconds(12);

    private static final Duration METRICS_PERIOD = Duration.ofSeconds(1);

    private final TestCluster cluster;
    private final ChildJvm<Request, Response> client;

    private CompactCluster(TestCluster cluster, ChildJvm<Request, Response> client) {
        this.cluster = cluster;
        this.client = client;
    }

    /**
     * Creates the recipe of a cluster whose tables may have local or stock compaction.
     *
     * @param name name of the measurement, unique in this run
     * @param nodes number of nodes
     * @param work work directory of the run
     */
    public static ClusterRecipe recipe(String name, int nodes, Path work) {
        return stockRecipe(name, nodes, work).with(new LocalCompactFeature().perTable());
    }

    /**
     * Creates the recipe of a cluster without local compaction.
     *
     * @param name name of the measurement, unique in this run
     * @param nodes number of nodes
     * @param work work directory of the run
     */
    public static ClusterRecipe stockRecipe(String name, int nodes, Path work) {
        return TestCluster.builder()
                .name("bench-localcompact-" + name)
                .directory(work.resolve(name))
                .logs(work.resolve(name + "-logs"))
                .nodes(nodes)
                .network(Network.namespaces())
                .startLimit(Duration.ofMinutes(6))
                .metricsPeriod(METRICS_PERIOD)
                .hbase(true)
                // The archive keeps the inputs of compactions, which the client moves back.
                .hbaseSet(
                        "hbase.master.hfilecleaner.ttl",
                        Long.toString(Duration.ofDays(1).toMillis()))
                .set(Role.DATANODE, "dfs.datanode.plugins", DropBehind.class.getName())
                .jvmOptions(Role.DATANODE, "--add-opens=java.base/java.io=ALL-UNNAMED")
                // Only the load reads the disks.
                .set(Role.DATANODE, "dfs.datanode.scan.period.hours", "-1")
                .set(Role.DATANODE, "dfs.datanode.directoryscan.interval", "-1")
                // Placement must not depend on the load of DataNodes.
                .set(Role.NAMENODE, "dfs.namenode.redundancy.considerLoad", "false")
                .productionCompiler(Role.DATANODE, Role.REGIONSERVER);
    }

    /**
     * Starts the cluster and its client.
     *
     * @param recipe recipe of the cluster
     * @param work work directory of the run
     * @throws IOException if it does not start, for example without root or the {@code ip} command
     */
    public static CompactCluster start(ClusterRecipe recipe, Path work) throws IOException {
        TestCluster cluster = recipe.start();
        try {
            return new CompactCluster(
                    cluster,
                    ChildJvm.on(
                            cluster.client(),
                            ClientMain.class,
                            List.of(),
                            work.resolve(cluster.name() + "-client.err"),
                            Response.class));
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** Returns the cluster. */
    public TestCluster cluster() {
        return cluster;
    }

    /**
     * Sends a request to the client and waits for its response.
     *
     * @param request the request
     */
    public Response call(Request request) throws IOException {
        return client.call(request);
    }

    /**
     * Limits the links of all nodes in both directions.
     *
     * @param rate rate in the notation of tc(8)
     */
    public void linkRate(String rate) throws IOException {
        for (Node node : cluster.nodes()) {
            node.linkRate(rate);
        }
    }

    /** Reads the resource usage since the start. */
    public Usage usage() throws IOException {
        long networkBytes = -cluster.client().networkBytes().sent();
        DiskBytes disk = DiskBytes.NONE;
        for (Node node : cluster.nodes()) {
            networkBytes += node.networkBytes().received();
            for (NodeDisk each : node.disks()) {
                disk = disk.plus(each.bytes());
            }
        }
        double cpu = 0;
        for (Daemon daemon : cluster.daemons()) {
            cpu += cpuSeconds(daemon);
        }
        return new Usage(networkBytes, disk, cpu, CoreTicks.now(), System.nanoTime());
    }

    /** Returns 0 for a dead daemon: no caller compares reads from before and after a daemon's death. */
    private static double cpuSeconds(Daemon daemon) {
        return daemon.pid().stream()
                .mapToObj(ProcessHandle::of)
                .flatMap(Optional::stream)
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .mapToDouble(time -> time.toNanos() / 1e9)
                .sum();
    }

    /**
     * Measures the resource usage without load.
     *
     * @param time duration of the measurement
     */
    public Usage idle(Duration time) throws IOException, InterruptedException {
        Usage before = usage();
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
        return usage().minus(before);
    }

    /**
     * Waits until no flush or compaction runs.
     *
     * @return the bytes written since the start
     */
    public Written awaitQuiet() throws IOException {
        return Await.unchanged("the end of all compactions", QUIET, QUIET_LIMIT, () -> {
            Written now = Written.of(cluster.daemons(Role.REGIONSERVER));
            if (now.queued() > 0) {
                throw new IOException("compactions or flushes are queued: " + now);
            }
            return now;
        });
    }

    /** Evicts all replicas from the page cache, so that the next reads use the disks. */
    public void evict() throws IOException {
        for (Node node : cluster.nodes()) {
            for (NodeDisk disk : node.disks()) {
                PageCache.evictReplicas(disk.path());
            }
        }
    }

    /** Loads all replicas into the page cache. */
    void load() throws IOException {
        for (Node node : cluster.nodes()) {
            for (NodeDisk disk : node.disks()) {
                PageCache.loadReplicas(disk.path());
            }
        }
    }

    /** Returns the bytes of finalized replicas in the page cache. */
    public long cachedBytes() throws IOException {
        long bytes = 0;
        for (Node node : cluster.nodes()) {
            for (NodeDisk disk : node.disks()) {
                bytes += PageCache.replicaBytes(disk.path());
            }
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        try (cluster) {
            client.close();
        }
    }
}
