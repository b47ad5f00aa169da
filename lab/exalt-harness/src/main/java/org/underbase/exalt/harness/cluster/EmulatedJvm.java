package org.underbase.exalt.harness.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.underbase.exalt.harness.node.AgentBytes;
import org.underbase.exalt.harness.node.Collected;
import org.underbase.exalt.harness.node.EmulatedDataNodes;
import org.underbase.exalt.harness.node.LeftOut;
import org.underbase.testbed.Node;

/** A JVM of emulated DataNodes. Thread-safe. */
public final class EmulatedJvm {
    private static final String LOOPBACK = "127.0.0.1";
    private static final long POLL_MILLIS = 200;

    private final ClusterOptions options;
    private final int number;
    private final int first;
    private final int nodes;
    private final Node host;
    private final String classPath;
    private final Optional<Path> registry;
    private final Path home;
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger known = new AtomicInteger();
    private final AtomicInteger reported = new AtomicInteger();
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private volatile boolean ready;
    private volatile ChildJvm jvm;

    /**
     * @param number from 0
     * @param first number of its first DataNode
     * @param nodes how many it has
     * @param host that it runs on
     * @param classPath of daemons and clients
     * @param registry of processes with frames
     * @param home its directory
     */
    EmulatedJvm(
            ClusterOptions options,
            int number,
            int first,
            int nodes,
            Node host,
            String classPath,
            Optional<Path> registry,
            Path home) {
        this.options = options;
        this.number = number;
        this.first = first;
        this.nodes = nodes;
        this.host = host;
        this.classPath = classPath;
        this.registry = registry;
        this.home = home;
    }

    /**
     * Starts it, for the first time or after a {@link #kill}; does not wait.
     *
     * @throws IOException when it cannot be started
     */
    public synchronized void start() throws IOException {
        Files.createDirectories(data());
        started.set(0);
        known.set(0);
        answers.clear();
        ready = false;
        List<String> java = new ArrayList<>(List.of(
                "-Xmx" + options.nodeHeap(),
                "-Xss256k",
                "-XX:+UseSerialGC",
                "-XX:ReservedCodeCacheSize=96m",
                "-Djava.io.tmpdir=" + Files.createDirectories(home.resolve("tmp"))));
        List<String> agent = new ArrayList<>(List.of(
                "directories=" + data(), "pattern=/blk_", "capacity=" + options.capacity(), options.verifyOption()));
        registry.ifPresent(directory -> agent.add("registry=" + directory));
        java.addAll(AgentJar.options(classPath, agent));
        if (!options.whole()) {
            Path leftOut = home.resolve("left-out.jar");
            LeftOut.writeJar(leftOut);
            java.add("-javaagent:" + leftOut);
        }
        jvm = ChildJvm.start(
                toString(),
                host,
                java,
                EmulatedDataNodes.class.getName(),
                List.of(
                        data().toString(),
                        Integer.toString(first),
                        Integer.toString(nodes),
                        options.whole() ? "whole" : "small",
                        options.hosts() == 1 ? LOOPBACK : host.address()),
                home.resolve("log"),
                this::heard);
    }

    private void heard(String line) {
        if (line.startsWith(EmulatedDataNodes.STARTED)) {
            started.set(Integer.parseInt(line.substring(EmulatedDataNodes.STARTED.length())));
        } else if (line.startsWith(EmulatedDataNodes.KNOWN)) {
            known.set(Integer.parseInt(line.substring(EmulatedDataNodes.KNOWN.length())));
        } else if (line.equals(EmulatedDataNodes.READY)) {
            ready = true;
        } else if (line.startsWith(EmulatedDataNodes.TIMED)
                || line.startsWith(EmulatedDataNodes.COLLECTED)
                || line.startsWith(EmulatedDataNodes.SAVED)) {
            answers.add(line);
        } else if (line.equals(EmulatedDataNodes.REPORTED)) {
            reported.incrementAndGet();
        }
    }

    /**
     * How many of its DataNodes have been started.
     *
     * @return since its last start
     */
    public int started() {
        return started.get();
    }

    /**
     * From how many of its DataNodes the NameNode has got a report of blocks.
     *
     * @return since its last start
     */
    public int known() {
        return known.get();
    }

    /**
     * Whether all of its DataNodes have been started and the NameNode knows the blocks of each.
     *
     * @return since its last start
     * @throws IOException when it died
     */
    public boolean ready() throws IOException {
        check();
        return ready;
    }

    /**
     * Sees to it that it lives.
     *
     * @throws IOException when it died
     */
    public void check() throws IOException {
        if (!jvm.alive()) {
            throw jvm.died();
        }
    }

    /**
     * Asks for a full block report of each DataNode; does not wait.
     *
     * @throws IOException when it died
     */
    public void report() throws IOException {
        jvm.tell(EmulatedDataNodes.REPORT);
    }

    /**
     * How often {@link #report} has been done.
     *
     * @return since the first start
     */
    public int reported() {
        return reported.get();
    }

    /**
     * What its agent has saved.
     *
     * @return since its last start
     * @throws IOException when it died
     * @throws InterruptedException when this thread is interrupted
     */
    public AgentBytes bytes() throws IOException, InterruptedException {
        return AgentBytes.of(ask(EmulatedDataNodes.BYTES, EmulatedDataNodes.SAVED));
    }

    /**
     * Times a full block report of one of its DataNodes. Its heartbeats wait meanwhile: the same thread sends them.
     *
     * @param node the DataNode's number
     * @param threshold replicas from which on there is a message for each volume
     * @return how long it took
     * @throws IOException when it died, or the report failed
     * @throws InterruptedException when this thread is interrupted
     */
    public ReportTime timeReport(int node, long threshold) throws IOException, InterruptedException {
        long[] nanos = ask(EmulatedDataNodes.TIME_REPORT + node + " " + threshold, EmulatedDataNodes.TIMED);
        return new ReportTime(nanos[0], nanos[1]);
    }

    /**
     * Collections of garbage since its start.
     *
     * @return of all its collectors
     * @throws IOException when it died
     * @throws InterruptedException when this thread is interrupted
     */
    public Collected collections() throws IOException, InterruptedException {
        long[] told = ask(EmulatedDataNodes.GC, EmulatedDataNodes.COLLECTED);
        return new Collected(told[0], told[1]);
    }

    /** One question at a time: answers come in order. */
    private synchronized long[] ask(String order, String begin) throws IOException, InterruptedException {
        jvm.tell(order);
        while (true) {
            String answer = answers.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (answer != null) {
                return Arrays.stream(answer.substring(begin.length()).split(" ", -1))
                        .mapToLong(Long::parseLong)
                        .toArray();
            }
            if (!jvm.alive()) {
                throw jvm.died();
            }
        }
    }

    /**
     * Kills it as {@code kill -9} does, with all its DataNodes.
     *
     * @throws IOException when it is not gone after half a minute
     */
    public void kill() throws IOException {
        jvm.kill();
    }

    /** Ends what there is of it after a start that failed. */
    void end() throws IOException {
        if (jvm != null && jvm.alive()) {
            jvm.kill();
        }
    }

    /**
     * Its process.
     *
     * @return the id
     */
    public long pid() {
        return jvm.pid();
    }

    /**
     * How many DataNodes it has.
     *
     * @return at least 0
     */
    public int nodes() {
        return nodes;
    }

    /**
     * The directory that the agent compresses.
     *
     * @return absolute
     */
    public Path data() {
        return home.resolve("data");
    }

    /**
     * What a full block report took.
     *
     * @param makeNanos until it was made
     * @param allNanos until the NameNode had answered
     */
    public record ReportTime(long makeNanos, long allNanos) {}

    @Override
    public String toString() {
        return "emulated-" + number;
    }
}
