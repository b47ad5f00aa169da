package org.underbase.tier.testing;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RpcNoSuchProtocolException;
import org.apache.hadoop.test.GenericTestUtils;
import org.underbase.testbed.mini.RestartPorts;
import org.underbase.tier.client.TieredFileSystem;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.protocol.TierProtocol;
import org.underbase.tier.protocol.TierProtocolPB;
import org.underbase.tier.protocol.TierProtocolTranslator;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DatanodeTierProto;

/**
 * HDFS with tiers inside this JVM: Hadoop's MiniDFSCluster with one or several DataNode instances on each node. All ports
 * are ephemeral, all timing is fast. Close it. Not thread-safe except {@link #fileSystem}.
 *
 * <pre>{@code
 * try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
 *         .tiers("fast", "disk")
 *         .node("/rack1", "fast", "disk")
 *         .node("/rack2", "fast", "disk")
 *         .node("/rack2", "disk")
 *         .policy("hybrid")
 *         .build()) {
 *     DFSTestUtil.createFile(cluster.fileSystem(), new Path("/f"), 1 << 20, (short) 2, 1);
 *     cluster.awaitVector(new Path("/f"), "fast=1,disk=1");
 * }
 * }</pre>
 */
public final class MiniTieredCluster implements AutoCloseable {
    /** Limit of the waits of this class, for a loaded machine. */
    public static final Duration LIMIT = Duration.ofMinutes(2);

    private static final String ANY = "any";
    private static final int POLL_MILLIS = 50;

    private final MiniDFSCluster cluster;
    private final Configuration conf;
    private final Path directory;
    private final NewThreads threads;
    private final boolean tiered;
    private final List<String> tiers;
    private final boolean highlyAvailable;
    private final Map<String, Long> capacities;
    private final Map<String, TieredDatanode> datanodes = new LinkedHashMap<>();
    private final Map<String, DataNodeProperties> stopped = new LinkedHashMap<>();
    private int hosts;
    private final List<DistributedFileSystem> fileSystems = new ArrayList<>(1);
    private final List<TieredFileSystem> tieredFileSystems = new ArrayList<>(1);

    private MiniTieredCluster(
            MiniDFSCluster cluster, Configuration conf, Path directory, NewThreads threads, Builder description) {
        this.cluster = cluster;
        this.conf = conf;
        this.directory = directory;
        this.threads = threads;
        this.tiers = description.tiers;
        this.tiered = !tiers.isEmpty();
        this.highlyAvailable = description.nameNodes > 1;
        this.capacities = Map.copyOf(description.capacities);
    }

    /**
     * Describes a cluster.
     *
     * @param baseDir parent of the directory with its files, which {@link #close} deletes
     */
    public static Builder builder(Path baseDir) {
        return new Builder(baseDir);
    }

    /** The client's file system, through failover where there are several NameNodes. It is closed with the cluster. */
    public synchronized DistributedFileSystem fileSystem() throws IOException {
        if (fileSystems.isEmpty()) {
            FileSystem opened = highlyAvailable
                    ? FileSystem.newInstance(URI.create("hdfs://" + HATestUtil.getLogicalHostname(cluster)), conf)
                    : FileSystem.newInstance(cluster.getURI(0), conf);
            fileSystems.add((DistributedFileSystem) opened);
        }
        return fileSystems.get(0);
    }

    /** The tiers of {@link #fileSystem}. Closed with the cluster. */
    public synchronized TieredFileSystem tiered() throws IOException {
        if (tieredFileSystems.isEmpty()) {
            tieredFileSystems.add(TieredFileSystem.of(fileSystem()));
        }
        return tieredFileSystems.get(0);
    }

    /** A client's configuration; a new copy at each call. */
    public Configuration configuration() {
        return new Configuration(conf);
    }

    /** Hadoop's own fixture, for all that is special: restarts of NameNodes, failover, block files. */
    public MiniDFSCluster miniCluster() {
        return cluster;
    }

    /** All instances, running or stopped, in the order they were described in. */
    public List<TieredDatanode> instances() {
        return List.copyOf(datanodes.values());
    }

    /** The running DataNodes of a tier. */
    public List<DataNode> datanodes(String tier) {
        return cluster.getDataNodes().stream()
                .filter(dataNode -> instance(dataNode.getDatanodeUuid()).isOf(tier))
                .toList();
    }

    /**
     * Returns the description of a DataNode by its UUID.
     *
     * @throws IllegalArgumentException if the cluster has no such DataNode
     */
    public TieredDatanode instance(String uuid) {
        TieredDatanode found = datanodes.get(uuid);
        if (found == null) {
            throw new IllegalArgumentException("no DataNode of this cluster: " + uuid);
        }
        return found;
    }

    /** Adds a node with an instance for each of the tiers, or one without a tier, and waits until they are known. */
    public void addNode(String rack, String... tiers) throws IOException {
        addNodes(List.of(new Node(rack, List.of(tiers))));
        awaitTiersKnown();
    }

    private void addNodes(List<Node> nodes) throws IOException {
        List<String> hostNames = new ArrayList<>();
        List<String> racks = new ArrayList<>();
        List<Optional<String>> tiers = new ArrayList<>();
        for (Node node : nodes) {
            String host = "node" + ++hosts + ".tiers.test";
            for (Optional<String> tier : node.instances()) {
                hostNames.add(host);
                racks.add(node.rack());
                tiers.add(tier);
            }
        }
        int count = tiers.size();
        int before = cluster.getDataNodes().size();
        // Hadoop counts overlays from the first DataNode of all, everything else from the first new one.
        Configuration[] overlays = new Configuration[before + count];
        Arrays.setAll(overlays, i -> new Configuration(false));
        for (int i = 0; i < count; i++) {
            Configuration overlay = overlays[before + i];
            tiers.get(i).ifPresent(tier -> overlay.set(TierKeys.ID.name(), tier));
        }
        cluster.startDataNodes(
                conf,
                count,
                null,
                true,
                null,
                racks.toArray(String[]::new),
                hostNames.toArray(String[]::new),
                storageCapacities(tiers),
                null,
                false,
                false,
                false,
                overlays,
                null,
                null);
        for (int i = 0; i < count; i++) {
            String uuid = cluster.getDataNodes().get(before + i).getDatanodeUuid();
            datanodes.put(uuid, new TieredDatanode(uuid, hostNames.get(i), racks.get(i), tiers.get(i)));
        }
    }

    /** Returns capacities, or null without any, which makes Hadoop use the capacity of the disk. */
    private long[][] storageCapacities(List<Optional<String>> tiers) {
        if (capacities.isEmpty()) {
            return null;
        }
        return tiers.stream()
                .map(tier -> new long[] {capacities.getOrDefault(tier.orElse(ANY), 1L << 40)})
                .toArray(long[][]::new);
    }

    /** Stops a DataNode in good order. Its blocks stay for {@link #restart}. */
    public TieredDatanode stop(DataNode dataNode) {
        TieredDatanode instance = instance(dataNode.getDatanodeUuid());
        stopped.put(instance.uuid(), cluster.stopDataNode(cluster.getDataNodes().indexOf(dataNode)));
        return instance;
    }

    /**
     * Stops a DataNode and waits until every NameNode, outside safe mode, regards it as dead. Its blocks stay for
     * {@link #restart}.
     */
    public TieredDatanode kill(DataNode dataNode) throws IOException {
        String address = dataNode.getDatanodeId().getXferAddr();
        TieredDatanode instance = stop(dataNode);
        for (NameNode nameNode : runningNameNodes()) {
            BlockManagerTestUtil.noticeDeadDatanode(nameNode, address);
            // A check of the heartbeats ends without a result if it is late; the NameNode repeats it.
            await(
                    "DataNode " + instance + " to be dead",
                    () -> !descriptor(nameNode, instance).orElseThrow().isAlive());
        }
        return instance;
    }

    /** Returns a DataNode as a NameNode knows it. */
    private static Optional<DatanodeDescriptor> descriptor(NameNode nameNode, TieredDatanode instance) {
        return Optional.ofNullable(
                nameNode.getNamesystem().getBlockManager().getDatanodeManager().getDatanode(instance.uuid()));
    }

    /** Returns the time of a DataNode's last full report to each running NameNode. */
    private List<Long> blockReports(TieredDatanode instance) {
        return runningNameNodes().stream()
                .map(nameNode -> descriptor(nameNode, instance)
                        .map(DatanodeInfo::getLastBlockReportMonotonic)
                        .orElse(0L))
                .toList();
    }

    /**
     * Starts a stopped DataNode on new ports, because another program may have taken its old ones, and waits until its tier and
     * its blocks are known again.
     *
     * @throws IllegalArgumentException if it is running
     */
    public void restart(TieredDatanode instance) throws IOException {
        DataNodeProperties properties = stopped.remove(instance.uuid());
        if (properties == null) {
            throw new IllegalArgumentException(instance + " is not stopped");
        }
        List<Long> before = blockReports(instance);
        cluster.restartDataNode(properties, false);
        await("DataNode " + instance + " to start", () -> cluster.getDataNodes().stream()
                .filter(dataNode -> instance.uuid().equals(dataNode.getDatanodeUuid()))
                .anyMatch(DataNode::isDatanodeFullyStarted));
        await("the blocks of DataNode " + instance, () -> {
            List<Long> now = blockReports(instance);
            return IntStream.range(0, now.size()).noneMatch(i -> now.get(i).equals(before.get(i)));
        });
        awaitTiersKnown();
    }

    /** Waits until every NameNode knows the tier of every running DataNode: after a restart of a NameNode, say. */
    public void awaitTiersKnown() throws IOException {
        if (!tiered) {
            return;
        }
        Map<String, String> wanted = new TreeMap<>();
        for (DataNode dataNode : cluster.getDataNodes()) {
            TieredDatanode instance = instance(dataNode.getDatanodeUuid());
            instance.tier().ifPresent(tier -> wanted.put(instance.uuid(), tier));
        }
        for (NameNode nameNode : runningNameNodes()) {
            await("the tiers of " + wanted.size() + " DataNodes at " + nameNode.getNameNodeAddress(), () -> {
                Map<String, String> known = tiersKnownTo(nameNode);
                known.keySet().retainAll(wanted.keySet());
                return known.equals(wanted);
            });
        }
    }

    /** The tiers of the live DataNodes, by uuid; none while the plug-in of the NameNode starts or the NameNode itself. */
    private Map<String, String> tiersKnownTo(NameNode nameNode) throws IOException {
        Configuration once = configuration();
        RPC.setProtocolEngine(once, TierProtocolPB.class, ProtobufRpcEngine2.class);
        try (TierProtocolTranslator tiers = new TierProtocolTranslator(
                RPC.getProxy(TierProtocolPB.class, TierProtocol.VERSION, nameNode.getNameNodeAddress(), once))) {
            return tiers.datanodeTiers().getDatanodesList().stream()
                    .filter(DatanodeTierProto::getLive)
                    .collect(Collectors.toMap(
                            DatanodeTierProto::getUuid, DatanodeTierProto::getTier, (a, b) -> b, TreeMap::new));
        } catch (RemoteException e) {
            if (e.unwrapRemoteException(RpcNoSuchProtocolException.class) instanceof RpcNoSuchProtocolException) {
                return new TreeMap<>();
            }
            throw e;
        } catch (EOFException | ConnectException e) {
            // The connection was to the NameNode before its restart.
            return new TreeMap<>();
        }
    }

    private List<NameNode> runningNameNodes() {
        return IntStream.range(0, cluster.getNumNameNodes())
                .filter(cluster::isNameNodeUp)
                .mapToObj(cluster::getNameNode)
                .toList();
    }

    /**
     * Returns the vector of each block of a file, by the tiers given to the builder and not by those known to the NameNode:
     * {@code fast=1,disk=2}, with {@code any} for DataNodes without a tier.
     *
     * @return one vector per block, in the order of the blocks
     */
    public List<String> vectors(org.apache.hadoop.fs.Path path) throws IOException {
        List<String> vectors = new ArrayList<>();
        DistributedFileSystem hdfs = fileSystem();
        String absolute = hdfs.makeQualified(path).toUri().getPath();
        for (LocatedBlock block :
                hdfs.getClient().getLocatedBlocks(absolute, 0, Long.MAX_VALUE).getLocatedBlocks()) {
            Map<String, Integer> counts = new TreeMap<>();
            for (DatanodeInfo location : block.getLocations()) {
                counts.merge(instance(location.getDatanodeUuid()).tier().orElse(ANY), 1, Integer::sum);
            }
            vectors.add(text(counts));
        }
        return vectors;
    }

    /**
     * Returns the vectors of a closed file when the DataNodes have reported all its replicas: the NameNode completes a file after
     * the first report.
     */
    public List<String> reportedVectors(org.apache.hadoop.fs.Path path) throws IOException {
        DistributedFileSystem hdfs = fileSystem();
        int replication = hdfs.getFileStatus(path).getReplication();
        String absolute = hdfs.makeQualified(path).toUri().getPath();
        await(
                "all replicas of " + path + " to be reported",
                () -> hdfs.getClient().getLocatedBlocks(absolute, 0, Long.MAX_VALUE).getLocatedBlocks().stream()
                        .allMatch(block -> block.getLocations().length >= replication));
        return vectors(path);
    }

    /** In the order of the tiers, the fastest first. */
    private String text(Map<String, Integer> counts) {
        return Stream.concat(tiers.stream(), Stream.of(ANY))
                .filter(counts::containsKey)
                .map(tier -> tier + "=" + counts.get(tier))
                .collect(Collectors.joining(","));
    }

    /**
     * Waits until every block of a file has exactly these replicas.
     *
     * @param vector as {@code fast=1,disk=2}, in any order
     * @throws IllegalArgumentException if it contains an unknown tier
     * @throws IOException when that does not happen in {@link #LIMIT}; the message has the last vectors seen
     */
    public void awaitVector(org.apache.hadoop.fs.Path path, String vector) throws IOException {
        String wanted = text(parse(vector));
        List<List<String>> seen = new ArrayList<>();
        await(() -> path + " to have " + wanted + " for every block; last seen: " + seen.get(0), () -> {
            List<String> now = vectors(path);
            seen.clear();
            seen.add(now);
            return !now.isEmpty() && now.stream().allMatch(wanted::equals);
        });
    }

    /** As {@link #awaitVector(org.apache.hadoop.fs.Path, String)}. */
    public void awaitVector(String path, String vector) throws IOException {
        awaitVector(new org.apache.hadoop.fs.Path(path), vector);
    }

    private Map<String, Integer> parse(String vector) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String part : vector.split(",", -1)) {
            int equals = part.indexOf('=');
            String tier = equals < 0 ? "" : part.substring(0, equals).strip();
            if (!tiers.contains(tier) && !tier.equals(ANY)) {
                throw new IllegalArgumentException("'" + part + "' in '" + vector + "' names none of " + tiers);
            }
            int count = Integer.parseInt(part.substring(equals + 1).strip());
            if (count > 0) {
                counts.put(tier, count);
            }
        }
        return counts;
    }

    private static void await(String what, Callable<Boolean> condition) throws IOException {
        await(() -> what, condition);
    }

    private static void await(Supplier<String> what, Callable<Boolean> condition) throws IOException {
        try {
            GenericTestUtils.waitFor(
                    () -> {
                        try {
                            return condition.call();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    POLL_MILLIS,
                    LIMIT.toMillis());
        } catch (TimeoutException e) {
            throw new IOException("waited " + LIMIT.toSeconds() + " s without success for " + what.get(), e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + what.get(), e);
        }
    }

    /** @throws IOException when a thread of the cluster does not end, or a file cannot be deleted */
    @Override
    public void close() throws IOException {
        try {
            tieredFileSystems.forEach(TieredFileSystem::close);
            for (DistributedFileSystem fileSystem : fileSystems) {
                fileSystem.close();
            }
        } finally {
            try {
                cluster.shutdown(true);
            } finally {
                delete(directory);
            }
        }
        threads.awaitEnd();
    }

    private static void delete(Path directory) throws IOException {
        if (!FileUtil.fullyDelete(directory.toFile()) && Files.exists(directory)) {
            throw new IOException("cannot delete " + directory);
        }
    }

    private record Node(String rack, List<String> tiers) {
        List<Optional<String>> instances() {
            return tiers.isEmpty()
                    ? List.of(Optional.empty())
                    : tiers.stream().map(Optional::of).toList();
        }
    }

    /** A description. Not thread-safe. */
    public static final class Builder {
        private final Path baseDir;
        private final Map<String, String> settings = new LinkedHashMap<>();
        private final List<Node> nodes = new ArrayList<>();
        private final Map<String, Long> capacities = new LinkedHashMap<>();
        private List<String> tiers = List.of();
        private int nameNodes = 1;

        private Builder(Path baseDir) {
            this.baseDir = Objects.requireNonNull(baseDir, "baseDir");
        }

        /** The tiers of the cluster, the fastest first. Without any the cluster is stock HDFS, for comparison. */
        public Builder tiers(String... fastestFirst) {
            tiers = List.of(fastestFirst);
            return this;
        }

        /**
         * A node with one DataNode instance for each of the tiers, or with one that has no tier.
         *
         * @param rack as {@code /rack1}
         */
        public Builder node(String rack, String... instances) {
            if (!rack.startsWith("/")) {
                throw new IllegalArgumentException("a rack starts with /: " + rack);
            }
            nodes.add(new Node(rack, List.of(instances)));
            return this;
        }

        /** {@code count} equal nodes. */
        public Builder nodes(int count, String rack, String... instances) {
            for (int i = 0; i < count; i++) {
                node(rack, instances);
            }
            return this;
        }

        /** Sets the default policy; {@code network-aware} without this call. */
        public Builder policy(String policy) {
            return conf(TierKeys.DEFAULT_POLICY.name(), policy);
        }

        /** The capacity in bytes of each DataNode of a tier; the disk's without this call. */
        public Builder capacity(String tier, long bytes) {
            capacities.put(tier, bytes);
            return this;
        }

        /** A setting of all daemons and clients; wins over those this class makes. */
        public Builder conf(String key, String value) {
            settings.put(key, value);
            return this;
        }

        /** How many NameNodes: with two or more they are an HA group and the first becomes active. */
        public Builder nameNodes(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("a cluster has a NameNode");
            }
            nameNodes = count;
            return this;
        }

        /**
         * Starts it and waits until every NameNode knows every DataNode's tier.
         *
         * @throws IOException if it does not start; no files or threads remain then
         */
        public MiniTieredCluster build() throws IOException {
            for (Node node : nodes) {
                for (String tier : node.tiers()) {
                    if (!tiers.contains(tier)) {
                        throw new IllegalArgumentException("a node has tier '" + tier + "', the cluster has " + tiers);
                    }
                }
            }
            NewThreads threads = new NewThreads();
            Files.createDirectories(baseDir);
            Path directory = Files.createTempDirectory(baseDir.toRealPath(), "tiers-");
            Optional<MiniDFSCluster> started = Optional.empty();
            try {
                Configuration conf = MiniClusterSettings.configuration(directory, tiers);
                conf.setInt("dfs.replication", Math.max(1, Math.min(3, nodes.size())));
                settings.forEach(conf::set);
                started = Optional.of(start(conf, directory));
                MiniTieredCluster cluster = new MiniTieredCluster(started.get(), conf, directory, threads, this);
                cluster.addNodes(nodes);
                cluster.awaitTiersKnown();
                return cluster;
            } catch (IOException | RuntimeException | Error e) {
                started.ifPresent(cluster -> cluster.shutdown(true));
                delete(directory);
                throw e;
            }
        }

        private MiniDFSCluster start(Configuration conf, Path directory) throws IOException {
            MiniDFSCluster.Builder builder = new MiniDFSCluster.Builder(
                            conf,
                            Files.createDirectories(directory.resolve("dfs")).toFile())
                    .numDataNodes(0)
                    .storagesPerDatanode(1);
            MiniDFSCluster cluster = RestartPorts.start(builder, nameNodes, 0);
            if (nameNodes == 1) {
                return cluster;
            }
            HATestUtil.setFailoverConfigurations(cluster, conf);
            cluster.transitionToActive(0);
            return cluster;
        }
    }
}
