package org.underbase.testbed.network;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.underbase.testbed.process.ClusterReaper;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.CommandResult;
import org.underbase.testbed.process.Programs;
import org.underbase.testbed.process.Undo;

/**
 * Network with nodes in network namespaces. A further namespace contains a bridge per rack; several rack bridges are
 * connected by a core bridge. Nothing is added to the root namespace. All clusters use 10.77.0.0/16 without a connection
 * between them.
 *
 * @param link speed of each host's link, each way
 * @param uplink speed of each rack's link to the core, each way
 */
public record NamespaceNetwork(Rate link, Rate uplink) implements Network {
    static final NamespaceNetwork DEFAULT = new NamespaceNetwork(Rate.UNLIMITED, Rate.UNLIMITED);

    private static final int MAX_HOSTS = 250;
    /** Trial of all that {@link #open} does, in temporary namespaces. */
    private static final String PROBE =
            "ip link add probe0 type veth peer name probe1 && ip link add probe2 type bridge"
                    + " && tc qdisc add dev probe0 root tbf rate 1mbit burst 32kb latency 50ms";

    /** Copies the network with limited host links, such as {@code 1gbit}. */
    public NamespaceNetwork rate(String rate) {
        return new NamespaceNetwork(Rate.parse(rate), uplink);
    }

    /** Copies the network with limited links between racks. */
    public NamespaceNetwork uplink(String rate) {
        return new NamespaceNetwork(link, Rate.parse(rate));
    }

    @Override
    public Optional<String> obstacle() {
        Optional<String> missing = Programs.missing("ip", "tc", "unshare", "bash");
        if (missing.isPresent()) {
            return Optional.of("network namespaces need " + missing.get() + ": install iproute2, util-linux and bash");
        }
        if (!Programs.root()) {
            return Optional.of("network namespaces need root");
        }
        try {
            CommandResult probe = Command.of("unshare", "--net", "--mount", "--uts", "sh", "-c", PROBE)
                    .run();
            return probe.exitCode() == 0
                    ? Optional.empty()
                    : Optional.of("this machine does not allow network namespaces: "
                            + probe.err().strip());
        } catch (IOException e) {
            return Optional.of("this machine does not allow network namespaces: " + e.getMessage());
        }
    }

    @Override
    public List<Host> open(String id, ClusterReaper reaper, List<HostPlan> hosts) throws IOException {
        return reaper.create(() -> create(id, reaper, hosts));
    }

    private List<Host> create(String id, ClusterReaper reaper, List<HostPlan> hosts) throws IOException {
        List<NamespaceHost> made = plan(id, hosts);
        String sw = switchName(id);
        addNamespace(reaper, sw);
        Map<String, String> bridges = addBridges(sw, hosts);
        StringBuilder table = new StringBuilder("127.0.0.1 localhost\n");
        made.forEach(host -> table.append(host.ip() + " " + host.name() + "\n"));
        for (int i = 0; i < made.size(); i++) {
            NamespaceHost host = made.get(i);
            addNamespace(reaper, host.namespace());
            Path etc = Files.createDirectories(Path.of("/etc/netns", host.namespace()));
            Files.writeString(etc.resolve("hosts"), table);
            Files.writeString(etc.resolve("hostname"), host.name() + "\n");
            // Unknown names then fail at once, without a query to an unreachable server.
            Files.writeString(etc.resolve("resolv.conf"), "");
            String bridge = bridges.get(hosts.get(i).rack());
            ip("", "link add eth0 netns " + host.namespace() + " type veth peer name " + host.port() + " netns " + sw);
            ip(sw, "link set " + host.port() + " master " + bridge + " up");
            ip(host.namespace(), "addr add " + host.ip() + "/16 dev eth0", "link set eth0 up");
            if (!link.isUnlimited()) {
                host.rate(link);
            }
        }
        return List.copyOf(made);
    }

    @Override
    public List<Host> reopen(String id, List<HostPlan> hosts) {
        return List.copyOf(plan(id, hosts));
    }

    private static List<NamespaceHost> plan(String id, List<HostPlan> hosts) {
        if (hosts.size() > MAX_HOSTS) {
            throw new IllegalArgumentException("at most " + MAX_HOSTS + " nodes in namespaces, not " + hosts.size());
        }
        List<NamespaceHost> result = new ArrayList<>();
        for (HostPlan host : hosts) {
            int number = result.size() + 1;
            result.add(new NamespaceHost(
                    host.name(), "ub-" + id + "-" + host.name(), "10.77.0." + number, switchName(id), "port" + number));
        }
        return result;
    }

    private static String switchName(String id) {
        return "ub-" + id + "-switch";
    }

    private Map<String, String> addBridges(String sw, List<HostPlan> hosts) throws IOException {
        Map<String, String> bridges = new LinkedHashMap<>();
        for (HostPlan host : hosts) {
            bridges.putIfAbsent(host.rack(), "rack" + (bridges.size() + 1));
        }
        for (String bridge : bridges.values()) {
            ip(sw, "link add " + bridge + " type bridge", "link set " + bridge + " up");
        }
        if (bridges.size() > 1) {
            ip(sw, "link add core type bridge", "link set core up");
            for (String bridge : bridges.values()) {
                String up = bridge + "up";
                String down = bridge + "down";
                ip(sw, "link add " + up + " type veth peer name " + down);
                ip(sw, "link set " + up + " master " + bridge + " up", "link set " + down + " master core up");
                if (!uplink.isUnlimited()) {
                    Shaping.limit(sw, up, uplink);
                    Shaping.limit(sw, down, uplink);
                }
            }
        }
        return bridges;
    }

    private static void addNamespace(ClusterReaper reaper, String name) throws IOException {
        reaper.remember(new Undo.NetworkNamespace(name));
        ip("", "netns add " + name);
        ip(name, "link set lo up");
        // No neighbour discovery of IPv6 in the byte counters.
        Command.of(
                        "ip",
                        "netns",
                        "exec",
                        name,
                        "sh",
                        "-c",
                        "f=/proc/sys/net/ipv6/conf/default/disable_ipv6; [ ! -e $f ] || echo 1 > $f")
                .run()
                .orThrow();
    }

    /** Runs commands of ip(8) in one batch. */
    static void ip(String namespace, String... commands) throws IOException {
        List<String> words = new ArrayList<>(List.of("ip"));
        if (!namespace.isEmpty()) {
            words.addAll(List.of("-n", namespace));
        }
        words.addAll(List.of("-batch", "-"));
        byte[] input = (String.join("\n", commands) + "\n").getBytes(StandardCharsets.UTF_8);
        CommandResult result = Command.of(words).input(input).run();
        if (result.exitCode() != 0) {
            throw new IOException("ip " + String.join("; ", commands) + ": "
                    + result.err().strip().replace('\n', ' '));
        }
    }
}
