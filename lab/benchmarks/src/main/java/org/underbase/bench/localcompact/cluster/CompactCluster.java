package org.underbase.bench.localcompact.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.underbase.bench.localcompact.client.Answer;
import org.underbase.bench.localcompact.client.Ask;
import org.underbase.bench.localcompact.client.ClientMain;
import org.underbase.localcompact.LocalCompactService;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.NodeDisk;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.disk.DiskBytes;
import org.underbase.testbed.disk.PageCache;
import org.underbase.testbed.network.Network;

/**
 * Nodes with links of their own, each with a DataNode and a RegionServer that can compact locally, and a client beside them.
 * Not thread-safe.
 */
public final class CompactCluster implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration QUIET_LIMIT = Duration.ofMinutes(10);
    /** Longer than a compaction of these sizes takes, and so than nothing is heard of one that runs. */
    private static final Duration QUIET = Duration.ofSeconds(12);
    /** How old metrics are at most. */
    private static final Duration METRICS = Duration.ofSeconds(1);

    private static final String METRICS_FILE = "hadoop-metrics2-hbase.properties";
    private static final long POLL_MILLIS = 100;

    private final TestCluster cluster;
    private final ChildJvm<Ask, Answer> client;

    private CompactCluster(TestCluster cluster, ChildJvm<Ask, Answer> client) {
        this.cluster = cluster;
        this.client = client;
    }

    /**
     * Begins the description of a cluster.
     *
     * @param nodes how many
     * @param work the run's own work directory
     * @throws IOException when that cannot be written
     */
    public static ClusterRecipe describe(String name, int nodes, Path work) throws IOException {
        // Ten seconds old when nobody sets it.
        Path metrics = Files.createDirectories(work.resolve("metrics"));
        Files.writeString(metrics.resolve(METRICS_FILE), "*.period=" + METRICS.toSeconds() + "\n");
        return TestCluster.builder()
                .name("bench-localcompact-" + name)
                .directory(work.resolve(name))
                .nodes(nodes)
                .classPath(metrics)
                .network(Network.namespaces())
                .startLimit(Duration.ofMinutes(6))
                .hbase(true)
                .hbaseSet("hbase.coprocessor.regionserver.classes", LocalCompactService.class.getName())
                // What a compaction has read is taken back from the archive.
                .hbaseSet(
                        "hbase.master.hfilecleaner.ttl",
                        Long.toString(Duration.ofDays(1).toMillis()))
                // Nothing but the load reads the disks.
                .set(Role.DATANODE, "dfs.datanode.scan.period.hours", "-1")
                .set(Role.DATANODE, "dfs.datanode.directoryscan.interval", "-1")
                // Where replicas go is part of what is measured, however much one DataNode has to do.
                .set(Role.NAMENODE, "dfs.namenode.redundancy.considerLoad", "false")
                // As servers of an operator compile, not as ones of a test that must start fast.
                .jvmOptions(Role.DATANODE, fastCompiler())
                .jvmOptions(Role.REGIONSERVER, fastCompiler());
    }

    private static String[] fastCompiler() {
        return new String[] {
            "-XX:Tier4InvocationThreshold=5000",
            "-XX:Tier4MinInvocationThreshold=600",
            "-XX:Tier4CompileThreshold=15000",
            "-XX:Tier4BackEdgeThreshold=40000"
        };
    }

    /**
     * Starts it and its client.
     *
     * @param work the run's own work directory
     * @throws IOException when it does not start; without root or the {@code ip} command it says so
     */
    public static CompactCluster start(ClusterRecipe builder, Path work) throws IOException {
        TestCluster cluster = builder.start();
        try {
            Node node = cluster.client();
            return new CompactCluster(
                    cluster,
                    new ChildJvm<>(
                            "client of " + cluster.name(),
                            node.processBuilder(node.javaCommand(ClientMain.class.getName(), List.of())),
                            work.resolve(cluster.name() + "-client.err"),
                            Answer.class));
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** The cluster. */
    public TestCluster cluster() {
        return cluster;
    }

    /** Has the client do something, and waits. */
    public Answer ask(Ask ask) throws IOException {
        return client.call(ask);
    }

    /** Limits the links of all nodes, both ways. */
    public void linkRate(String rate) throws IOException {
        for (Node node : cluster.nodes()) {
            node.linkRate(rate);
        }
    }

    /** What was used until now. */
    public Usage usage() throws IOException {
        long crossed = -cluster.client().networkBytes().sent();
        DiskBytes disk = DiskBytes.NONE;
        for (Node node : cluster.nodes()) {
            crossed += node.networkBytes().received();
            for (NodeDisk each : node.disks()) {
                disk = disk.plus(each.bytes());
            }
        }
        double cpu = 0;
        for (Daemon daemon : cluster.daemons()) {
            cpu += cpuSeconds(daemon);
        }
        return new Usage(crossed, disk, cpu, System.nanoTime());
    }

    /** A daemon that is dead has used nothing: nobody compares readings before and after its death. */
    private static double cpuSeconds(Daemon daemon) {
        return daemon.pid().stream()
                .mapToObj(ProcessHandle::of)
                .flatMap(java.util.Optional::stream)
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .mapToDouble(time -> time.toNanos() / 1e9)
                .sum();
    }

    /** What a cluster uses that nobody uses, in a time. */
    public Usage idle(Duration time) throws IOException, InterruptedException {
        Usage before = usage();
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
        return usage().minus(before);
    }

    /**
     * Waits until nothing is flushed or compacted any more.
     *
     * @return what was written until then
     */
    public Written awaitQuiet() throws IOException, InterruptedException {
        long began = System.nanoTime();
        Written last = Written.of(cluster.daemons(Role.REGIONSERVER));
        long since = System.nanoTime();
        while (System.nanoTime() - since < QUIET.toNanos()) {
            if (System.nanoTime() - began > QUIET_LIMIT.toNanos()) {
                throw new IOException("the compactions do not end: " + last);
            }
            Thread.sleep(METRICS.toMillis());
            Written now = Written.of(cluster.daemons(Role.REGIONSERVER));
            if (now.busy() > 0 || now.flushed() != last.flushed() || now.compacted() != last.compacted()) {
                since = System.nanoTime();
            }
            last = now;
        }
        return last;
    }

    /** Has the next reads of replicas come from the disks. */
    public void evict() throws IOException {
        for (Node node : cluster.nodes()) {
            for (NodeDisk disk : node.disks()) {
                PageCache.evictReplicas(disk.path());
            }
        }
    }

    /** Waits until a server's log has a line with all of these after a place in it, and returns the last such line. */
    public String awaitLogged(Daemon server, long from, String... parts) throws IOException, InterruptedException {
        long began = System.nanoTime();
        while (true) {
            String found = "";
            for (String line : logAfter(server, from).split("\n", -1)) {
                if (List.of(parts).stream().allMatch(line::contains)) {
                    found = line;
                }
            }
            if (!found.isEmpty()) {
                return found;
            }
            if (System.nanoTime() - began > LIMIT.toNanos()) {
                throw new IOException(server + " did not log " + String.join(" ... ", parts));
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Waits until a DataNode that was started again is registered. */
    public void awaitServing(Daemon dataNode) throws IOException, InterruptedException {
        long began = System.nanoTime();
        String query = "Hadoop:service=DataNode,name=DataNodeInfo";
        while (true) {
            try {
                // It names the NameNodes that it has told of itself.
                if (dataNode.jmx(query)
                        .path(0)
                        .path("BPServiceActorInfo")
                        .asText("")
                        .contains("RUNNING")) {
                    return;
                }
            } catch (IOException e) {
                if (System.nanoTime() - began > LIMIT.toNanos()) {
                    throw e;
                }
            }
            if (System.nanoTime() - began > LIMIT.toNanos()) {
                throw new IOException(dataNode + " is not registered");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** How long a server's log is. */
    public long logLength(Daemon server) throws IOException {
        return Files.size(server.log());
    }

    private static String logAfter(Daemon server, long from) throws IOException {
        byte[] all = Files.readAllBytes(server.log());
        int start = (int) Math.min(from, all.length);
        return new String(all, start, all.length - start, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        try (cluster) {
            client.close();
        }
    }
}
