package org.underbase.exalt.harness.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.underbase.testbed.Await;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;

/** JVMs of the emulated DataNodes of a cluster, and the wait for their registration. Thread-safe. */
final class EmulatedNodes {
    private static final Duration REPORT_INTERVAL = Duration.ofSeconds(5);
    /** Sufficient for 3,000 DataNodes on two cores. */
    private static final Duration START_LIMIT = Duration.ofMinutes(20);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final long begin = System.nanoTime();
    private final ClusterOptions options;
    private final JvmLauncher launcher;
    private final TestCluster cluster;
    private final Consumer<String> progress;
    private final List<EmulatedJvm> jvms = new CopyOnWriteArrayList<>();

    EmulatedNodes(ClusterOptions options, JvmLauncher launcher, TestCluster cluster, Consumer<String> progress) {
        this.options = options;
        this.launcher = launcher;
        this.cluster = cluster;
        this.progress = progress;
        for (int i = 0; i < options.jvms(); i++) {
            describe(options.firstOf(i), options.nodesOf(i));
        }
    }

    private EmulatedJvm describe(int first, int nodes) {
        int number = jvms.size();
        Path home = cluster.directory().resolve("emulated").resolve(Integer.toString(number));
        EmulatedJvm result = new EmulatedJvm(options, launcher, number, first, nodes, host(number), home);
        jvms.add(result);
        return result;
    }

    private Node host(int jvm) {
        return options.hosts() == 1 ? cluster.client() : cluster.nodes().get(jvm % options.hosts());
    }

    List<EmulatedJvm> jvms() {
        return List.copyOf(jvms);
    }

    /** Starts all JVMs and waits until all DataNodes are live. */
    void start() throws IOException {
        for (EmulatedJvm jvm : jvms) {
            jvm.start();
        }
        awaitLive(all());
    }

    /** Starts one more JVM and waits until all DataNodes are live. */
    void add(int datanodes) throws IOException {
        EmulatedJvm added = describe(emulated(), datanodes);
        try {
            added.start();
            awaitLive(all());
        } catch (IOException | RuntimeException e) {
            jvms.remove(added);
            added.end();
            throw e;
        }
    }

    private int all() {
        return emulated() + options.realDatanodes();
    }

    private int emulated() {
        return jvms.stream().mapToInt(EmulatedJvm::nodes).sum();
    }

    void check() throws IOException {
        for (EmulatedJvm jvm : jvms) {
            jvm.check();
        }
    }

    /**
     * State of the registration.
     *
     * @param started number of started emulated DataNodes
     * @param emulated number of emulated DataNodes
     * @param live number of DataNodes that the NameNode reports as live
     * @param silent number of DataNodes without a block report
     */
    private record Registration(int started, int emulated, int live, int silent) {
        @Override
        public String toString() {
            return started + " of " + emulated + " emulated DataNodes started, " + live + " DataNodes live"
                    + (silent > 0 ? ", " + silent + " have not reported their blocks" : "");
        }
    }

    /** Waits until a number of DataNodes is live and all have reported their blocks. */
    void awaitLive(int count) throws IOException {
        Reporter reporter = new Reporter();
        Await.until(
                count + " DataNodes to be live",
                START_LIMIT,
                () -> registration().toString(),
                () -> {
                    boolean ready = true;
                    for (EmulatedJvm jvm : jvms) {
                        ready &= jvm.ready();
                    }
                    if (ready) {
                        Registration now = registration();
                        if (now.live() >= count && now.silent() == 0) {
                            progress.accept(now.toString());
                            return true;
                        }
                    }
                    reporter.reportIfDue();
                    return false;
                });
    }

    /** Progress of a wait, every few seconds. */
    private final class Reporter {
        private long last = System.nanoTime();

        void reportIfDue() throws IOException {
            if (System.nanoTime() - last > REPORT_INTERVAL.toNanos()) {
                // HBase is not started yet.
                for (Role role : List.of(Role.NAMENODE, Role.DATANODE)) {
                    for (Daemon daemon : cluster.daemons(role)) {
                        daemon.checkAlive();
                    }
                }
                last = System.nanoTime();
                progress.accept(registration().toString());
            }
        }
    }

    private Registration registration() throws IOException {
        int started = 0;
        int unknown = 0;
        for (EmulatedJvm jvm : jvms) {
            started += jvm.started();
            unknown += jvm.started() == jvm.nodes() ? jvm.nodes() - jvm.known() : 0;
        }
        int live = cluster.nameNode()
                .jmx("Hadoop:service=NameNode,name=FSNamesystemState")
                .path(0)
                .path("NumLiveDataNodes")
                .intValue();
        // Emulated DataNodes count their own reports.
        int silent = unknown == 0 && options.realDatanodes() > 0 ? unreported() : unknown;
        return new Registration(started, emulated(), live, silent);
    }

    /**
     * Counts the DataNodes, including real ones, without a block report since the cluster's start. NumStaleStorages would contain the number,
     * but is updated only every five minutes (dfs.namenode.heartbeat.recheck-interval).
     */
    private int unreported() throws IOException {
        String live = cluster.nameNode()
                .jmx("Hadoop:service=NameNode,name=NameNodeInfo")
                .path(0)
                .path("LiveNodes")
                .asText();
        // Without a report, the NameNode returns the minutes since the boot of the machine.
        long age = (System.nanoTime() - begin) / TimeUnit.MINUTES.toNanos(1) + 1;
        int count = 0;
        for (JsonNode node : JSON.readTree(live)) {
            if (node.path("lastBlockReport").longValue() > age) {
                count++;
            }
        }
        return count;
    }
}
