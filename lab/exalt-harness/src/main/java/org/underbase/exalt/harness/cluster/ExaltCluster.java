package org.underbase.exalt.harness.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.node.RegionServersSaid;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.FullDisk;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.network.Network;

/**
 * A running cluster: a NameNode and the real DataNodes as processes of their own, emulated DataNodes in JVMs under the agent, these spread
 * over the hosts where there are several; where HBase is wanted, a ZooKeeper and a Master as processes and emulated RegionServers in JVMs under the agent. All of it vanishes when it is
 * closed, when this JVM ends, and when this JVM is killed. Thread-safe.
 */
public final class ExaltCluster implements AutoCloseable {
    private static final String METRICS = "hadoop-metrics2-namenode.properties";
    private static final String MASTER_HEAP = "512m";
    private static final List<String> OWN_DIRECTORIES = List.of("dfs.namenode.name.dir", "dfs.namenode.edits.dir");
    /** Few DataNodes: none is left to replace one that fails. */
    private static final int SMALL = 3;

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration TELL = Duration.ofSeconds(5);
    /** From a connection's end to that of the process which had it. */
    private static final Duration DYING = Duration.ofSeconds(3);
    /** With 3,000 DataNodes on two cores. */
    private static final Duration START_LIMIT = Duration.ofMinutes(20);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final long begin = System.nanoTime();
    private final ClusterOptions options;
    private final TestCluster cluster;
    private final List<EmulatedJvm> emulated = new CopyOnWriteArrayList<>();
    private final List<RegionServerJvm> regionServers = new ArrayList<>();
    private final String classPath;
    private final Optional<Path> registry;
    private final AtomicInteger loads = new AtomicInteger();
    private final Consumer<String> progress;

    private ExaltCluster(ClusterOptions options, TestCluster cluster, Consumer<String> progress) {
        this.options = options;
        this.cluster = cluster;
        this.progress = progress;
        // The testbed unpacks web pages once for all.
        classPath = String.join(
                File.pathSeparator,
                cluster.clientConfigurationDirectory().toString(),
                cluster.directory().resolve("web").toString(),
                System.getProperty("java.class.path"));
        registry = options.frames() ? Optional.of(cluster.directory().resolve("registry")) : Optional.empty();
        for (int i = 0; i < options.jvms(); i++) {
            jvm(options.firstOf(i), options.nodesOf(i));
        }
        Path homes = cluster.directory().resolve("region-servers");
        for (int i = 0; i < options.hbase().jvms(); i++) {
            regionServers.add(new RegionServerJvm(
                    options.hbase(), i, cluster.client(), classPath, network(), homes.resolve(Integer.toString(i))));
        }
    }

    /** Options of the agent in a process that compresses no file; none where it needs no agent. */
    private List<String> network() {
        return registry.map(directory -> List.of("registry=" + directory, options.verifyOption()))
                .orElse(List.of());
    }

    /** Whatever has no daemons is beside the cluster, which on one host is the same place. */
    private Node host(int jvm) {
        return options.hosts() == 1 ? cluster.client() : cluster.nodes().get(jvm % options.hosts());
    }

    private EmulatedJvm jvm(int first, int nodes) {
        int number = emulated.size();
        Path home = cluster.directory().resolve("emulated").resolve(Integer.toString(number));
        EmulatedJvm result = new EmulatedJvm(options, number, first, nodes, host(number), classPath, registry, home);
        emulated.add(result);
        return result;
    }

    /**
     * Starts a cluster and waits until all its DataNodes are live.
     *
     * @param options what it consists of
     * @param progress is told in short lines how far it is
     * @return the cluster, to be closed
     * @throws IOException when it does not start; nothing is left behind then
     * @throws InterruptedException when this thread is interrupted meanwhile
     */
    public static ExaltCluster start(ClusterOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        ClusterRecipe builder = TestCluster.builder()
                .name("exalt")
                .nodes(options.hosts())
                .dataNodesPerNode(0)
                .progress(progress);
        if (options.hosts() > 1) {
            builder.network(Network.namespaces());
        }
        for (int i = 0; i < options.realDatanodes(); i++) {
            builder.dataNode("n" + (1 + i % options.hosts()), datanode -> {});
        }
        options.directory().ifPresent(builder::directory);
        common(options).forEach(builder::set);
        options.settings().forEach(builder::set);
        for (Path made : made(options)) {
            builder.outside(made);
        }
        // The testbed's NameNodes stay with the quick compiler; a measured one may not.
        builder.jvmOptions(Role.NAMENODE, "-Xmx" + options.nameNodeHeap(), "-XX:TieredStopAtLevel=4");
        Path metrics = Files.createTempDirectory("exalt-metrics-");
        builder.outside(metrics);
        try {
            // The averages of the NameNode's own metrics are over this many seconds, not over ten.
            Files.writeString(metrics.resolve(METRICS), "*.period=1\n");
            builder.classPath(metrics);
            return options.hbase().wanted()
                    ? startHBase(options, builder, progress)
                    : start(options, builder.start(), progress);
        } catch (IOException | InterruptedException | RuntimeException e) {
            // Gone already, unless it failed before there was anything that removes it.
            Files.deleteIfExists(metrics.resolve(METRICS));
            Files.deleteIfExists(metrics);
            throw e;
        }
    }

    private static ExaltCluster start(ClusterOptions options, TestCluster base, Consumer<String> progress)
            throws IOException, InterruptedException {
        ExaltCluster result = new ExaltCluster(options, base, progress);
        try {
            for (EmulatedJvm jvm : result.emulated) {
                jvm.start();
            }
            result.awaitLive(options.datanodes() + options.realDatanodes());
            return result;
        } catch (IOException | InterruptedException | RuntimeException e) {
            try {
                result.close();
            } catch (IOException close) {
                e.addSuppressed(close);
            }
            throw e;
        }
    }

    /**
     * Adds emulated DataNodes in a JVM of their own, and waits until all DataNodes are live.
     *
     * @param datanodes how many, at least 1
     * @throws IOException when they do not start; those that were there before go on
     * @throws InterruptedException when this thread is interrupted meanwhile
     */
    public void add(int datanodes) throws IOException, InterruptedException {
        if (datanodes < 1) {
            throw new IllegalArgumentException("at least 1 DataNode, not " + datanodes);
        }
        EmulatedJvm added = jvm(emulatedNodes(), datanodes);
        try {
            added.start();
            awaitLive(emulatedNodes() + options.realDatanodes());
        } catch (IOException | RuntimeException e) {
            emulated.remove(added);
            added.end();
            throw e;
        }
    }

    private int emulatedNodes() {
        return emulated.stream().mapToInt(EmulatedJvm::nodes).sum();
    }

    /** HBase's Master needs DataNodes, and its RegionServers before it serves. */
    private static ExaltCluster startHBase(ClusterOptions options, ClusterRecipe builder, Consumer<String> progress)
            throws IOException, InterruptedException {
        AtomicReference<ExaltCluster> result = new AtomicReference<>();
        builder.otherRegionServers(options.hbase().regionServers())
                .jvmOptions(Role.MASTER, "-Xmx" + MASTER_HEAP, "-XX:TieredStopAtLevel=4")
                .beforeHBase(base -> result.set(beforeHBase(options, base, progress)));
        try {
            builder.start();
        } catch (IOException e) {
            // The testbed has no interruptions.
            if (e.getCause() instanceof InterruptedException interruption) {
                throw interruption;
            }
            throw e;
        }
        return result.get();
    }

    private static ExaltCluster beforeHBase(ClusterOptions options, TestCluster base, Consumer<String> progress)
            throws IOException {
        ExaltCluster cluster = new ExaltCluster(options, base, progress);
        try {
            for (EmulatedJvm jvm : cluster.emulated) {
                jvm.start();
            }
            cluster.awaitLive(options.datanodes() + options.realDatanodes());
            for (RegionServerJvm jvm : cluster.regionServers) {
                jvm.start();
            }
            for (RegionServerJvm jvm : cluster.regionServers) {
                while (jvm.said().millis() == 0) {
                    jvm.check();
                    TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
                }
            }
            progress.accept(options.hbase().regionServers() + " emulated RegionServers started");
            return cluster;
        } catch (InterruptedException e) {
            throw new IOException("interrupted during the start of DataNodes", e);
        }
    }

    /** Directories of the NameNode that settings name and that are not there: it makes them, and they are to go with it. */
    private static List<Path> made(ClusterOptions options) {
        List<Path> result = new ArrayList<>();
        for (String key : OWN_DIRECTORIES) {
            for (String name : options.settings().getOrDefault(key, "").split(",", -1)) {
                if (!name.isBlank()) {
                    Path path = Path.of(
                            new org.apache.hadoop.fs.Path(name.strip()).toUri().getPath());
                    if (!Files.exists(path)) {
                        result.add(path);
                    }
                }
            }
        }
        return result;
    }

    /** What the testbed sets for short tests is set back to what Hadoop has, but for what is only looked at. */
    private static Map<String, String> common(ClusterOptions options) {
        Map<String, String> result = new LinkedHashMap<>();
        result.put("dfs.heartbeat.interval", "3");
        result.put("dfs.namenode.heartbeat.recheck-interval", "300000");
        result.put("dfs.blockreport.intervalMsec", "21600000");
        result.put("dfs.namenode.reconstruction.pending.timeout-sec", "300");
        result.put("dfs.namenode.lock.detailed-metrics.enabled", "true");
        // Most calls take less than the millisecond that is the unit otherwise.
        result.put("rpc.metrics.timeunit", "MICROSECONDS");
        result.put("dfs.replication", "3");
        result.put(
                "dfs.client.block.write.replace-datanode-on-failure.best-effort",
                Boolean.toString(options.datanodes() + options.realDatanodes() <= SMALL));
        return result;
    }

    /**
     * Waits until so many DataNodes are live in the NameNode's eyes, and it has got a report of blocks from each: from emulated ones since
     * they were started last, from real ones since the cluster was.
     *
     * @param count of real and emulated ones
     * @throws IOException when one of their JVMs died, or it takes too long
     * @throws InterruptedException when this thread is interrupted meanwhile
     */
    public void awaitLive(int count) throws IOException, InterruptedException {
        long from = System.nanoTime();
        long told = from;
        while (true) {
            boolean ready = true;
            int started = 0;
            int unknown = 0;
            for (EmulatedJvm jvm : emulated) {
                ready &= jvm.ready();
                started += jvm.started();
                unknown += jvm.started() == jvm.nodes() ? jvm.nodes() - jvm.known() : 0;
            }
            long now = System.nanoTime();
            boolean late = now - from > START_LIMIT.toNanos();
            boolean tell = now - told > TELL.toNanos();
            if (late || tell || ready) {
                int live = state().path("NumLiveDataNodes").intValue();
                // Emulated ones are ready when they have reported.
                int silent = ready && options.realDatanodes() > 0 ? unreported() : unknown;
                String how =
                        started + " of " + emulatedNodes() + " emulated DataNodes started, " + live + " DataNodes live";
                if (ready && live >= count && silent == 0) {
                    progress.accept(how);
                    return;
                }
                if (silent > 0) {
                    how += ", " + silent + " have not reported their blocks";
                }
                if (late) {
                    throw new IOException("not after " + START_LIMIT.toMinutes() + " minutes: " + how);
                }
                if (tell) {
                    // HBase is not there yet.
                    checkDaemons(List.of(Role.NAMENODE, Role.DATANODE));
                    told = now;
                    progress.accept(how);
                }
            }
            TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
        }
    }

    /**
     * DataNodes, real ones too, that have not reported their blocks since the cluster's start. NumStaleStorages would tell, but is counted
     * every five minutes only (dfs.namenode.heartbeat.recheck-interval).
     */
    private int unreported() throws IOException {
        String live = nameNode()
                .jmx("Hadoop:service=NameNode,name=NameNodeInfo")
                .path(0)
                .path("LiveNodes")
                .asText();
        // Of one that never has, the NameNode tells the minutes since the machine's own start.
        long age = (System.nanoTime() - begin) / TimeUnit.MINUTES.toNanos(1) + 1;
        int count = 0;
        for (JsonNode node : JSON.readTree(live)) {
            if (node.path("lastBlockReport").longValue() > age) {
                count++;
            }
        }
        return count;
    }

    private JsonNode state() throws IOException {
        return nameNode().jmx("Hadoop:service=NameNode,name=FSNamesystemState").path(0);
    }

    /**
     * Sees to it that all its processes live, and have room to.
     *
     * @throws IOException when one of them died: which, and why; when the disk is full
     */
    public void check() throws IOException {
        for (EmulatedJvm jvm : emulated) {
            jvm.check();
        }
        for (RegionServerJvm jvm : regionServers) {
            jvm.check();
        }
        checkDaemons(List.of(Role.NAMENODE, Role.DATANODE, Role.ZOOKEEPER, Role.MASTER));
    }

    private void checkDaemons(List<Role> roles) throws IOException {
        for (Role role : roles) {
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
     * What a failure comes from. When a process dies, those that talk with it are often the first to notice, and all that they know is that a
     * connection is gone.
     *
     * @param failure of anything that was done with the cluster
     * @return that one of its processes died, where one did; else the failure
     * @throws InterruptedException when this thread is interrupted: a process that is ending may still be there for a moment
     */
    public IOException explained(IOException failure) throws InterruptedException {
        long from = System.nanoTime();
        while (System.nanoTime() - from < DYING.toNanos()) {
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
     * Starts clients in a JVM of their own.
     *
     * @param spec what they do
     * @return the JVM; it ends with the cluster at the latest
     * @throws IOException when it cannot be started
     */
    public LoadJvm load(LoadSpec spec) throws IOException {
        String name = "clients-" + loads.getAndIncrement();
        List<String> java = new ArrayList<>(List.of("-Xmx1g"));
        if (registry.isPresent()) {
            java.addAll(AgentJar.options(classPath, network()));
        }
        return LoadJvm.start(name, cluster.client(), java, directory().resolve(name + ".log"), spec);
    }

    /**
     * Gives a command of the JDK's {@code jcmd} to one of its JVMs.
     *
     * @param pid of the JVM
     * @param command and its arguments
     * @return what the JVM answered
     * @throws IOException when there is no jcmd, or it fails
     */
    public String jcmd(long pid, String... command) throws IOException {
        return Jcmd.run(cluster, pid, List.of(command));
    }

    /**
     * Bytes that its hosts have sent each other and clients have sent them, with headers.
     *
     * @return since its start
     * @throws IOException when the kernel does not tell
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
     * The NameNode.
     *
     * @return its daemon
     * @throws IOException never: there is one
     */
    public Daemon nameNode() throws IOException {
        return cluster.nameNode();
    }

    /**
     * The real DataNodes.
     *
     * @return in the order of their numbers
     */
    public List<Daemon> realDataNodes() {
        return cluster.daemons(Role.DATANODE);
    }

    /**
     * The JVMs of emulated DataNodes.
     *
     * @return in the order of their numbers
     */
    public List<EmulatedJvm> emulated() {
        return List.copyOf(emulated);
    }

    /**
     * The JVMs of emulated RegionServers.
     *
     * @return in the order of their numbers; empty without HBase
     */
    public List<RegionServerJvm> regionServers() {
        return List.copyOf(regionServers);
    }

    /**
     * How all emulated RegionServers are.
     *
     * @return the sum of what their JVMs said last
     */
    public RegionServersSaid regionServersSaid() {
        return regionServers.stream()
                .map(RegionServerJvm::said)
                .reduce(RegionServersSaid::plus)
                .orElse(RegionServersSaid.NOTHING);
    }

    /**
     * The processes of HBase that are real: ZooKeeper and the Master.
     *
     * @return empty without HBase
     */
    public List<Daemon> realHBase() {
        return Stream.of(Role.ZOOKEEPER, Role.MASTER)
                .flatMap(role -> cluster.daemons(role).stream())
                .toList();
    }

    /**
     * Waits until all RegionServers are online and no others, such as those of a JVM that was killed.
     *
     * @throws IOException when it takes more than three minutes
     */
    public void awaitRegionServers() throws IOException {
        for (RegionServerJvm jvm : regionServers) {
            jvm.check();
        }
        cluster.awaitHBase();
    }

    /**
     * A client's configuration.
     *
     * @return a new one
     */
    public Configuration configuration() {
        return cluster.clientConfiguration();
    }

    /**
     * What it was asked to be.
     *
     * @return as at its start
     */
    public ClusterOptions options() {
        return options;
    }

    /**
     * Where all of it is.
     *
     * @return absolute
     */
    public Path directory() {
        return cluster.directory();
    }

    @Override
    public void close() throws IOException {
        cluster.close();
    }
}
