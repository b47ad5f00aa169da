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

/** One daemon of a cluster: a process that can be killed, paused, restarted and asked. Thread-safe. */
public final class Daemon {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final Duration REGISTRATION_LIMIT = Duration.ofMinutes(2);

    private final DaemonPlan plan;
    private final Host host;
    private final DaemonLauncher launcher;
    private final LastRun lastRun;
    /** Disk traffic of runs that were ended by us; a run may be asked to end more than once. */
    private final Map<ProcessIdentity, DiskBytes> counted = new HashMap<>();

    private LogMark started = new LogMark(0, 0);

    Daemon(DaemonPlan plan, Host host, DaemonLauncher launcher) {
        this.plan = plan;
        this.host = host;
        this.launcher = launcher;
        this.lastRun = new LastRun(plan.home());
    }

    public Role role() {
        return plan.role();
    }

    /** Its name on its node, such as {@code datanode-0}. */
    public String name() {
        return plan.name();
    }

    /** The name of its node, such as {@code n1}. */
    public String node() {
        return plan.node();
    }

    /** Whether its process runs; a paused one does. */
    public boolean alive() {
        return process().isPresent();
    }

    /** Its process id, when it runs. */
    public OptionalLong pid() {
        return process().stream().mapToLong(ProcessIdentity::pid).findFirst();
    }

    private Optional<ProcessIdentity> process() {
        return lastRun.process().filter(ProcessIdentity::alive);
    }

    /** Where clients reach it: {@code host:port}. */
    public String address() {
        return host.address() + ":" + plan.port(Ports.RPC);
    }

    /** A port by its use: {@code rpc}, {@code http}, {@code data}; empty when it has none such. */
    public OptionalInt port(String use) {
        Integer port = plan.ports().get(use);
        return port == null ? OptionalInt.empty() : OptionalInt.of(port);
    }

    /** Its web pages; empty for ZooKeeper, which has none. */
    public Optional<URI> web() {
        return port(Ports.HTTP).stream()
                .mapToObj(port -> URI.create("http://" + host.address() + ":" + port + "/"))
                .findFirst();
    }

    /** The directory of its *-site.xml. */
    public Path conf() {
        return plan.conf();
    }

    /** Its log, of all its runs. */
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

    /** Its standard output and error, of all its runs. */
    public Path out() {
        return plan.out();
    }

    DaemonPlan plan() {
        return plan;
    }

    /** Starts it without waiting until it serves. Does nothing when it runs. */
    public synchronized void start() throws IOException {
        if (!alive()) {
            started = LogMark.now(plan);
            lastRun.record(launcher.launch(plan, host));
        }
    }

    /** Kills it as {@code kill -9} does, and waits until it is gone. */
    public void kill() throws IOException {
        end(Signal.KILL, STOP_LIMIT);
    }

    /**
     * Asks it to end (SIGTERM) and waits until it is gone.
     *
     * @throws ClusterException when it is not gone after 30 s; it runs on then
     */
    public void stop() throws IOException {
        stop(STOP_LIMIT);
    }

    /** As {@link #stop()}, with another limit. */
    public void stop(Duration limit) throws IOException {
        end(Signal.TERM, limit);
    }

    private void end(Signal signal, Duration limit) throws IOException {
        terminate(signal);
        awaitDead(limit);
    }

    /** Sends a signal that ends it, and keeps its account of disk traffic. */
    synchronized void terminate(Signal signal) throws IOException {
        Optional<ProcessIdentity> process = process();
        if (process.isPresent()) {
            DiskBytes bytes = ProcessBytes.of(process.get());
            if (process.get().signal(signal)) {
                counted.put(process.get(), bytes);
            }
        }
    }

    /** Stops it and starts it again, without waiting until it serves. */
    public void restart() throws IOException {
        stop();
        start();
    }

    /** Stops its time (SIGSTOP): connections stay open, nothing is answered. */
    public void pause() throws IOException {
        signal(Signal.STOP);
    }

    /** Lets it go on after {@link #pause}. */
    public void resume() throws IOException {
        signal(Signal.CONT);
    }

    private void signal(Signal signal) throws IOException {
        ProcessIdentity process = process().orElseThrow(() -> new ClusterException(this + " does not run"));
        if (!process.signal(signal)) {
            throw new ClusterException(this + " ended");
        }
    }

    /** Changes one of its settings, from its next start on. */
    public void set(String key, String value) throws IOException {
        SiteFiles.set(plan.conf(), key, value);
    }

    /** Waits until its process is gone, by whatever cause. */
    public void awaitDead(Duration limit) throws IOException {
        Await.until(this + " to die", limit, () -> "it runs", () -> !alive());
    }

    /**
     * The beans of its /jmx page that match a query, such as {@code
     * Hadoop:service=DataNode,name=DataNodeActivity*}. It is asked from its own node, so that this
     * works in namespaces and with a cut link, too.
     *
     * @return an array, one object per bean
     * @throws IOException when it does not answer
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
     * @throws WaitTimeoutException when the bean lacks an attribute for 30 s
     * @throws DaemonExitedException when the daemon does not run
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

    /** The bytes it caused to be read from and written to disks, see {@link NodeDisk#bytes}. */
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
     * Sees to it that it lives.
     *
     * @throws ClusterException when it does not; its last words are in the message
     * @throws IOException when its log cannot be read
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
