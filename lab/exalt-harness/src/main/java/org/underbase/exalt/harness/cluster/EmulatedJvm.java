package org.underbase.exalt.harness.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.underbase.exalt.harness.node.AgentBytes;
import org.underbase.exalt.harness.node.DisabledServices;
import org.underbase.exalt.harness.node.EmulatedDataNodes;
import org.underbase.exalt.harness.node.GcTotals;
import org.underbase.testbed.Node;
import org.underbase.testbed.client.ChildProcess;

/** JVM of emulated DataNodes. Thread-safe. */
public final class EmulatedJvm {
    private static final String LOOPBACK = "127.0.0.1";
    private static final long POLL_MILLIS = 200;

    private final ClusterOptions options;
    private final JvmLauncher launcher;
    private final int number;
    private final int first;
    private final int nodes;
    private final Node host;
    private final Path home;
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger known = new AtomicInteger();
    private final AtomicInteger reported = new AtomicInteger();
    private final BlockingQueue<String> responses = new LinkedBlockingQueue<>();
    private volatile boolean ready;
    private volatile ChildProcess jvm;

    /**
     * Describes a JVM.
     *
     * @param options description of the cluster
     * @param launcher launcher of the cluster's JVMs
     * @param number index of the JVM, from 0
     * @param first index of its first DataNode
     * @param nodes number of its DataNodes
     * @param host node that it runs on
     * @param home directory of the JVM
     */
    EmulatedJvm(ClusterOptions options, JvmLauncher launcher, int number, int first, int nodes, Node host, Path home) {
        this.options = options;
        this.launcher = launcher;
        this.number = number;
        this.first = first;
        this.nodes = nodes;
        this.host = host;
        this.home = home;
    }

    /**
     * Starts the JVM, initially or after a {@link #kill}; does not wait.
     *
     * @throws IOException if it cannot be started
     */
    public synchronized void start() throws IOException {
        Files.createDirectories(data());
        started.set(0);
        known.set(0);
        responses.clear();
        ready = false;
        List<String> java = new ArrayList<>(List.of(
                "-Xmx" + options.nodeHeap(),
                "-Xss256k",
                "-XX:+UseSerialGC",
                "-XX:ReservedCodeCacheSize=96m",
                "-Djava.io.tmpdir=" + Files.createDirectories(home.resolve("tmp"))));
        java.addAll(launcher.compressing(data()));
        if (!options.fullDatanodes()) {
            Path disabling = home.resolve("disabled-services.jar");
            DisabledServices.writeJar(disabling);
            java.add("-javaagent:" + disabling);
        }
        jvm = JvmLauncher.start(
                toString(),
                host,
                java,
                EmulatedDataNodes.class,
                List.of(
                        data().toString(),
                        Integer.toString(first),
                        Integer.toString(nodes),
                        options.fullDatanodes() ? "full" : "small",
                        options.hosts() == 1 ? LOOPBACK : host.address()),
                home.resolve("log"),
                this::received);
    }

    private void received(String line) {
        if (line.startsWith(EmulatedDataNodes.STARTED)) {
            started.set(Integer.parseInt(line.substring(EmulatedDataNodes.STARTED.length())));
        } else if (line.startsWith(EmulatedDataNodes.KNOWN)) {
            known.set(Integer.parseInt(line.substring(EmulatedDataNodes.KNOWN.length())));
        } else if (line.equals(EmulatedDataNodes.READY)) {
            ready = true;
        } else if (line.startsWith(EmulatedDataNodes.TIMED)
                || line.startsWith(EmulatedDataNodes.COLLECTED)
                || line.startsWith(EmulatedDataNodes.SAVED)) {
            responses.add(line);
        } else if (line.equals(EmulatedDataNodes.REPORTED)) {
            reported.incrementAndGet();
        }
    }

    /**
     * Returns the number of started DataNodes.
     *
     * @return number since the last start of the JVM
     */
    public int started() {
        return started.get();
    }

    /**
     * Returns the number of DataNodes whose block report the NameNode has received.
     *
     * @return number since the last start of the JVM
     */
    public int known() {
        return known.get();
    }

    /**
     * Returns whether all DataNodes have started and reported their blocks.
     *
     * @return whether this holds since the last start of the JVM
     * @throws IOException if the JVM has exited
     */
    public boolean ready() throws IOException {
        check();
        return ready;
    }

    /**
     * Checks that the JVM runs.
     *
     * @throws IOException if it has exited
     */
    public void check() throws IOException {
        JvmLauncher.check(jvm);
    }

    /**
     * Requests a full block report from each DataNode; does not wait.
     *
     * @throws IOException if the JVM has exited
     */
    public void report() throws IOException {
        jvm.send(EmulatedDataNodes.REPORT);
    }

    /**
     * Returns the number of completed {@link #report} requests.
     *
     * @return number since the first start of the JVM
     */
    public int reported() {
        return reported.get();
    }

    /**
     * Reads the counters of the agent.
     *
     * @return counters since the last start of the JVM
     * @throws IOException if the JVM has exited
     * @throws InterruptedException if this thread is interrupted
     */
    public AgentBytes bytes() throws IOException, InterruptedException {
        return AgentBytes.of(call(EmulatedDataNodes.BYTES, EmulatedDataNodes.SAVED));
    }

    /**
     * Times a full block report of a DataNode. Its heartbeats are delayed, because the same thread sends them.
     *
     * @param node index of the DataNode
     * @param threshold number of replicas from which the report has a message per volume
     * @return durations
     * @throws IOException if the JVM has exited, or the report failed
     * @throws InterruptedException if this thread is interrupted
     */
    public ReportTime timeReport(int node, long threshold) throws IOException, InterruptedException {
        long[] nanos = call(EmulatedDataNodes.TIME_REPORT + node + " " + threshold, EmulatedDataNodes.TIMED);
        return new ReportTime(nanos[0], nanos[1]);
    }

    /**
     * Reads the garbage collections since the last start of the JVM.
     *
     * @return totals of all collectors
     * @throws IOException if the JVM has exited
     * @throws InterruptedException if this thread is interrupted
     */
    public GcTotals collections() throws IOException, InterruptedException {
        long[] totals = call(EmulatedDataNodes.GC, EmulatedDataNodes.COLLECTED);
        return new GcTotals(totals[0], totals[1]);
    }

    /** Sends a request and awaits its response; synchronized, because responses arrive in the order of the requests. */
    private synchronized long[] call(String request, String prefix) throws IOException, InterruptedException {
        jvm.send(request);
        while (true) {
            String response = responses.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (response != null) {
                return Arrays.stream(response.substring(prefix.length()).split(" ", -1))
                        .mapToLong(Long::parseLong)
                        .toArray();
            }
            check();
        }
    }

    /**
     * Kills the JVM with signal 9, with all its DataNodes.
     *
     * @throws IOException if it is not gone after half a minute
     */
    public void kill() throws IOException {
        jvm.kill();
    }

    /** Kills the JVM, if it runs, after a failed start. */
    void end() throws IOException {
        if (jvm != null && jvm.alive()) {
            jvm.kill();
        }
    }

    /**
     * Returns the process ID.
     *
     * @return ID of the JVM's process
     */
    public long pid() {
        return jvm.pid();
    }

    /**
     * Returns the number of DataNodes.
     *
     * @return number, at least 0
     */
    public int nodes() {
        return nodes;
    }

    /**
     * Returns the directory that the agent compresses.
     *
     * @return absolute path
     */
    public Path data() {
        return home.resolve("data");
    }

    /**
     * Durations of a full block report.
     *
     * @param makeNanos time to create the report, in nanoseconds
     * @param allNanos time until the NameNode's response, in nanoseconds
     */
    public record ReportTime(long makeNanos, long allNanos) {}

    @Override
    public String toString() {
        return "emulated-" + number;
    }
}
