package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.underbase.testbed.ClusterSpec.NodeSpec;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.network.Network;

/**
 * Description of a cluster: nodes, disks, network, daemons, settings and features. Nodes are named {@code n1}, {@code n2},
 * ... The default is one node with one DataNode, without HBase, on loopback. Not thread-safe.
 */
public final class ClusterRecipe {
    static final String DEFAULT_RACK = "/default-rack";
    private static final String DEFAULT_DISK = "disk0";
    private static final int ONE_PER_NODE = -1;
    private static final Duration DEFAULT_START_LIMIT = Duration.ofMinutes(4);
    private static final Duration DEFAULT_METRICS_PERIOD = Duration.ofSeconds(10);

    private String name = "";
    private int nodes = 1;
    private List<String> racks = List.of();
    private int dataNodesPerNode = 1;
    private final List<Disk> disks = new ArrayList<>();
    private final Map<String, List<Disk>> nodeDisks = new LinkedHashMap<>();
    private final Map<String, List<DataNodeSpec>> dataNodes = new LinkedHashMap<>();
    private final List<ClusterFeature> features = new ArrayList<>();
    private boolean highAvailability;
    private boolean hbase;
    private boolean yarn;
    private int masters = 1;
    private int regionServers = ONE_PER_NODE;
    private int otherRegionServers;
    private Network network = Network.loopback();
    private final RecipeSettings settings = new RecipeSettings();
    private final List<Path> outside = new ArrayList<>();
    private Duration metricsPeriod = DEFAULT_METRICS_PERIOD;
    private ClusterDirectory directory = ClusterDirectory.temporary();
    private int portBase = Ports.FREE;
    private Consumer<String> progress = line -> {};
    private Step beforeHBase = cluster -> {};
    private Step onFailure = cluster -> {};
    private Optional<Path> logs = Optional.empty();
    private Duration startLimit = DEFAULT_START_LIMIT;

    ClusterRecipe() {}

    /** Sets a name that messages show. */
    public ClusterRecipe name(String newName) {
        name = Objects.requireNonNull(newName);
        return this;
    }

    /** Sets the number of nodes, at least 1. */
    public ClusterRecipe nodes(int count) {
        nodes = atLeast(1, count, "nodes");
        return this;
    }

    /** Sets the rack of each node, in order, such as {@code "/r1", "/r1", "/r2"}. Default: one rack. */
    public ClusterRecipe racks(String... perNode) {
        racks = List.of(perNode);
        return this;
    }

    /** Sets the number of DataNodes, at least 0, on every node without a call of {@link #dataNode}. Default: 1. */
    public ClusterRecipe dataNodesPerNode(int count) {
        dataNodesPerNode = atLeast(0, count, "DataNodes per node");
        return this;
    }

    /** Adds a disk to every node. A node without any disk gets one plain disk. */
    public ClusterRecipe disk(Disk disk) {
        disks.add(disk);
        return this;
    }

    /** Adds a disk to one node. */
    public ClusterRecipe disk(String node, Disk disk) {
        nodeDisks.computeIfAbsent(node, key -> new ArrayList<>()).add(disk);
        return this;
    }

    /** Adds a DataNode to one node. */
    public ClusterRecipe dataNode(String node, Consumer<DataNodeSpec> description) {
        DataNodeSpec spec = new DataNodeSpec();
        description.accept(spec);
        dataNodes.computeIfAbsent(node, key -> new ArrayList<>()).add(spec);
        return this;
    }

    /**
     * Adds features with their default options, such as {@code tiers} or {@code localcompact}.
     *
     * @param names names of features, see {@link ClusterFeature#all}
     * @return this recipe
     * @throws IllegalArgumentException if there is no such feature, or a class of it is missing on the class path
     */
    public ClusterRecipe with(String... names) {
        for (String feature : names) {
            with(ClusterFeature.named(feature));
        }
        return this;
    }

    /**
     * Adds a feature with options, such as {@code TiersFeature.of("pcie", "hdd")}. It takes effect at the start, so that
     * nodes, disks and keys may follow this call; keys that the recipe sets win.
     *
     * @param feature feature to add
     * @return this recipe
     * @throws IllegalArgumentException if a class of the feature is missing on the class path
     */
    public ClusterRecipe with(ClusterFeature feature) {
        feature.checkClassPath();
        features.add(feature);
        return this;
    }

    /** Chooses between one NameNode and two NameNodes with JournalNodes; see {@link TestCluster#failover}. */
    public ClusterRecipe highAvailability(boolean wanted) {
        highAvailability = wanted;
        return this;
    }

    /** Adds or removes ZooKeeper, an HBase Master and RegionServers. */
    public ClusterRecipe hbase(boolean wanted) {
        hbase = wanted;
        return this;
    }

    /**
     * Adds or removes a ResourceManager, a JobHistoryServer and a NodeManager on every node. The class path of containers
     * contains Hadoop and no class of Underbase.
     *
     * @throws IllegalArgumentException if YARN's daemons are missing on the class path
     */
    public ClusterRecipe yarn(boolean wanted) {
        if (wanted) {
            YarnSettings.checkClassPath();
        }
        yarn = wanted;
        return this;
    }

    /** Sets the number of HBase Masters; all but one are standbys. Default: 1. Implies HBase. */
    public ClusterRecipe masters(int count) {
        masters = atLeast(1, count, "Masters");
        return hbase(true);
    }

    /** Sets the number of RegionServers, which are spread over the nodes. Default: one per node. Implies HBase. */
    public ClusterRecipe regionServers(int count) {
        regionServers = atLeast(1, count, "RegionServers");
        return hbase(true);
    }

    /**
     * Sets the number of RegionServers that the caller starts, in {@link #beforeHBase} at the latest;
     * {@link TestCluster#awaitHBase} waits for them, too. The cluster then starts no RegionServers unless
     * {@link #regionServers} sets their number. Implies HBase.
     */
    public ClusterRecipe otherRegionServers(int count) {
        otherRegionServers = atLeast(1, count, "RegionServers");
        return hbase(true);
    }

    /** Sets the network between nodes, {@link Network#loopback} by default. */
    public ClusterRecipe network(Network newNetwork) {
        network = Objects.requireNonNull(newNetwork);
        return this;
    }

    /**
     * Sets a key of all daemons and clients. Keys that start with {@code dfs.} go to hdfs-site.xml, with {@code hbase.} or
     * {@code zookeeper.} to hbase-site.xml, with {@code yarn.} to yarn-site.xml, with {@code mapreduce.} to mapred-site.xml,
     * others to core-site.xml.
     */
    public ClusterRecipe set(String key, String value) {
        settings.set(key, value);
        return this;
    }

    /** Sets a key of HBase's daemons and clients, in hbase-site.xml for any key. */
    public ClusterRecipe hbaseSet(String key, String value) {
        settings.setHBase(key, value);
        return this;
    }

    /** Sets a key of all daemons of one role only. */
    public ClusterRecipe set(Role role, String key, String value) {
        settings.set(role, key, value);
        return this;
    }

    /** Sets a key as {@link #set(String, String)} does, unless the recipe sets it already. For features. */
    public ClusterRecipe setDefault(String key, String value) {
        settings.setDefault(key, value);
        return this;
    }

    /** Sets a key as {@link #set(Role, String, String)} does, unless the recipe sets it already. For features. */
    public ClusterRecipe setDefault(Role role, String key, String value) {
        settings.setDefault(role, key, value);
        return this;
    }

    /** Sets a key as {@link #hbaseSet} does, unless the recipe sets it already. For features. */
    public ClusterRecipe setHBaseDefault(String key, String value) {
        settings.setHBaseDefault(key, value);
        return this;
    }

    /** Adds a word to a comma-separated list in hbase-site.xml, such as a coprocessor's class. For features. */
    public ClusterRecipe appendHBase(String key, String word) {
        settings.appendHBase(key, word);
        return this;
    }

    /** Adds JVM options to all daemons of a role, such as {@code -Xmx2g}; they override the defaults. */
    public ClusterRecipe jvmOptions(Role role, String... options) {
        settings.jvmOptions(role, List.of(options));
        return this;
    }

    /** Gives daemons of some roles the JVM's own compiler thresholds, as in operation; see {@link Role}. */
    public ClusterRecipe productionCompiler(Role... roles) {
        for (Role role : roles) {
            settings.jvmOptions(role, Role.PRODUCTION_COMPILER);
        }
        return this;
    }

    /** Adds jars or directories to the class path of daemons, after this JVM's own class path. */
    public ClusterRecipe classPath(Path... entries) {
        settings.classPath(List.of(entries));
        return this;
    }

    /** Puts a jar in front of the class path of daemons of one role. */
    public ClusterRecipe firstOnClassPath(Role role, Path entry) {
        settings.firstOnClassPath(role, entry.toAbsolutePath().normalize());
        return this;
    }

    /** Sets how often daemons update their metrics, which is the maximum age of metrics beans. Default: 10 s. */
    public ClusterRecipe metricsPeriod(Duration period) {
        metricsPeriod = period;
        return this;
    }

    /** Adds a file or directory outside the cluster's directory that its daemons create. It is removed with the cluster. */
    public ClusterRecipe outside(Path path) {
        outside.add(path.toAbsolutePath().normalize());
        return this;
    }

    /** Sets the cluster's directory, which must be missing or empty. It is deleted at the end. */
    public ClusterRecipe directory(Path newDirectory) {
        directory = ClusterDirectory.given(newDirectory);
        return this;
    }

    /**
     * Uses consecutive ports from this one, and addresses 127.0.0.1, 127.0.0.2, ... for the nodes. The start then fails if a
     * port is in use. By default the cluster chooses free ports. In namespaces every node has Hadoop's and HBase's default
     * ports, and this has no effect.
     */
    public ClusterRecipe portBase(int first) {
        portBase = atLeast(1, first, "first port");
        return this;
    }

    /** Sets the directory that gets a copy of all logs if the start fails. By default they are deleted with the cluster. */
    public ClusterRecipe logsOnFailure(Path directoryForLogs) {
        onFailure = cluster -> cluster.collectLogs(directoryForLogs);
        return this;
    }

    /** Sets the directory that gets a copy of all logs when the cluster is closed, or if the start fails. */
    public ClusterRecipe logs(Path directoryForLogs) {
        logs = Optional.of(directoryForLogs);
        return logsOnFailure(directoryForLogs);
    }

    /** Sets the listener of the start's progress, which gets short lines. */
    public ClusterRecipe progress(Consumer<String> listener) {
        progress = Objects.requireNonNull(listener);
        return this;
    }

    /** Step of a start. */
    @FunctionalInterface
    public interface Step {
        /**
         * Runs the step; an exception fails the start.
         *
         * @param cluster cluster that serves HDFS, but not HBase yet
         */
        void run(TestCluster cluster) throws IOException;
    }

    /** Sets a step between the start of HDFS and of HBase's Master and YARN, for example to create HBase's root directory. */
    public ClusterRecipe beforeHBase(Step step) {
        beforeHBase = Objects.requireNonNull(step);
        return this;
    }

    /** Sets the time limit of the start, four minutes by default. */
    public ClusterRecipe startLimit(Duration limit) {
        startLimit = limit;
        return this;
    }

    /** Whether the cluster runs HBase. */
    public boolean hasHBase() {
        return hbase;
    }

    /** Returns the names of the nodes, in order. */
    public List<String> nodeNames() {
        return IntStream.rangeClosed(1, nodes).mapToObj(i -> "n" + i).toList();
    }

    /** Returns the names of a node's disks, in order; empty if the node gets the default disk. */
    public List<String> diskNames(String node) {
        List<Disk> all = new ArrayList<>(disks);
        all.addAll(nodeDisks.getOrDefault(node, List.of()));
        return all.stream().map(Disk::name).toList();
    }

    /** Whether the recipe describes the DataNodes of a node by {@link #dataNode}. */
    public boolean describesDataNodes(String node) {
        return dataNodes.containsKey(node);
    }

    /**
     * Starts the cluster and waits until it serves: all DataNodes are live and, with HBase, the Master is initialized and all
     * RegionServers are online.
     *
     * @throws ClusterException if it does not start; it leaves no processes and files
     * @throws IllegalArgumentException if the recipe is contradictory
     */
    public TestCluster start() throws IOException {
        TestCluster cluster = ClusterStarter.start(spec());
        logs.ifPresent(cluster::collectLogsAtEnd);
        return cluster;
    }

    /**
     * Checks the recipe without a start.
     *
     * @throws IllegalArgumentException if the recipe is contradictory
     */
    public void check() {
        spec();
    }

    /** Returns the reason why this machine cannot run the cluster, in one line; empty if it can. */
    public Optional<String> obstacle() {
        ClusterSpec spec = spec();
        Optional<String> result = spec.network().obstacle();
        for (NodeSpec node : spec.nodes()) {
            for (Disk disk : node.disks()) {
                result = result.or(disk::obstacle);
            }
        }
        return result;
    }

    ClusterSpec spec() {
        if (!racks.isEmpty() && racks.size() != nodes) {
            throw new IllegalArgumentException(racks.size() + " racks for " + nodes + " nodes: name one per node");
        }
        applyFeatures();
        List<NodeSpec> specs = new ArrayList<>();
        for (String node : nodeNames()) {
            specs.add(node(node, racks.isEmpty() ? DEFAULT_RACK : racks.get(specs.size())));
        }
        for (Map<String, ?> perNode : List.of(nodeDisks, dataNodes)) {
            for (String node : perNode.keySet()) {
                if (!nodeNames().contains(node)) {
                    throw new IllegalArgumentException("no such node: '" + node + "' (one of " + nodeNames() + ")");
                }
            }
        }
        if (yarn && specs.stream().map(NodeSpec::rack).distinct().count() > 1) {
            throw new IllegalArgumentException(
                    "YARN needs one rack: containers have no class that maps nodes to racks");
        }
        return new ClusterSpec(
                name,
                List.copyOf(specs),
                highAvailability,
                hbase ? masters : 0,
                hbase ? regionServers() : 0,
                hbase ? otherRegionServers : 0,
                yarn,
                network,
                settings.all(),
                settings.hbase(),
                settings.roles(),
                settings.jvmOptions(),
                settings.classPath(),
                settings.firstOnClassPath(),
                metricsPeriod,
                List.copyOf(outside),
                directory,
                portBase,
                progress,
                beforeHBase,
                onFailure,
                startLimit);
    }

    private int regionServers() {
        if (regionServers != ONE_PER_NODE) {
            return regionServers;
        }
        return otherRegionServers > 0 ? 0 : nodes;
    }

    /** Each feature is applied once, however often the recipe is started. */
    private void applyFeatures() {
        for (ClusterFeature feature : features) {
            if (feature.needsHBase() && !hbase) {
                throw new IllegalArgumentException(
                        "feature '" + feature.name() + "' needs HBase, which this cluster lacks");
            }
            feature.apply(this);
        }
        features.clear();
    }

    private NodeSpec node(String node, String rack) {
        List<Disk> all = new ArrayList<>(disks);
        all.addAll(nodeDisks.getOrDefault(node, List.of()));
        if (all.isEmpty()) {
            all.add(Disk.plain(DEFAULT_DISK));
        }
        List<String> diskNames = all.stream().map(Disk::name).toList();
        if (diskNames.stream().distinct().count() < diskNames.size()) {
            throw new IllegalArgumentException("two disks of " + node + " have the same name: " + diskNames);
        }
        List<DataNodeSpec> described =
                dataNodes.getOrDefault(node, Collections.nCopies(dataNodesPerNode, new DataNodeSpec()));
        for (DataNodeSpec dataNode : described) {
            for (DataNodeSpec.Storage storage : dataNode.storages()) {
                if (storage.path().isEmpty() && !diskNames.contains(storage.disk())) {
                    throw new IllegalArgumentException(
                            "no such disk of " + node + ": '" + storage.disk() + "' (one of " + diskNames + ")");
                }
            }
        }
        return new NodeSpec(node, rack, List.copyOf(all), List.copyOf(described));
    }

    private static int atLeast(int min, int value, String what) {
        if (value < min) {
            throw new IllegalArgumentException("at least " + min + " " + what + ", not " + value);
        }
        return value;
    }
}
