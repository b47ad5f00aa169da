package org.underbase.testbed;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.underbase.testbed.network.Host;
import org.underbase.testbed.network.LinkBytes;
import org.underbase.testbed.network.Rate;
import org.underbase.testbed.process.ClusterReaper;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.CommandResult;

/** Node of a cluster: daemons, disks and a link to the other nodes. Thread-safe. */
public final class Node {
    private final Host host;
    private final String rack;
    private final List<Daemon> daemons;
    private final List<NodeDisk> disks;
    private final ClusterPlan plan;

    Node(Host host, String rack, List<Daemon> daemons, List<NodeDisk> disks, ClusterPlan plan) {
        this.host = host;
        this.rack = rack;
        this.daemons = List.copyOf(daemons);
        this.disks = List.copyOf(disks);
        this.plan = plan;
    }

    /** Returns the name, such as {@code n1}. */
    public String name() {
        return host.name();
    }

    /** Returns its host name in namespaces, its address on loopback. */
    public String address() {
        return host.address();
    }

    /** Returns the rack, such as {@code /r1}. */
    public String rack() {
        return rack;
    }

    boolean reachable() {
        return host.reachable();
    }

    /** Returns all its daemons, in the order of their start. */
    public List<Daemon> daemons() {
        return daemons;
    }

    /** Returns its daemons of a role. */
    public List<Daemon> daemons(Role role) {
        return daemons.stream().filter(daemon -> daemon.role() == role).toList();
    }

    /** Returns its DataNode with an index, from 0. */
    public Daemon dataNode(int index) {
        return one(Role.DATANODE, index);
    }

    /** Returns its first RegionServer. */
    public Daemon regionServer() {
        return one(Role.REGIONSERVER, 0);
    }

    private Daemon one(Role role, int index) {
        List<Daemon> all = daemons(role);
        if (index < 0 || index >= all.size()) {
            throw new IllegalArgumentException(
                    name() + " has " + all.size() + " " + role.id() + "s: no index " + index);
        }
        return all.get(index);
    }

    /** Returns its disks, in order. */
    public List<NodeDisk> disks() {
        return disks;
    }

    /** Returns its disk with an index, from 0. */
    public NodeDisk disk(int index) {
        return disks.get(index);
    }

    /** Returns its disk with a name. */
    public NodeDisk disk(String name) {
        return disks.stream()
                .filter(disk -> disk.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such disk of " + name() + ": '" + name + "'"));
    }

    /** Runs a command on this node and waits, at most two minutes, until it exits. */
    public CommandResult exec(String... command) throws IOException {
        Command prepared = Command.of(host.onHost(List.of(command)));
        for (Map.Entry<String, String> entry : environment().entrySet()) {
            prepared = prepared.environment(entry.getKey(), entry.getValue());
        }
        return prepared.run();
    }

    /**
     * Runs the {@code main} of a class on this node in a separate JVM, and waits, at most two minutes, until it exits. The
     * class path is the cluster's client configuration and this JVM's class path.
     *
     * @param main class to run
     * @param arguments arguments of {@code main}
     * @return its output; the exit code is 0
     * @throws IOException if the exit code is not 0
     */
    public CommandResult run(Class<?> main, String... arguments) throws IOException {
        return run(main.getName(), List.of(arguments));
    }

    /** Runs a class as {@link #run(Class, String...)} does, by the name of the class. */
    public CommandResult run(String mainClass, List<String> arguments) throws IOException {
        return exec(javaCommand(mainClass, arguments).toArray(String[]::new)).orThrow();
    }

    /**
     * Prepares a process on this node. It is killed with the cluster at the latest.
     *
     * @param command any command, such as a {@link #javaCommand}
     */
    public ProcessBuilder processBuilder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(host.onHost(command));
        builder.environment().putAll(environment());
        return builder;
    }

    /** Returns the command that runs a class as {@link #run(Class, String...)} does. */
    public List<String> javaCommand(String mainClass, List<String> arguments) {
        JavaArguments java =
                new JavaArguments(Layout.clientHome(plan, host.name()).resolve("java.args"));
        return java.command(mainClass, arguments);
    }

    private Map<String, String> environment() {
        String conf = Layout.clientHome(plan, host.name()).resolve("conf").toString();
        return Map.of(ClusterReaper.MARK, plan.id(), "HADOOP_CONF_DIR", conf, "HBASE_CONF_DIR", conf);
    }

    /**
     * Returns the bytes that crossed its link since the cluster started, headers included, without traffic inside the node.
     *
     * @throws UnsupportedOperationException on loopback, as all methods below
     */
    public LinkBytes networkBytes() throws IOException {
        return host.linkBytes();
    }

    /** Cuts its link: packets are lost silently in both directions. */
    public void cutLink() throws IOException {
        host.cutLink();
    }

    /** Restores its link. */
    public void healLink() throws IOException {
        host.healLink();
    }

    /** Drops every packet between this node and another silently, in both directions; other traffic passes. */
    public void cutFrom(Node other) throws IOException {
        host.cutFrom(other.host);
    }

    /** Reverts {@link #cutFrom}. */
    public void healFrom(Node other) throws IOException {
        host.healFrom(other.host);
    }

    /** Limits its link in both directions from now on; the rate is in the notation of tc(8), such as {@code 100mbit}. */
    public void linkRate(String rate) throws IOException {
        host.rate(Rate.parse(rate));
    }

    @Override
    public String toString() {
        return name() + " (" + address() + ", " + rack + ")";
    }
}
