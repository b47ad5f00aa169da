package org.underbase.bench.soak.localcompact;

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
import org.underbase.bench.soak.finding.Finding;
import org.underbase.bench.soak.finding.Patience;
import org.underbase.localcompact.LocalCompactService;
import org.underbase.localcompact.LocalCompactor;
import org.underbase.testbed.ClusterException;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.network.Network;

/** Four nodes with a DataNode and a RegionServer each, which compact locally, and steps at which they can be caught. */
final class FaultCluster implements AutoCloseable {
    /** How long a merge and its coordinator wait for each other. */
    static final Duration MERGE_PATIENCE = Duration.ofSeconds(15);

    static final int BLOCK = 128 << 10;

    private static final int NODES = 4;
    private static final long DISK = 4L << 30;
    private static final Duration WHOLE = Duration.ofMinutes(5);
    private static final Duration A_LOOK = Duration.ofSeconds(10);

    private final TestCluster cluster;
    private final Path traps;
    private final ScheduledExecutorService supervisor;
    private final AtomicReference<IOException> unstarted = new AtomicReference<>();
    private long restarted;

    private FaultCluster(TestCluster cluster, Path traps) {
        this.cluster = cluster;
        this.traps = traps;
        this.supervisor = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "supervisor of the Master");
            thread.setDaemon(true);
            return thread;
        });
        var unused = supervisor.scheduleWithFixedDelay(this::supervise, 1, 1, TimeUnit.SECONDS);
    }

    /** A Master whose log cannot be written ends itself, and whoever asks for a flush meanwhile waits for the next one. */
    private void supervise() {
        try {
            startDead(cluster.daemons(Role.MASTER));
        } catch (IOException e) {
            unstarted.set(e);
        }
    }

    /** What can happen on this machine. */
    static Set<Fault> possible(Consumer<String> progress) {
        Set<Fault> faults = EnumSet.allOf(Fault.class);
        Network.namespaces().obstacle().ifPresent(why -> {
            progress.accept("no cut links: " + why);
            faults.remove(Fault.CUT_LINK);
        });
        disk().obstacle().ifPresent(why -> {
            progress.accept("no full disks: " + why);
            faults.remove(Fault.FULL_DISK);
        });
        return faults;
    }

    private static Disk disk() {
        return Disk.slow("disk", DiskModel.UNLIMITED).size(DISK);
    }

    /** {@code pair}: with two NameNodes. */
    static FaultCluster start(Path directory, boolean pair, Consumer<String> progress) throws IOException {
        Path traps = Files.createDirectories(directory.resolve("traps"));
        Path settings = Files.createDirectories(directory.resolve("metrics"));
        // Metrics are as old as this, in seconds.
        Files.writeString(settings.resolve("hadoop-metrics2-hbase.properties"), "*.period=1\n");
        ClusterRecipe builder = describe(traps, settings).highAvailability(pair);
        if (pair) {
            // After a failover HDFS deletes no replica of a block before each of its DataNodes has sent a full report.
            // With one NameNode nothing may have to wait for one.
            builder.set("dfs.blockreport.intervalMsec", "10000").set("dfs.ha.tail-edits.period", "1");
        }
        Network network = Network.namespaces();
        if (network.obstacle().isEmpty()) {
            builder.network(network);
        }
        Disk disk = disk();
        if (disk.obstacle().isEmpty()) {
            builder.disk(disk);
        }
        return new FaultCluster(
                builder.logsOnFailure(directory.resolve("logs"))
                        .progress(progress)
                        .start(),
                traps);
    }

    private static ClusterRecipe describe(Path traps, Path settings) {
        return TestCluster.builder()
                .nodes(NODES)
                .hbase(true)
                .startLimit(WHOLE)
                .classPath(settings)
                // The server's compiler does not pay for itself in the short life of these.
                .jvmOptions(
                        Role.REGIONSERVER,
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "-D" + CaughtSteps.TRAPS + "=" + traps)
                .jvmOptions(Role.DATANODE, "-XX:TieredStopAtLevel=1")
                .set("dfs.blocksize", Integer.toString(BLOCK))
                .set("dfs.namenode.fs-limits.min-block-size", "1024")
                .set("dfs.namenode.redundancy.interval.seconds", "1")
                // A copy that failed is tried again soon.
                .set("dfs.namenode.reconstruction.pending.timeout-sec", "5")
                // With so few connections the average says nothing, and favored nodes are left out for it.
                .set("dfs.namenode.redundancy.considerLoad", "false")
                .set("dfs.datanode.du.reserved", "0")
                // A NameNode that is started again is waited for.
                .set("ipc.client.connect.max.retries", "150")
                .set("ipc.client.connect.retry.interval", "200")
                .hbaseSet("hbase.coprocessor.regionserver.classes", LocalCompactService.class.getName())
                .hbaseSet("hbase.hstore.defaultengine.compactor.class", LocalCompactor.class.getName())
                .hbaseSet("underbase.localcompact.progress.timeout", MERGE_PATIENCE.toSeconds() + "s")
                // Nobody compacts but the soak.
                .hbaseSet("hbase.hstore.compactionThreshold", "100")
                .hbaseSet("hbase.hregion.majorcompaction", "0")
                // What was compacted is given up at once: nothing but the new file is read then.
                .hbaseSet("hbase.hfile.compaction.discharger.interval", "1000")
                .hbaseSet("hbase.regionserver.hlog.blocksize", Integer.toString(16 << 20))
                // A block of the Master's own log has twice that, and HDFS sets it aside for minutes on a DataNode that
                // was killed before it had it: disks as small as these are full of what nobody writes.
                .hbaseSet("hbase.master.store.region.flush.size", Integer.toString(8 << 20))
                .hbaseSet("hbase.regionserver.msginterval", "1000")
                .hbaseSet("hbase.lease.recovery.first.pause", "1000")
                .hbaseSet("hbase.rpc.timeout", "15000");
    }

    Path traps() {
        return traps;
    }

    Node client() {
        return cluster.client();
    }

    List<Daemon> regionServers() {
        return cluster.daemons(Role.REGIONSERVER);
    }

    /** The node that is called so in HDFS and HBase. */
    Node node(String address) {
        return cluster.nodes().stream()
                .filter(node -> node.address().equals(address))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no node is called " + address));
    }

    /** The active one. */
    Daemon nameNode() throws IOException {
        return cluster.nameNode();
    }

    /** Makes the other NameNode active. */
    void failover() throws IOException {
        cluster.failover();
    }

    /** Daemons that had ended by themselves, and were started again. */
    synchronized long restarted() {
        return restarted;
    }

    /** Starts what does not run. */
    void startDead() throws IOException {
        IOException failed = unstarted.getAndSet(null);
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
    void awaitWhole() throws Finding {
        Patience.until("the cluster whole", WHOLE, () -> {
            startDead();
            Optional<String> missing = notServing();
            if (missing.isEmpty()) {
                missing = notKnown();
            }
            if (missing.isPresent()) {
                return missing;
            }
            try {
                cluster.awaitLiveDataNodes(NODES, A_LOOK);
                cluster.awaitHBase(A_LOOK);
                return Optional.empty();
            } catch (ClusterException e) {
                return Optional.of(e.getMessage());
            }
        });
    }

    /** A NameNode that stands by and is not up yet cannot take over. */
    private Optional<String> notServing() throws IOException {
        for (Daemon nameNode : cluster.daemons(Role.NAMENODE)) {
            String state = nameNode.jmx("Hadoop:service=NameNode,name=NameNodeStatus")
                    .path(0)
                    .path("State")
                    .asText();
            if (!state.equals("active") && !state.equals("standby")) {
                return Optional.of(nameNode + " is '" + state + "'");
            }
        }
        return Optional.empty();
    }

    /** The Master takes one that was started again for the one before until that one's session ends, or it reports. */
    private Optional<String> notKnown() throws IOException {
        String known = cluster.master()
                .jmx("Hadoop:service=HBase,name=Master,sub=Server")
                .path(0)
                .path("tag.liveRegionServers")
                .asText();
        for (Daemon server : regionServers()) {
            String name = server.jmx("Hadoop:service=HBase,name=RegionServer,sub=Server")
                    .path(0)
                    .path("tag.serverName")
                    .asText();
            if (name.isEmpty() || !known.contains(name)) {
                return Optional.of("the Master knows " + known + ", not " + server + " as '" + name + "'");
            }
        }
        return Optional.empty();
    }

    /** What the RegionServers still have of merges; empty when nothing. */
    Optional<String> leftOfMerges() throws IOException {
        for (Daemon server : regionServers()) {
            var metrics = server.jmx("Hadoop:service=HBase,name=LocalCompact");
            if (!metrics.path(0).has("OpenMerges")) {
                return Optional.of(server + " does not tell its merges");
            }
            int merges = metrics.path(0).path("OpenMerges").asInt();
            // A server that has not merged yet has no such bean.
            int threads =
                    server.jmx(CaughtSteps.BEAN).path(0).path("ReplicaThreads").asInt();
            if (merges + threads > 0) {
                return Optional.of(server + " has " + merges + " merges and " + threads + " threads of replicas");
            }
        }
        return Optional.empty();
    }

    void collectLogs(Path target) throws IOException {
        cluster.collectLogs(target);
    }

    @Override
    public void close() throws IOException {
        // What it starts after this ends with the cluster.
        supervisor.shutdownNow();
        cluster.close();
    }
}
