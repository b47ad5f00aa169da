package org.underbase.bench.prediction.tiers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.underbase.bench.prediction.tiers.LoadRequest.Latencies;
import org.underbase.bench.tiers.io.Replicas;
import org.underbase.bench.tiers.io.TiersKnownMain;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.Await;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Node;
import org.underbase.testbed.NodeDisk;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.feature.TiersFeature;
import org.underbase.testbed.feature.TracerFeature;
import org.underbase.testbed.network.Network;
import org.underbase.testbed.process.Command;

/**
 * New cluster with traced clients that runs a load: all files are written and evicted from the page cache, then read from the
 * slow devices. Not thread-safe.
 */
public final class TierCluster implements AutoCloseable {
    private static final Duration METRICS_PERIOD = Duration.ofSeconds(1);
    private static final int WARM_UP_FILES = 5;
    /** A read of a block is one request at the device. */
    private static final int REQUEST_BYTES = LoadRequest.BLOCK;

    private static final int REQUESTS = 64;

    private final ProgressLine progress;
    private final String name;
    private final TestCluster cluster;
    private final List<ChildJvm<LoadRequest, Latencies>> clients = new ArrayList<>();
    private TierCounters idle;

    /**
     * Starts a cluster and its clients.
     *
     * @param name unique name
     * @param alternative setting of the tiers; empty for stock HDFS
     * @param work work directory
     * @param progress receiver of one line per step
     */
    public TierCluster(String name, Optional<Alternative> alternative, Path work, ProgressLine progress)
            throws IOException {
        this.name = name;
        this.progress = progress;
        progress.step(name + ": starting " + Nodes.ALL.size() + " nodes, "
                + alternative.map(Alternative::name).orElse("stock"));
        cluster = recipe(name, alternative, work).start();
        try {
            if (alternative.isPresent()) {
                cluster.client().run(TiersKnownMain.class);
            }
            for (Node node : cluster.nodes()) {
                node.linkRate(Tier.LINK_BYTES_PER_SECOND * Byte.SIZE + "bit");
            }
            for (String client : Nodes.clients()) {
                Path errors = work.resolve(name + "-" + client + ".err");
                clients.add(ChildJvm.on(cluster.node(client), LoadMain.class, List.of(), errors, Latencies.class));
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Returns the directory of a cluster's trace, which is complete when the cluster is closed.
     *
     * @param name name of the cluster
     * @param work work directory
     */
    public static Path trace(String name, Path work) {
        return work.resolve(name + "-trace");
    }

    private static ClusterRecipe recipe(String name, Optional<Alternative> alternative, Path work) {
        ClusterRecipe recipe = TestCluster.builder()
                .name("bench-prediction-" + name)
                .nodes(Nodes.ALL.size())
                .racks(Nodes.ALL.stream().map(Nodes.Place::rack).toArray(String[]::new))
                .network(Network.namespaces())
                .directory(work.resolve(name))
                .logs(work.resolve(name + "-logs"))
                .startLimit(Duration.ofMinutes(6))
                .metricsPeriod(METRICS_PERIOD)
                .set("dfs.replication", Integer.toString(TierModel.REPLICATION))
                .set("dfs.blocksize", Integer.toString(LoadRequest.BLOCK))
                .set("dfs.namenode.fs-limits.min-block-size", Integer.toString(LoadRequest.BLOCK))
                .set("underbase.trace.ring.full", "block")
                // Only the load reads the disks.
                .set(Role.DATANODE, "dfs.datanode.scan.period.hours", "-1")
                .set(Role.DATANODE, "dfs.datanode.directoryscan.interval", "-1")
                // Placement must not depend on the load of DataNodes.
                .set(Role.NAMENODE, "dfs.namenode.redundancy.considerLoad", "false")
                .with(new TracerFeature().clients().directory(trace(name, work)));
        Nodes.ALL.forEach(node -> dataNode(recipe, node, alternative.isPresent()));
        alternative.ifPresent(setting -> recipe.with(TiersFeature.of(
                                Arrays.stream(Tier.values()).map(Tier::id).toArray(String[]::new))
                        .policy(setting.vector())
                        .retrieval(setting.retrieval()))
                // The model has no heartbeats.
                .set(Role.NAMENODE, "dfs.tier.retrieval.load.aware", "false"));
        return recipe;
    }

    private static void dataNode(ClusterRecipe recipe, Nodes.Place node, boolean tiered) {
        Tier tier = node.tier();
        recipe.disk(
                node.name(),
                Disk.slow(tier.id(), DiskModel.UNLIMITED).size(tier.capacity()).queue(REQUEST_BYTES, REQUESTS));
        recipe.dataNode(node.name(), dataNode -> {
            dataNode.on(tier.id());
            if (tiered) {
                dataNode.set(TiersFeature.TIER_KEY, tier.id())
                        .set(
                                "dfs.tier." + tier.id() + ".device.read.bandwidth",
                                Long.toString(tier.readBytesPerSecond()));
            }
        });
    }

    /**
     * Runs a load once.
     *
     * @param workload the load
     * @param idleTime time in which the traffic without load is measured
     */
    public Totals run(Workload workload, Duration idleTime) throws IOException, InterruptedException {
        for (List<LoadRequest> requests : Workload.warmUp(WARM_UP_FILES, clients.size())) {
            call(requests);
        }
        evict();
        TierCounters begin = counters();
        TimeUnit.NANOSECONDS.sleep(idleTime.toNanos());
        idle = counters().minus(begin);
        progress.step(name + ": writing");
        TierCounters written = during(() -> {
            call(workload.writes());
            evict();
        });
        for (Nodes.Place node : Nodes.ALL) {
            for (NodeDisk disk : cluster.node(node.name()).disks()) {
                disk.model(node.tier().emulated());
            }
        }
        progress.step(name + ": reading");
        List<Long> nanos = new ArrayList<>();
        TierCounters read = during(() -> nanos.addAll(call(workload.reads())));
        return new Totals(written.plus(read).bytes(), nanos);
    }

    /** Part of the load. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private TierCounters during(Work work) throws IOException, InterruptedException {
        TierCounters before = TierCounters.of(cluster);
        work.run();
        return counters().minus(before).without(idle);
    }

    private TierCounters counters() throws IOException, InterruptedException {
        Await.nextMetricsPeriod(System.nanoTime(), METRICS_PERIOD);
        return TierCounters.of(cluster);
    }

    /** Sends each client its request and returns the latencies of all operations. */
    private List<Long> call(List<LoadRequest> requests) throws IOException {
        for (int client = 0; client < clients.size(); client++) {
            clients.get(client).send(requests.get(client));
        }
        List<Long> nanos = new ArrayList<>();
        for (ChildJvm<LoadRequest, Latencies> client : clients) {
            nanos.addAll(client.receive().nanos());
        }
        return nanos;
    }

    /** Syncs the file systems of the devices, with their metadata, and evicts all replicas from the page cache. */
    private void evict() throws IOException {
        List<NodeDisk> disks =
                cluster.nodes().stream().flatMap(node -> node.disks().stream()).toList();
        Replicas.of(disks).evict();
        for (NodeDisk disk : disks) {
            Command.of("sync", "-f", disk.path().toString()).run().orThrow();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            for (ChildJvm<LoadRequest, Latencies> client : clients) {
                client.close();
            }
        } finally {
            cluster.close();
        }
    }
}
