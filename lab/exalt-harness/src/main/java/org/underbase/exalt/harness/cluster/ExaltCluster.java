package org.underbase.exalt.harness.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.node.RegionServerProgress;
import org.underbase.testbed.Await;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.FullDisk;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;

/**
 * Running cluster: a real NameNode and real DataNodes as processes, and emulated DataNodes in JVMs under the agent, distributed over the
 * hosts. With HBase also a real ZooKeeper and a real Master, and emulated RegionServers in JVMs under the agent. All of it is removed when the
 * cluster is closed, when this JVM exits, and when this JVM is killed. Thread-safe.
 */
public final class ExaltCluster implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(500);
    /** Time from the end of a connection to the exit of the process that had it. */
    private static final Duration EXIT_DELAY = Duration.ofSeconds(3);

    private static final Duration HBASE_LIMIT = Duration.ofMinutes(5);

    private final ClusterOptions options;
    private final TestCluster cluster;
    private final JvmLauncher launcher;
    private final EmulatedNodes nodes;
    private final List<RegionServerJvm> regionServers = new ArrayList<>();
    private final AtomicInteger loads = new AtomicInteger();

    private ExaltCluster(ClusterOptions options, TestCluster cluster, Consumer<String> progress) {
        this.options = options;
        this.cluster = cluster;
        launcher = new JvmLauncher(cluster, options);
        nodes = new EmulatedNodes(options, launcher, cluster, progress);
        Path homes = cluster.directory().resolve("region-servers");
        for (int i = 0; i < options.hbase().jvms(); i++) {
            regionServers.add(new RegionServerJvm(
                    options.hbase(), launcher, i, cluster.client(), homes.resolve(Integer.toString(i))));
        }
    }

    /**
     * Starts a cluster and waits until all its DataNodes are live, with HBase also until all RegionServers are online.
     *
     * @param options description of the cluster
     * @param progress receiver of progress lines
     * @return the cluster, to be closed
     * @throws IOException if it does not start; everything is removed then
     */
    public static ExaltCluster start(ClusterOptions options, Consumer<String> progress) throws IOException {
        ClusterRecipe recipe = ExaltRecipe.of(options, progress);
        AtomicReference<ExaltCluster> result = new AtomicReference<>();
        if (options.hbase().wanted()) {
            // The Master needs DataNodes, and RegionServers before it serves.
            recipe.beforeHBase(base -> {
                result.set(new ExaltCluster(options, base, progress));
                result.get().startHBaseNodes(progress);
            });
            recipe.start();
            return result.get();
        }
        ExaltCluster cluster = new ExaltCluster(options, recipe.start(), progress);
        boolean started = false;
        try {
            cluster.nodes.start();
            started = true;
            return cluster;
        } finally {
            if (!started) {
                cluster.close();
            }
        }
    }

    private void startHBaseNodes(Consumer<String> progress) throws IOException {
        nodes.start();
        for (RegionServerJvm jvm : regionServers) {
            jvm.start();
        }
        Await.until("emulated RegionServers to start", HBASE_LIMIT, () -> regionServers + "", () -> {
            boolean started = true;
            for (RegionServerJvm jvm : regionServers) {
                jvm.check();
                started &= jvm.progress().millis() > 0;
            }
            return started;
        });
        progress.accept(options.hbase().regionServers() + " emulated RegionServers started");
    }

    /**
     * Adds emulated DataNodes in another JVM, and waits until all DataNodes are live.
     *
     * @param datanodes number of DataNodes, at least 1
     * @throws IOException if they do not start; the other DataNodes continue
     */
    public void add(int datanodes) throws IOException {
        if (datanodes < 1) {
            throw new IllegalArgumentException("invalid number of DataNodes " + datanodes + ": must be at least 1");
        }
        nodes.add(datanodes);
    }

    /**
     * Waits until a number of DataNodes is live and all have reported their blocks: emulated DataNodes since their last start, real ones
     * since the start of the cluster.
     *
     * @param count number of real and emulated DataNodes
     * @throws IOException if a JVM has exited, or the wait times out
     */
    public void awaitLive(int count) throws IOException {
        nodes.awaitLive(count);
    }

    /**
     * Checks that all processes run and the disk is not full.
     *
     * @throws IOException if a process has exited, with the cause, or if the disk is full
     */
    public void check() throws IOException {
        nodes.check();
        for (RegionServerJvm jvm : regionServers) {
            jvm.check();
        }
        for (Role role : List.of(Role.NAMENODE, Role.DATANODE, Role.ZOOKEEPER, Role.MASTER)) {
            for (Daemon daemon : cluster.daemons(role)) {
                daemon.checkAlive();
            }
        }
        Optional<String> full = FullDisk.problem(directory());
        if (full.isPresent()) {
            throw new IOException(full.get());
        }
    }

    /**
     * Finds the cause of a failure. When a process exits, its peers often fail first, with a lost connection.
     *
     * @param failure failure of an operation on the cluster
     * @return exit of a process, if one has exited; otherwise the failure
     * @throws InterruptedException if this thread is interrupted during the wait for an exiting process
     */
    public IOException explained(IOException failure) throws InterruptedException {
        long start = System.nanoTime();
        while (System.nanoTime() - start < EXIT_DELAY.toNanos()) {
            try {
                check();
            } catch (IOException died) {
                died.addSuppressed(failure);
                return died;
            }
            TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
        }
        return failure;
    }

    /**
     * Starts clients in a separate JVM.
     *
     * @param spec load of the clients
     * @return the JVM, which exits with the cluster at the latest
     * @throws IOException if it cannot be started
     */
    public LoadJvm load(LoadSpec spec) throws IOException {
        String name = "clients-" + loads.getAndIncrement();
        List<String> java = new ArrayList<>(List.of("-Xmx1g"));
        java.addAll(launcher.framing());
        return LoadJvm.start(name, cluster.client(), java, directory().resolve(name + ".log"), spec);
    }

    /**
     * Sends a command of the JDK's {@code jcmd} to a JVM of the cluster.
     *
     * @param pid process ID of the JVM
     * @param command command and its arguments
     * @return output of the command
     * @throws IOException if {@code jcmd} is missing or fails
     */
    public String jcmd(long pid, String... command) throws IOException {
        return Jcmd.run(cluster, pid, List.of(command));
    }

    /**
     * Sums the bytes that hosts and clients have sent over links, including headers.
     *
     * @return number of bytes since the start
     * @throws IOException if the kernel's counters are unreadable
     * @throws UnsupportedOperationException on a single host
     */
    public long linkBytes() throws IOException {
        long sum = cluster.client().networkBytes().sent();
        for (Node node : cluster.nodes()) {
            sum += node.networkBytes().sent();
        }
        return sum;
    }

    /**
     * Returns the NameNode.
     *
     * @return daemon of the NameNode
     * @throws IOException never: there is one NameNode
     */
    public Daemon nameNode() throws IOException {
        return cluster.nameNode();
    }

    /**
     * Returns the real DataNodes.
     *
     * @return daemons in order
     */
    public List<Daemon> realDataNodes() {
        return cluster.daemons(Role.DATANODE);
    }

    /**
     * Returns the JVMs of emulated DataNodes.
     *
     * @return JVMs in order
     */
    public List<EmulatedJvm> emulated() {
        return nodes.jvms();
    }

    /**
     * Returns the JVMs of emulated RegionServers.
     *
     * @return JVMs in order; empty without HBase
     */
    public List<RegionServerJvm> regionServers() {
        return List.copyOf(regionServers);
    }

    /**
     * Returns the state of all emulated RegionServers.
     *
     * @return sum of the last reported states
     */
    public RegionServerProgress regionServerProgress() {
        return regionServers.stream()
                .map(RegionServerJvm::progress)
                .reduce(RegionServerProgress::plus)
                .orElse(RegionServerProgress.NOTHING);
    }

    /**
     * Returns the real processes of HBase: ZooKeeper and Master.
     *
     * @return daemons; empty without HBase
     */
    public List<Daemon> realHBase() {
        return Stream.of(Role.ZOOKEEPER, Role.MASTER)
                .flatMap(role -> cluster.daemons(role).stream())
                .toList();
    }

    /**
     * Waits until exactly the running RegionServers are online.
     *
     * @throws IOException if a JVM has exited, or after three minutes
     */
    public void awaitRegionServers() throws IOException {
        for (RegionServerJvm jvm : regionServers) {
            jvm.check();
        }
        cluster.awaitHBase();
    }

    /**
     * Creates a client's configuration.
     *
     * @return new configuration
     */
    public Configuration configuration() {
        return cluster.clientConfiguration();
    }

    /**
     * Returns the description of the cluster.
     *
     * @return description, as given at the start
     */
    public ClusterOptions options() {
        return options;
    }

    /**
     * Returns the directory of the cluster.
     *
     * @return absolute path
     */
    public Path directory() {
        return cluster.directory();
    }

    @Override
    public void close() throws IOException {
        cluster.close();
    }
}
