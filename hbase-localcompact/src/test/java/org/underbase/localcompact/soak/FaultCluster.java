package org.underbase.localcompact.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.underbase.testbed.Await;
import org.underbase.testbed.ClusterException;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.network.Network;

/** Cluster of four nodes with a DataNode and a RegionServer each, local compaction and planned faults. */
class FaultCluster implements AutoCloseable {
    private static final int NODES = 4;
    private static final long DISK = 4L << 30;
    private static final long LARGE_DISK = 16L << 30;
    private static final Duration HEALTHY_LIMIT = Duration.ofMinutes(5);
    private static final Duration CHECK_LIMIT = Duration.ofSeconds(10);

    private final TestCluster cluster;
    private final Path faultPlans;
    private final ScheduledExecutorService supervisor;
    private final AtomicReference<IOException> startFailure = new AtomicReference<>();
    private long restarted;

    private FaultCluster(TestCluster cluster, Path faultPlans) {
        this.cluster = cluster;
        this.faultPlans = faultPlans;
        this.supervisor = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "supervisor of the Master");
            thread.setDaemon(true);
            return thread;
        });
        var unused = supervisor.scheduleWithFixedDelay(this::supervise, 1, 1, TimeUnit.SECONDS);
    }

    /** Restarts the Master, which exits if it cannot write its WAL; requested flushes wait for the next Master. */
    private void supervise() {
        try {
            startDead(cluster.daemons(Role.MASTER));
        } catch (IOException e) {
            startFailure.set(e);
        }
    }

    /** Lists the faults that this machine supports. */
    static Set<Fault> possible(Consumer<String> progress) {
        Set<Fault> faults = EnumSet.allOf(Fault.class);
        Network.namespaces().obstacle().ifPresent(why -> {
            progress.accept("no cut links: " + why);
            faults.remove(Fault.CUT_LINK);
        });
        disk(DISK).obstacle().ifPresent(why -> {
            progress.accept("no full disks: " + why);
            faults.remove(Fault.FULL_DISK);
        });
        return faults;
    }

    private static Disk disk(long size) {
        return Disk.slow("disk", DiskModel.UNLIMITED).size(size);
    }

    /** Starts a cluster, with two NameNodes if it is {@code highlyAvailable}. */
    static FaultCluster start(Path directory, Scale scale, boolean highlyAvailable, Consumer<String> progress)
            throws IOException {
        Path faultPlans = Files.createDirectories(directory.resolve("faultPlans"));
        ClusterRecipe recipe = recipe(scale, faultPlans).highAvailability(highlyAvailable);
        if (highlyAvailable) {
            // After a failover HDFS deletes no replica of a block until all its DataNodes have sent full reports. With
            // one
            // NameNode, no check may depend on a full report.
            recipe.set("dfs.blockreport.intervalMsec", "10000").set("dfs.ha.tail-edits.period", "1");
        }
        Network network = Network.namespaces();
        if (network.obstacle().isEmpty()) {
            recipe.network(network);
        }
        Disk disk = disk(scale.isLarge() ? LARGE_DISK : DISK);
        if (disk.obstacle().isEmpty()) {
            recipe.disk(disk);
        }
        return new FaultCluster(
                recipe.logsOnFailure(directory.resolve("logs"))
                        .progress(progress)
                        .start(),
                faultPlans);
    }

    private static ClusterRecipe recipe(Scale scale, Path faultPlans) {
        ClusterRecipe recipe = TestCluster.builder()
                .nodes(NODES)
                .with("localcompact")
                .hbase(true)
                .startLimit(HEALTHY_LIMIT)
                .metricsPeriod(Duration.ofSeconds(1))
                // The C2 compiler does not pay off in these short-lived processes.
                .jvmOptions(
                        Role.REGIONSERVER,
                        scale.isLarge() ? "-Xmx768m" : "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "-D" + PlannedFaultInjector.DIRECTORY + "=" + faultPlans)
                .jvmOptions(Role.DATANODE, "-XX:TieredStopAtLevel=1")
                .set("dfs.blocksize", Integer.toString(scale.block()))
                .set("dfs.namenode.fs-limits.min-block-size", "1024")
                // With few connections the average load is meaningless, and the NameNode would exclude favored nodes.
                .set("dfs.namenode.redundancy.considerLoad", "false")
                .set("dfs.datanode.du.reserved", "0")
                // Wait for a restarted NameNode.
                .set("ipc.client.connect.max.retries", "150")
                .set("ipc.client.connect.retry.interval", "200")
                .hbaseSet(
                        "underbase.localcompact.progress.timeout",
                        scale.progressTimeout().toSeconds() + "s")
                .hbaseSet("underbase.localcompact.refresh.interval", "1s")
                // A trial expects local compactions right after a fault.
                .hbaseSet("underbase.localcompact.exclusion", "0s")
                // Only the soak compacts.
                .hbaseSet("hbase.hstore.compactionThreshold", "100")
                .hbaseSet("hbase.hregion.majorcompaction", "0")
                // Archive compacted files soon, so that only the new file is read.
                .hbaseSet("hbase.hfile.compaction.discharger.interval", "1000")
                .hbaseSet("hbase.regionserver.hlog.blocksize", Integer.toString(16 << 20))
                // A block of the Master's own WAL is twice as large. HDFS reserves it for minutes on a DataNode that
                // was
                // killed before it received the block, which would fill these small disks.
                .hbaseSet("hbase.master.store.region.flush.size", Integer.toString(8 << 20))
                .hbaseSet("hbase.regionserver.msginterval", "1000")
                .hbaseSet("hbase.lease.recovery.first.pause", "1000")
                .hbaseSet("hbase.rpc.timeout", "15000");
        if (scale.isLarge()) {
            // HDFS's defaults, which the testbed shortens. The archived inputs would fill the disks.
            return recipe.set("dfs.heartbeat.interval", "3")
                    .set("dfs.namenode.heartbeat.recheck-interval", "300000")
                    .set("dfs.namenode.reconstruction.pending.timeout-sec", "300")
                    .set("dfs.blockreport.intervalMsec", "21600000")
                    .hbaseSet("hbase.master.hfilecleaner.ttl", "1000")
                    .hbaseSet("hbase.master.cleaner.interval", "5000");
        }
        return recipe.set("dfs.namenode.redundancy.interval.seconds", "1")
                // Retry failed copies soon.
                .set("dfs.namenode.reconstruction.pending.timeout-sec", "5");
    }

    Path faultPlans() {
        return faultPlans;
    }

    Node client() {
        return cluster.client();
    }

    List<Daemon> regionServers() {
        return cluster.daemons(Role.REGIONSERVER);
    }

    /** Returns the node with an address in HDFS and HBase. */
    Node node(String address) {
        return cluster.nodes().stream()
                .filter(node -> node.address().equals(address))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown node " + address));
    }

    /** Returns the active NameNode. */
    Daemon nameNode() throws IOException {
        return cluster.nameNode();
    }

    /** Makes the other NameNode active. */
    void failover() throws IOException {
        cluster.failover();
    }

    /** Returns the number of daemons that exited by themselves and were restarted. */
    synchronized long restarted() {
        return restarted;
    }

    /** Starts all daemons that do not run. */
    void startDead() throws IOException {
        IOException failed = startFailure.getAndSet(null);
        if (failed != null) {
            throw failed;
        }
        startDead(cluster.daemons());
    }

    private synchronized void startDead(List<Daemon> daemons) throws IOException {
        for (Daemon daemon : daemons) {
            if (!daemon.alive()) {
                restarted++;
                daemon.start();
            }
        }
    }

    /** Waits until every daemon runs and serves. */
    void awaitHealthy() throws IOException {
        Await.until("all daemons serving", HEALTHY_LIMIT, () -> {
            startDead();
            Optional<String> missing = notServing();
            if (missing.isPresent()) {
                return missing;
            }
            try {
                cluster.awaitLiveDataNodes(NODES, CHECK_LIMIT);
                cluster.awaitHBase(CHECK_LIMIT);
                return Optional.empty();
            } catch (ClusterException e) {
                return Optional.of(e.getMessage());
            }
        });
    }

    /** Finds a NameNode that is neither active nor standby: a starting one cannot take over. */
    private Optional<String> notServing() throws IOException {
        for (Daemon nameNode : cluster.daemons(Role.NAMENODE)) {
            String state = nameNode.jmx("Hadoop:service=NameNode,name=NameNodeStatus")
                    .path(0)
                    .path("State")
                    .asText();
            if (!state.equals("active") && !state.equals("standby")) {
                return Optional.of(nameNode + " has state '" + state + "'");
            }
        }
        return Optional.empty();
    }

    /** Finds a RegionServer with open merges or their threads; otherwise empty. */
    Optional<String> openMerges() throws IOException {
        for (Daemon server : regionServers()) {
            var metrics = server.jmx("Hadoop:service=HBase,name=LocalCompact");
            if (!metrics.path(0).has("OpenMerges")) {
                return Optional.of(server + " does not publish its open merges");
            }
            int merges = metrics.path(0).path("OpenMerges").asInt();
            // A server without any merge so far has no such bean.
            int threads = server.jmx(PlannedFaultInjector.BEAN)
                    .path(0)
                    .path("ReplicaThreads")
                    .asInt();
            if (merges + threads > 0) {
                return Optional.of(server + " has " + merges + " open merges and " + threads + " replica threads");
            }
        }
        return Optional.empty();
    }

    void collectLogs(Path target) throws IOException {
        cluster.collectLogs(target);
    }

    @Override
    public void close() throws IOException {
        // Closing the cluster stops a daemon that the supervisor is starting.
        supervisor.shutdownNow();
        cluster.close();
    }
}
