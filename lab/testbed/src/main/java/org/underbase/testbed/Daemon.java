package org.underbase.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.underbase.testbed.ClusterPlan.DaemonPlan;
import org.underbase.testbed.ExitDiagnosis.LogMark;
import org.underbase.testbed.disk.DiskBytes;
import org.underbase.testbed.network.Host;
import org.underbase.testbed.process.ProcessIdentity;
import org.underbase.testbed.process.Signal;

/** Daemon of a cluster: a process that tests kill, pause, restart and query. Thread-safe. */
public final class Daemon {
    private static final Duration STOP_LIMIT = Duration.ofMinutes(2);
    private static final Duration REGISTRATION_LIMIT = Duration.ofMinutes(2);

    private final DaemonPlan plan;
    private final Host host;
    private final DaemonLauncher launcher;
    private final LastRun lastRun;
    /** Disk traffic of runs that this JVM ended; a run may receive several signals. */
    private final Map<ProcessIdentity, DiskBytes> counted = new HashMap<>();

    private LogMark started = new LogMark(0, 0);

    Daemon(DaemonPlan plan, Host host, DaemonLauncher launcher) {
        this.plan = plan;
        this.host = host;
        this.launcher = launcher;
        this.lastRun = new LastRun(plan.home());
    }

    /** Returns the role. */
    public Role role() {
        return plan.role();
    }

    /** Returns the name, which is unique on its node, such as {@code datanode-0}. */
    public String name() {
        return plan.name();
    }

    /** Returns the name of its node, such as {@code n1}. */
    public String node() {
        return plan.node();
    }

    /** Returns the name that is unique in the cluster, such as {@code n1/datanode-0}. */
    public String path() {
        return plan.node() + "/" + plan.name();
    }

    /** Whether the process runs; a paused process does. */
    public boolean alive() {
        return process().isPresent();
    }

    /** State of a daemon's process. */
    public enum State {
        RUNNING,
        PAUSED,
        EXITED
    }

    /** Returns the state of the process. */
    public State state() {
        return process()
                .map(process -> process.stopped() ? State.PAUSED : State.RUNNING)
                .orElse(State.EXITED);
    }

    /** Returns the process id; empty if the process does not run. */
    public OptionalLong pid() {
        return process().stream().mapToLong(ProcessIdentity::pid).findFirst();
    }

    private Optional<ProcessIdentity> process() {
        return lastRun.process().filter(ProcessIdentity::alive);
    }

    /** Returns the RPC address, {@code host:port}. */
    public String address() {
        return host.address() + ":" + plan.port(Ports.RPC);
    }

    /** Returns a port by its use: {@code rpc}, {@code http}, {@code data}; empty if the daemon has no such port. */
    public OptionalInt port(String use) {
        Integer port = plan.ports().get(use);
        return port == null ? OptionalInt.empty() : OptionalInt.of(port);
    }

    /** Returns the address of the web pages; empty for ZooKeeper. */
    public Optional<URI> web() {
        return port(Ports.HTTP).stream()
                .mapToObj(port -> URI.create("http://" + host.address() + ":" + port + "/"))
                .findFirst();
    }

    /** Returns the directory of its *-site.xml files. */
    public Path conf() {
        return plan.conf();
    }

    /** Returns the log of all its runs. */
    public Path log() {
        return plan.log();
    }

    /** Returns the reader of the daemon's log. */
    public DaemonLog logReader() {
        return new DaemonLog(this);
    }

    /**
     * Returns the data transfer address of a DataNode, as NameNodes, exclude files and tier-map files name the DataNode.
     *
     * @return {@code host:port}; empty for other daemons
     */
    public Optional<String> transferAddress() {
        return port(Ports.DATA).stream()
                .mapToObj(port -> host.address() + ":" + port)
                .findFirst();
    }

    /**
     * Waits, at most two minutes, until a DataNode is registered with a NameNode after a start.
     *
     * @throws WaitTimeoutException if it is not registered in time
     * @throws DaemonExitedException if it does not run
     */
    public void awaitRegistered() throws IOException {
        Await.until(
                this + " to be registered", REGISTRATION_LIMIT, () -> "it runs", () -> ClusterHealth.registered(this));
    }

    /** Returns the file with standard output and standard error of all its runs. */
    public Path out() {
        return plan.out();
    }

    DaemonPlan plan() {
        return plan;
    }

    /** Starts the process without a wait; see {@link TestCluster#awaitServing}. Has no effect if it runs. */
    public void start() throws IOException {
        start(List.of());
    }

    /**
     * Starts the process as {@link #start()} does.
     *
     * @param options additional arguments of this start only, such as {@code -upgrade}
     */
    public synchronized void start(List<String> options) throws IOException {
        if (!alive()) {
            started = LogMark.now(plan);
            lastRun.record(launcher.start(plan, host, options));
        }
    }

    /** Kills the process with SIGKILL and waits until it has exited. */
    public void kill() throws IOException {
        end(Signal.KILL, STOP_LIMIT);
    }

    /**
     * Stops the process with SIGTERM and waits until it has exited.
     *
     * @throws ClusterException if it still runs after two minutes
     */
    public void stop() throws IOException {
        stop(STOP_LIMIT);
    }

    /** Stops the process as {@link #stop()} does, with another limit. */
    public void stop(Duration limit) throws IOException {
        end(Signal.TERM, limit);
    }

    private void end(Signal signal, Duration limit) throws IOException {
        terminate(signal);
        awaitDead(limit);
    }

    /** Sends a signal that ends the process, and keeps its disk traffic. */
    synchronized void terminate(Signal signal) throws IOException {
        Optional<ProcessIdentity> process = process();
        if (process.isPresent()) {
            DiskBytes bytes = ProcessBytes.of(process.get());
            if (process.get().signal(signal)) {
                counted.put(process.get(), bytes);
            }
        }
    }

    /** Stops and starts the process, without a wait until it serves. */
    public void restart() throws IOException {
        stop();
        start();
    }

    /** Pauses the process with SIGSTOP: connections stay open, requests are not answered. */
    public void pause() throws IOException {
        signal(Signal.STOP);
    }

    /** Resumes the process after {@link #pause}. */
    public void resume() throws IOException {
        signal(Signal.CONT);
    }

    private void signal(Signal signal) throws IOException {
        ProcessIdentity process = process().orElseThrow(() -> new ClusterException(this + " does not run"));
        if (!process.signal(signal)) {
            throw new ClusterException(this + " has exited");
        }
    }

    /** Changes a key of its configuration; the next start reads it. */
    public void set(String key, String value) throws IOException {
        SiteFiles.set(plan.conf(), key, value);
    }

    /** Waits until the process has exited, for any cause. */
    public void awaitDead(Duration limit) throws IOException {
        Await.until("exit of " + this, limit, () -> "it runs", () -> !alive());
    }

    /**
     * Reads the beans of its /jmx page that match a query, such as {@code
     * Hadoop:service=DataNode,name=DataNodeActivity*}. The request comes from the daemon's node, so that it works in
     * namespaces and with a cut link, too.
     *
     * @param query name of a bean, or a pattern
     * @return array with one object per bean
     * @throws IOException if the daemon does not answer
     * @throws UnsupportedOperationException for ZooKeeper, which has no such page
     */
    public JsonNode jmx(String query) throws IOException {
        int port = port(Ports.HTTP).orElseThrow(() -> new UnsupportedOperationException(role().id() + " has no /jmx"));
        return JmxReader.beans(host, port, query);
    }

    /**
     * Returns one bean of the /jmx page as soon as it has the given attributes. HBase unregisters all beans of its metrics
     * for half a second, five seconds after regions were opened or closed (JmxCacheBuster), so a bean may be missing at any
     * time.
     *
     * @param name name of the bean, or a pattern that matches one bean
     * @param attributes attributes that the bean must have
     * @return the bean
     * @throws WaitTimeoutException if the bean lacks an attribute for two minutes
     * @throws DaemonExitedException if the daemon does not run
     * @throws UnsupportedOperationException for ZooKeeper, which has no such page
     */
    public JsonNode bean(String name, String... attributes) throws IOException {
        return JmxReader.bean(
                () -> {
                    checkAlive();
                    return jmx(name);
                },
                this + ": bean " + name,
                List.of(attributes));
    }

    /** Returns the bytes that it read from and wrote to disks, see {@link NodeDisk#bytes}. */
    synchronized DiskBytes diskBytes() throws IOException {
        Optional<ProcessIdentity> process = process();
        DiskBytes sum = DiskBytes.NONE;
        for (Map.Entry<ProcessIdentity, DiskBytes> run : counted.entrySet()) {
            if (!process.equals(Optional.of(run.getKey()))) {
                sum = sum.plus(run.getValue());
            }
        }
        return process.isPresent() ? sum.plus(ProcessBytes.of(process.get())) : sum;
    }

    /**
     * Checks that the process runs.
     *
     * @throws ClusterException if it does not; the message contains the cause and the end of its log
     * @throws IOException if its log cannot be read
     */
    public void checkAlive() throws IOException {
        if (!alive()) {
            throw ExitDiagnosis.of(plan, launcher.exit(plan), started);
        }
    }

    Host host() {
        return host;
    }

    /** Copies its logs and configuration. */
    void copyLogs(Path directory) throws IOException {
        Path target = Files.createDirectories(directory.resolve(node()).resolve(name()));
        for (Path source : List.of(plan.log().getParent(), plan.conf())) {
            if (Files.isDirectory(source)) {
                FileTrees.copy(source, target.resolve(source.getFileName()));
            }
        }
        Path crash = plan.home().resolve("hs_err.log");
        if (Files.exists(crash)) {
            Files.copy(crash, target.resolve(crash.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public String toString() {
        return plan.name() + " on " + plan.node();
    }
}
