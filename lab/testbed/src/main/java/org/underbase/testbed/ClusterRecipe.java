package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.underbase.testbed.ClusterSpec.NodeSpec;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.network.Network;

/**
 * Describes a cluster. Nodes are called {@code n1}, {@code n2}, ... Without any call: one node with
 * one DataNode, no HBase, on loopback. Not thread-safe.
 */
public final class ClusterRecipe {
    static final String DEFAULT_RACK = "/default-rack";
    private static final String DEFAULT_DISK = "disk0";
    private static final Duration DEFAULT_START_LIMIT = Duration.ofMinutes(4);

    private String name = "";
    private int nodes = 1;
    private List<String> racks = List.of();
    private int dataNodesPerNode = 1;
    private final List<Disk> disks = new ArrayList<>();
    private final Map<String, List<Disk>> nodeDisks = new LinkedHashMap<>();
    private final Map<String, List<DataNodeSpec>> dataNodes = new LinkedHashMap<>();
    private boolean highAvailability;
    private boolean hbase;
    private int masters = 1;
    private OptionalInt regionServers = OptionalInt.empty();
    private int otherRegionServers;
    private Network network = Network.loopback();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, String> hbaseSettings = new LinkedHashMap<>();
    private final Map<Role, Map<String, String>> roleSettings = new EnumMap<>(Role.class);
    private final Map<Role, List<String>> jvmOptions = new EnumMap<>(Role.class);
    private final List<Path> classPath = new ArrayList<>();
    private final List<Path> outside = new ArrayList<>();
    private Optional<Path> directory = Optional.empty();
    private OptionalInt portBase = OptionalInt.empty();
    private Optional<Path> logs = Optional.empty();
    private Consumer<String> progress = line -> {};
    private Preparation preparation = cluster -> {};
    private Duration startLimit = DEFAULT_START_LIMIT;

    ClusterRecipe() {}

    /** A name to show; it has no other meaning. */
    public ClusterRecipe name(String newName) {
        name = Objects.requireNonNull(newName);
        return this;
    }

    /** How many nodes there are; at least 1. */
    public ClusterRecipe nodes(int count) {
        nodes = atLeast(1, count, "nodes");
        return this;
    }

    /** The rack of each node, in order, such as {@code "/r1", "/r1", "/r2"}. Without it: one rack. */
    public ClusterRecipe racks(String... perNode) {
        racks = List.of(perNode);
        return this;
    }

    /** How many DataNodes every node has that is not described by {@link #dataNode}. 1 by default; 0 is allowed. */
    public ClusterRecipe dataNodesPerNode(int count) {
        dataNodesPerNode = atLeast(0, count, "DataNodes per node");
        return this;
    }

    /** Gives every node one more disk. Without any disk a node has one plain disk. */
    public ClusterRecipe disk(Disk disk) {
        disks.add(disk);
        return this;
    }

    /** Gives one node one more disk. */
    public ClusterRecipe disk(String node, Disk disk) {
        nodeDisks.computeIfAbsent(node, key -> new ArrayList<>()).add(disk);
        return this;
    }

    /** Gives one node one more DataNode, as described. */
    public ClusterRecipe dataNode(String node, Consumer<DataNodeSpec> description) {
        DataNodeSpec spec = new DataNodeSpec();
        description.accept(spec);
        dataNodes.computeIfAbsent(node, key -> new ArrayList<>()).add(spec);
        return this;
    }

    /** Two NameNodes with JournalNodes instead of one NameNode; see {@link TestCluster#failover}. */
    public ClusterRecipe highAvailability(boolean wanted) {
        highAvailability = wanted;
        return this;
    }

    /** Whether ZooKeeper, an HBase Master and RegionServers run, too. */
    public ClusterRecipe hbase(boolean wanted) {
        hbase = wanted;
        return this;
    }

    /** How many HBase Masters there are; all but one stand by. 1 by default. Implies HBase. */
    public ClusterRecipe masters(int count) {
        masters = atLeast(1, count, "Masters");
        return hbase(true);
    }

    /** How many RegionServers there are, spread over the nodes in turn. One per node by default. Implies HBase. */
    public ClusterRecipe regionServers(int count) {
        regionServers = OptionalInt.of(atLeast(1, count, "RegionServers"));
        return hbase(true);
    }

    /**
     * How many RegionServers join that somebody else starts, in {@link #beforeHBase} at the latest; {@link TestCluster#awaitHBase}
     * waits for them, too. Beside them there are no others unless {@link #regionServers} says so. Implies HBase.
     */
    public ClusterRecipe otherRegionServers(int count) {
        otherRegionServers = atLeast(1, count, "RegionServers");
        return hbase(true);
    }

    /** How nodes are connected: {@link Network#loopback} by default. */
    public ClusterRecipe network(Network newNetwork) {
        network = Objects.requireNonNull(newNetwork);
        return this;
    }

    /**
     * A setting of all daemons and clients. Keys of {@code dfs.} go to hdfs-site.xml, of {@code
     * hbase.} and {@code zookeeper.} to hbase-site.xml, all others to core-site.xml.
     */
    public ClusterRecipe set(String key, String value) {
        settings.put(key, value);
        return this;
    }

    /** A setting of HBase's daemons and clients, in hbase-site.xml whatever its key. */
    public ClusterRecipe hbaseSet(String key, String value) {
        hbaseSettings.put(key, value);
        return this;
    }

    /** A setting of all daemons of a role, and of nobody else. */
    public ClusterRecipe set(Role role, String key, String value) {
        roleSettings.computeIfAbsent(role, r -> new LinkedHashMap<>()).put(key, value);
        return this;
    }

    /** More JVM options of all daemons of a role, such as {@code -Xmx2g}; they win over the defaults. */
    public ClusterRecipe jvmOptions(Role role, String... options) {
        jvmOptions.computeIfAbsent(role, r -> new ArrayList<>()).addAll(List.of(options));
        return this;
    }

    /** Jars or directories that daemons have on their class path after this JVM's own. */
    public ClusterRecipe classPath(Path... entries) {
        classPath.addAll(List.of(entries));
        return this;
    }

    /**
     * A file or directory outside the cluster's directory that its daemons make: removed with the cluster, whatever happens to this
     * JVM.
     */
    public ClusterRecipe outside(Path path) {
        outside.add(path.toAbsolutePath().normalize());
        return this;
    }

    /** Where the cluster lives: a directory that does not exist or is empty, and is deleted at the end. */
    public ClusterRecipe directory(Path newDirectory) {
        directory = Optional.of(newDirectory);
        return this;
    }

    /**
     * Uses consecutive ports from this one, and addresses 127.0.0.1, 127.0.0.2, ... for the nodes.
     * A port that is taken is then an error. By default ports are free ones. In namespaces every
     * node has Hadoop's and HBase's default ports, and this has no effect.
     */
    public ClusterRecipe portBase(int first) {
        portBase = OptionalInt.of(atLeast(1, first, "first port"));
        return this;
    }

    /** Where all logs are copied to when the start fails. By default they vanish with the cluster. */
    public ClusterRecipe logsOnFailure(Path directoryForLogs) {
        logs = Optional.of(directoryForLogs);
        return this;
    }

    /** Is told in short lines what happens during the start. */
    public ClusterRecipe progress(Consumer<String> listener) {
        progress = Objects.requireNonNull(listener);
        return this;
    }

    /** Something done during a start. */
    @FunctionalInterface
    public interface Preparation {
        /**
         * Does it; the start fails where it does.
         *
         * @param cluster serves HDFS, and not HBase yet
         */
        void prepare(TestCluster cluster) throws IOException;
    }

    /**
     * What is done when HDFS serves and before HBase's Master starts: where HBase's user may not write to HDFS's root, its
     * directory is to be made for it.
     */
    public ClusterRecipe beforeHBase(Preparation newPreparation) {
        preparation = Objects.requireNonNull(newPreparation);
        return this;
    }

    /** How long the start may take: four minutes by default. */
    public ClusterRecipe startLimit(Duration limit) {
        startLimit = limit;
        return this;
    }

    /**
     * Starts the cluster and waits until it serves: all DataNodes are live and, with HBase, the
     * Master is initialized and all RegionServers are online.
     *
     * @throws ClusterException when it does not start; nothing is left behind then
     * @throws IllegalArgumentException when the description contradicts itself
     */
    public TestCluster start() throws IOException {
        return ClusterStarter.start(spec());
    }

    /** Why this cluster cannot be had on this machine, in one line; empty when it can. */
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
        List<NodeSpec> specs = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            specs.add(node("n" + (i + 1), racks.isEmpty() ? DEFAULT_RACK : racks.get(i)));
        }
        List<String> names = specs.stream().map(NodeSpec::name).toList();
        for (Map<String, ?> perNode : List.of(nodeDisks, dataNodes)) {
            for (String node : perNode.keySet()) {
                if (!names.contains(node)) {
                    throw new IllegalArgumentException("no such node: '" + node + "' (one of " + names + ")");
                }
            }
        }
        return new ClusterSpec(
                name,
                List.copyOf(specs),
                highAvailability,
                hbase ? masters : 0,
                hbase ? regionServers.orElse(otherRegionServers > 0 ? 0 : nodes) : 0,
                hbase ? otherRegionServers : 0,
                network,
                Collections.unmodifiableMap(new LinkedHashMap<>(settings)),
                Collections.unmodifiableMap(new LinkedHashMap<>(hbaseSettings)),
                copy(roleSettings),
                copy(jvmOptions),
                List.copyOf(classPath),
                List.copyOf(outside),
                directory,
                portBase,
                logs,
                progress,
                preparation,
                startLimit);
    }

    private NodeSpec node(String node, String rack) {
        List<Disk> own = new ArrayList<>(disks);
        own.addAll(nodeDisks.getOrDefault(node, List.of()));
        if (own.isEmpty()) {
            own.add(Disk.plain(DEFAULT_DISK));
        }
        List<String> diskNames = own.stream().map(Disk::name).toList();
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
        return new NodeSpec(node, rack, List.copyOf(own), List.copyOf(described));
    }

    private static <V> Map<Role, V> copy(Map<Role, V> map) {
        return Collections.unmodifiableMap(map.isEmpty() ? new EnumMap<>(Role.class) : new EnumMap<>(map));
    }

    private static int atLeast(int least, int value, String what) {
        if (value < least) {
            throw new IllegalArgumentException("at least " + least + " " + what + ", not " + value);
        }
        return value;
    }
}
