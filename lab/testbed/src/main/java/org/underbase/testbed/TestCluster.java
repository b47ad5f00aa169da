package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.underbase.testbed.process.ClusterReaper;
import org.underbase.testbed.process.MemoryGroup;
import org.underbase.testbed.process.Undo;

/**
 * Running cluster. Its processes and files are removed when it is closed, when this JVM exits, and when this JVM is killed.
 * Thread-safe.
 *
 * <pre>{@code
 * try (TestCluster cluster = TestCluster.builder().nodes(3).hbase(true).start()) {
 *     FileSystem fs = FileSystem.get(cluster.clientConfiguration());
 *     cluster.node("n1").dataNode(0).kill();
 *     cluster.awaitLiveDataNodes(2);
 * }
 * }</pre>
 */
public final class TestCluster implements AutoCloseable {
    private static final Duration DEFAULT_LIMIT = Duration.ofMinutes(3);

    private final ClusterPlan plan;
    private final List<Node> nodes;
    private final Node client;
    private final List<Daemon> daemons;
    private final ClusterHealth health;
    private final Ownership ownership;
    private boolean open = true;
    private Optional<Path> logs = Optional.empty();

    TestCluster(ClusterPlan plan, List<Node> nodes, Node client, Ownership ownership) {
        this.plan = plan;
        this.nodes = List.copyOf(nodes);
        this.client = client;
        this.ownership = ownership;
        this.daemons = nodes.stream()
                .flatMap(node -> node.daemons().stream())
                .sorted(Comparator.comparing(Daemon::role))
                .toList();
        this.health = new ClusterHealth(this, plan.otherRegionServers());
    }

    /** Creates a recipe with default values. */
    public static ClusterRecipe builder() {
        return new ClusterRecipe();
    }

    /**
     * Attaches to a detached cluster. {@link #close} leaves it running; {@link #destroy} removes it.
     *
     * @param directory directory of the cluster
     * @throws ClusterException if the directory contains no cluster
     */
    public static TestCluster attach(Path directory) throws IOException {
        ClusterPlan plan = ClusterPlan.read(directory.toAbsolutePath().normalize());
        return ClusterAssembly.assemble(plan, plan.network().reopen(plan.id(), plan.hosts()), Ownership.NONE);
    }

    /** Returns the name; empty if the recipe has none. */
    public String name() {
        return plan.name();
    }

    /** Returns the id, which is unique on this machine. */
    public String id() {
        return plan.id();
    }

    /** Returns the directory of all its files. */
    public Path directory() {
        return plan.directory();
    }

    /** Returns the nodes, in order. */
    public List<Node> nodes() {
        return nodes;
    }

    /**
     * Finds a node by its name.
     *
     * @throws IllegalArgumentException if there is no such node; the message lists all
     */
    public Node node(String name) {
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such node: '" + name + "' (one of "
                        + String.join(", ", nodes.stream().map(Node::name).toList()) + ")"));
    }

    /** Returns a node without daemons, for client programs. */
    public Node client() {
        return client;
    }

    /** Returns all daemons, servers before daemons that depend on them. */
    public List<Daemon> daemons() {
        return daemons;
    }

    /** Returns all daemons of a role, in the order of their nodes. */
    public List<Daemon> daemons(Role role) {
        return daemons.stream().filter(daemon -> daemon.role() == role).toList();
    }

    /**
     * Finds a daemon by its name.
     *
     * @param name node and name, such as {@code n1/datanode-0}, or the name only if it is unique in the cluster
     * @throws IllegalArgumentException if there is no such daemon, or several; the message lists the candidates
     */
    public Daemon daemon(String name) {
        List<Daemon> found = daemons.stream()
                .filter(daemon -> daemon.path().equals(name) || daemon.name().equals(name))
                .toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        String candidates =
                (found.isEmpty() ? daemons : found).stream().map(Daemon::path).collect(Collectors.joining(", "));
        throw new IllegalArgumentException((found.isEmpty() ? "no such daemon" : "ambiguous daemon") + ": '" + name
                + "' (one of " + candidates + ")");
    }

    /**
     * Waits, at most three minutes, until a daemon answers on its ports; a DataNode must also be registered with a NameNode.
     *
     * @throws DaemonExitedException if the daemon does not run
     * @throws WaitTimeoutException if it does not answer in time
     */
    public void awaitServing(Daemon daemon) throws IOException {
        health.awaitServing(List.of(daemon), DEFAULT_LIMIT);
        if (daemon.role() == Role.DATANODE) {
            daemon.awaitRegistered();
        }
    }

    /**
     * Returns the NameNode; the active one of an HA pair.
     *
     * @throws ClusterException if no NameNode of a pair is active
     */
    public Daemon nameNode() throws IOException {
        return health.activeNameNode();
    }

    /**
     * Returns the HBase Master; the active one of several.
     *
     * @throws ClusterException if no Master is active
     */
    public Daemon master() throws IOException {
        return health.activeMaster();
    }

    /** Whether processes outside the cluster's network, such as this JVM, can reach it. */
    public boolean reachable() {
        return client.reachable();
    }

    /**
     * Creates a client configuration: Hadoop's and HBase's defaults and this cluster's settings, without *-site.xml files of
     * this JVM's class path.
     */
    public Configuration clientConfiguration() {
        Configuration conf = new Configuration(false);
        for (String defaults : List.of("core-default.xml", "hdfs-default.xml", "hbase-default.xml")) {
            conf.addResource(defaults);
        }
        plan.clientSettings().forEach((key, value) -> conf.set(key, value, "testbed"));
        return conf;
    }

    /** Returns the directory with the clients' core-site.xml, hdfs-site.xml and hbase-site.xml. */
    public Path clientConfigurationDirectory() {
        return plan.clientConf();
    }

    /**
     * Waits, at most three minutes, until this number of NodeManagers is registered. The ResourceManager counts a killed one
     * for 30 s.
     *
     * @throws WaitTimeoutException if they are not registered in time
     */
    public void awaitLiveNodeManagers(int count) throws IOException {
        health.awaitLiveNodeManagers(count, DEFAULT_LIMIT);
    }

    /** Waits, at most three minutes, until the NameNode reports exactly this number of live DataNodes. */
    public void awaitLiveDataNodes(int count) throws IOException {
        awaitLiveDataNodes(count, DEFAULT_LIMIT);
    }

    /** Waits as {@link #awaitLiveDataNodes(int)} does, with another limit. */
    public void awaitLiveDataNodes(int count, Duration limit) throws IOException {
        health.awaitLiveDataNodes(count, limit);
    }

    /** Waits, at most three minutes, until the NameNode serves writes: it is active and has left safe mode. */
    public void awaitHdfs() throws IOException {
        health.awaitHdfs(DEFAULT_LIMIT);
    }

    /** Waits, at most three minutes, until the NameNode reports no under-replicated block. */
    public void awaitFullyReplicated() throws IOException {
        health.awaitFullyReplicated(DEFAULT_LIMIT);
    }

    /**
     * Waits, at most three minutes, until HBase serves: the Master is initialized, and exactly the running RegionServers and
     * the {@link ClusterRecipe#otherRegionServers} are online.
     */
    public void awaitHBase() throws IOException {
        awaitHBase(DEFAULT_LIMIT);
    }

    /** Waits as {@link #awaitHBase()} does, with another limit. */
    public void awaitHBase(Duration limit) throws IOException {
        health.awaitHBase(limit);
    }

    /**
     * Makes the standby NameNode of an HA pair active, even if the active one does not run, and waits until it has left safe
     * mode.
     *
     * @throws ClusterException if the cluster has no pair, or the standby does not run
     */
    public void failover() throws IOException {
        new Failover(this, plan).run(DEFAULT_LIMIT);
        health.awaitHdfs(DEFAULT_LIMIT);
    }

    /**
     * Stops all daemons with SIGTERM, clients before servers, so that tests can inspect the files and traces of a clean stop.
     * The cluster's files remain until {@link #close}. A daemon that does not exit in time is killed.
     *
     * @return the killed daemons
     */
    public List<Daemon> stop() throws IOException {
        return new GracefulShutdown(daemons).run();
    }

    /** Copies all logs and configurations, one directory per node and daemon. */
    public void collectLogs(Path target) throws IOException {
        Files.createDirectories(target);
        for (Daemon daemon : daemons) {
            daemon.copyLogs(target);
        }
    }

    /**
     * Records a file or directory outside the cluster's directory, before its creation. It is removed with the cluster.
     *
     * @throws IllegalStateException if this JVM does not own the cluster
     */
    public synchronized void outside(Path path) throws IOException {
        ownership.remember(new Undo.Tree(path.toAbsolutePath().normalize()));
    }

    /**
     * Limits the memory of a running daemon and the page cache that it uses from now on. A restart ends the limit.
     *
     * @param bytes limit
     * @return the group of the daemon, which is removed with the cluster
     * @throws IllegalStateException if this JVM does not own the cluster
     */
    public synchronized MemoryGroup limitMemory(Daemon daemon, long bytes) throws IOException {
        MemoryGroup group =
                MemoryGroup.of("underbase-" + id() + "-" + daemon.path().replace('/', '-'));
        ownership.remember(new Undo.ControlGroup(group.path()));
        group.create(bytes);
        group.add(daemon.pid().orElseThrow(() -> new IOException(daemon + " does not run")));
        return group;
    }

    /** Keeps the cluster running after this JVM exits; {@link #attach} finds it again. */
    public synchronized void detach() throws IOException {
        if (open && ownership.owned()) {
            open = false;
            ownership.release();
        }
    }

    /** Removes a cluster that this JVM owns; leaves other clusters running. A second call has no effect. */
    @Override
    public synchronized void close() throws IOException {
        if (open) {
            open = false;
            try {
                if (logs.isPresent()) {
                    collectLogs(logs.get());
                }
            } finally {
                ownership.remove();
            }
        }
    }

    synchronized void collectLogsAtEnd(Path target) {
        logs = Optional.of(target);
    }

    /** Removes processes, mounts, namespaces and files of the cluster, even if this JVM does not own it. */
    public synchronized void destroy() throws IOException {
        if (ownership.owned() && open) {
            close();
        } else if (Files.exists(plan.directory())) {
            open = false;
            ClusterReaper.start(plan.id(), plan.directory()).cleanUp();
        }
    }

    @Override
    public String toString() {
        return "cluster " + (plan.name().isEmpty() ? plan.id() : plan.name()) + " in " + plan.directory();
    }
}
