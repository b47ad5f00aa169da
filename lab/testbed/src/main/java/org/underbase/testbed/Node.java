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

/** One machine of a cluster: daemons, disks, a link to the others. Thread-safe. */
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

    /** Its name, such as {@code n1}. */
    public String name() {
        return host.name();
    }

    /** What daemons and clients call it: a host name in namespaces, an address on loopback. */
    public String address() {
        return host.address();
    }

    public String rack() {
        return rack;
    }

    boolean reachable() {
        return host.reachable();
    }

    /** All its daemons, in the order of their start. */
    public List<Daemon> daemons() {
        return daemons;
    }

    /** Its daemons of a role. */
    public List<Daemon> daemons(Role role) {
        return daemons.stream().filter(daemon -> daemon.role() == role).toList();
    }

    /** Its DataNode of that index, from 0. */
    public Daemon dataNode(int index) {
        return one(Role.DATANODE, index);
    }

    /** Its first RegionServer. */
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

    public List<NodeDisk> disks() {
        return disks;
    }

    /** Its disk of that index, from 0. */
    public NodeDisk disk(int index) {
        return disks.get(index);
    }

    /** Its disk of that name. */
    public NodeDisk disk(String name) {
        return disks.stream()
                .filter(disk -> disk.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such disk of " + name() + ": '" + name + "'"));
    }

    /** Runs a command on this node to its end, at most two minutes. */
    public CommandResult exec(String... command) throws IOException {
        Command prepared = Command.of(host.onHost(List.of(command)));
        for (Map.Entry<String, String> entry : environment().entrySet()) {
            prepared = prepared.environment(entry.getKey(), entry.getValue());
        }
        return prepared.run();
    }

    /**
     * Runs the {@code main} of a class on this node to its end, at most two minutes, in a JVM of its
     * own: this JVM's class path, the cluster's client configuration first on it.
     *
     * @return what it printed; its exit code is 0
     * @throws IOException when its exit code is not 0
     */
    public CommandResult run(Class<?> main, String... arguments) throws IOException {
        return run(main.getName(), List.of(arguments));
    }

    /** As {@link #run(Class, String...)}, by the class' name. */
    public CommandResult run(String mainClass, List<String> arguments) throws IOException {
        return exec(javaCommand(mainClass, arguments).toArray(String[]::new)).orThrow();
    }

    /**
     * Prepares a process on this node; it ends with the cluster at the latest.
     *
     * @param command any command, maybe a {@link #javaCommand}
     */
    public ProcessBuilder processBuilder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(host.onHost(command));
        builder.environment().putAll(environment());
        return builder;
    }

    /** The command that runs the {@code main} of a class as {@link #run(Class, String...)} does. */
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
     * Bytes that crossed its link since the cluster started, headers included; traffic inside the
     * node does not count.
     *
     * @throws UnsupportedOperationException on loopback, here and for all methods below
     */
    public LinkBytes networkBytes() throws IOException {
        return host.linkBytes();
    }

    /** Pulls its cable: packets are lost in silence, both ways. */
    public void cutLink() throws IOException {
        host.cutLink();
    }

    /** Plugs its cable in again. */
    public void healLink() throws IOException {
        host.healLink();
    }

    /** Loses every packet between this node and another, in silence, both ways; all else gets through. */
    public void cutFrom(Node other) throws IOException {
        host.cutFrom(other.host);
    }

    /** Ends what {@link #cutFrom} began. */
    public void healFrom(Node other) throws IOException {
        host.healFrom(other.host);
    }

    /** Limits its link, both ways, from now on; the rate in the form of tc(8), such as {@code 100mbit}. */
    public void linkRate(String rate) throws IOException {
        host.rate(Rate.parse(rate));
    }

    @Override
    public String toString() {
        return name() + " (" + address() + ", " + rack + ")";
    }
}
