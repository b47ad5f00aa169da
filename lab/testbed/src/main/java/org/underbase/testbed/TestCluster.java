package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.underbase.testbed.process.ClusterReaper;
import org.underbase.testbed.process.Undo;

/**
 * A running cluster. Everything it consists of vanishes when it is closed, when this JVM ends, and
 * when this JVM is killed. Thread-safe.
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
    private final Optional<ClusterReaper> guard;
    private boolean open = true;

    /** @param guard of a cluster that belongs to this JVM; empty for one that lives on its own */
    TestCluster(ClusterPlan plan, List<Node> nodes, Node client, Optional<ClusterReaper> guard) {
        this.plan = plan;
        this.nodes = List.copyOf(nodes);
        this.client = client;
        this.guard = guard;
        this.daemons = nodes.stream()
                .flatMap(node -> node.daemons().stream())
                .sorted(Comparator.comparing(Daemon::role))
                .toList();
        this.health = new ClusterHealth(this, plan.otherRegionServers());
    }

    /** Begins a description. */
    public static ClusterRecipe builder() {
        return new ClusterRecipe();
    }

    /**
     * A cluster that was started elsewhere and lives in that directory. Closing it only lets it go;
     * see {@link #destroy}.
     *
     * @throws ClusterException when there is none
     */
    public static TestCluster attach(Path directory) throws IOException {
        ClusterPlan plan = ClusterPlan.read(directory.toAbsolutePath().normalize());
        return ClusterAssembly.assemble(plan, plan.network().reopen(plan.id(), plan.hosts()), Optional.empty());
    }

    /** Its name; empty when it has none. */
    public String name() {
        return plan.name();
    }

    /** Its id, unique on this machine. */
    public String id() {
        return plan.id();
    }

    /** Where it lives. */
    public Path directory() {
        return plan.directory();
    }

    /** Its nodes, in order. */
    public List<Node> nodes() {
        return nodes;
    }

    /**
     * The node of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public Node node(String name) {
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such node: '" + name + "' (one of "
                        + String.join(", ", nodes.stream().map(Node::name).toList()) + ")"));
    }

    /** A node without daemons, for client programs; the whole world beside the cluster. */
    public Node client() {
        return client;
    }

    /** All daemons, servers before those that need them. */
    public List<Daemon> daemons() {
        return daemons;
    }

    /** All daemons of a role, in the order of their nodes. */
    public List<Daemon> daemons(Role role) {
        return daemons.stream().filter(daemon -> daemon.role() == role).toList();
    }

    /**
     * The NameNode; of an HA pair the active one.
     *
     * @throws ClusterException when no NameNode of a pair is active
     */
    public Daemon nameNode() throws IOException {
        return health.activeNameNode();
    }

    /**
     * The HBase Master; of several the active one.
     *
     * @throws ClusterException when none is active
     */
    public Daemon master() throws IOException {
        return health.activeMaster();
    }

    /** Whether processes outside the cluster's network, such as this JVM, can reach it. */
    public boolean reachable() {
        return client.reachable();
    }

    /**
     * A client's configuration: Hadoop's and HBase's own defaults and what this cluster needs, but
     * no *-site.xml of this JVM's class path. A new one at each call.
     */
    public Configuration clientConfiguration() {
        Configuration conf = new Configuration(false);
        for (String defaults : List.of("core-default.xml", "hdfs-default.xml", "hbase-default.xml")) {
            conf.addResource(defaults);
        }
        plan.clientSettings().forEach((key, value) -> conf.set(key, value, "testbed"));
        return conf;
    }

    /** A directory with the clients' core-site.xml, hdfs-site.xml, hbase-site.xml. */
    public Path clientConfigurationDirectory() {
        return plan.clientConf();
    }

    /** Waits until exactly that many DataNodes are live in the NameNode's eyes, at most three minutes. */
    public void awaitLiveDataNodes(int count) throws IOException {
        awaitLiveDataNodes(count, DEFAULT_LIMIT);
    }

    /** As {@link #awaitLiveDataNodes(int)}, with another limit. */
    public void awaitLiveDataNodes(int count, Duration limit) throws IOException {
        health.awaitLiveDataNodes(count, limit);
    }

    /** Waits until the NameNode serves writes: it is active and out of safe mode. At most two minutes. */
    public void awaitHdfs() throws IOException {
        health.awaitHdfs(DEFAULT_LIMIT);
    }

    /** Waits until no block has too few replicas in the NameNode's eyes, at most three minutes. */
    public void awaitFullyReplicated() throws IOException {
        health.awaitFullyReplicated(DEFAULT_LIMIT);
    }

    /**
     * Waits until HBase serves, at most three minutes: the Master is initialized, every RegionServer
     * whose process runs is online, so are as many as {@link ClusterRecipe#otherRegionServers} says, and nobody else is.
     */
    public void awaitHBase() throws IOException {
        awaitHBase(DEFAULT_LIMIT);
    }

    /** As {@link #awaitHBase()}, with another limit. */
    public void awaitHBase(Duration limit) throws IOException {
        health.awaitHBase(limit);
    }

    /**
     * Makes the standby NameNode of an HA pair the active one, whether the active one still lives or
     * not, and waits until it is out of safe mode.
     *
     * @throws ClusterException when the cluster has no pair, or the standby does not live
     */
    public void failover() throws IOException {
        new Failover(this, plan).run();
        health.awaitHdfs(DEFAULT_LIMIT);
    }

    /**
     * Ends all daemons in order, clients before servers, giving each time to finish (SIGTERM): to
     * see what a proper end leaves on disk, or in traces. The cluster's files stay until {@link
     * #close}. A daemon that is not gone in time is killed.
     *
     * @return the daemons that had to be killed
     */
    public List<Daemon> stop() throws IOException {
        return new GracefulShutdown(daemons).run();
    }

    /** Copies all logs and all configuration, one directory per node and daemon. */
    public void collectLogs(Path target) throws IOException {
        Files.createDirectories(target);
        for (Daemon daemon : daemons) {
            daemon.copyLogs(target);
        }
    }

    /**
     * Notes a file or directory outside the cluster's directory, before it is made: it is removed with the cluster.
     *
     * @throws IllegalStateException when the cluster does not belong to this JVM
     */
    public synchronized void outside(Path path) throws IOException {
        guard.orElseThrow(() -> new IllegalStateException(this + " does not belong to this JVM"))
                .remember(new Undo.Tree(path.toAbsolutePath().normalize()));
    }

    /** Lets the cluster live on after this JVM; {@link #attach} finds it again. */
    public synchronized void detach() throws IOException {
        if (open && guard.isPresent()) {
            open = false;
            guard.get().detach();
        }
    }

    /** Removes a cluster that belongs to this JVM; lets any other go. Does nothing the second time. */
    @Override
    public synchronized void close() throws IOException {
        if (open) {
            open = false;
            if (guard.isPresent()) {
                guard.get().cleanUp();
            }
        }
    }

    /** Removes the cluster, also one that lives on its own: processes, mounts, namespaces, files. */
    public synchronized void destroy() throws IOException {
        if (guard.isPresent() && open) {
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
