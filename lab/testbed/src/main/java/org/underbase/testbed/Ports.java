package org.underbase.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.underbase.testbed.network.Host;

/**
 * Hands out ports. Free ones are taken from below the range that the kernel gives to outgoing
 * connections, so that a daemon finds its port free again after a restart. Another program may
 * still take one before the daemon does; the start is then tried again with others.
 */
final class Ports {
    /** Client and daemon RPC. */
    static final String RPC = "rpc";
    /** Web pages and /jmx. */
    static final String HTTP = "http";
    /** A DataNode's data transfer. */
    static final String DATA = "data";

    private static final int LOWEST = 10_000;
    private static final int HIGHEST = 65_535;
    private static final int TRIES = 1_000;
    private static final int DATANODE_STRIDE = 10;

    /** Their well-known ports, for nodes that have all ports to themselves. */
    private static final Map<Role, Map<String, Integer>> WELL_KNOWN = Map.of(
            Role.ZOOKEEPER, Map.of(RPC, 2181),
            Role.JOURNALNODE, Map.of(RPC, 8485, HTTP, 8480),
            Role.NAMENODE, Map.of(RPC, 8020, HTTP, 9870),
            Role.DATANODE, Map.of(DATA, 9866, RPC, 9867, HTTP, 9864),
            Role.MASTER, Map.of(RPC, 16000, HTTP, 16010),
            Role.REGIONSERVER, Map.of(RPC, 16020, HTTP, 16030));

    private final OptionalInt base;
    private final int end;
    private final Set<Integer> given = new HashSet<>();
    private int next;

    Ports(OptionalInt base) throws IOException {
        this.base = base;
        this.next = base.orElse(LOWEST);
        this.end = firstEphemeral();
    }

    /**
     * The ports of one daemon.
     *
     * @param index among the daemons of its role on its node
     * @throws PortInUseException when consecutive ports were asked for and one is taken
     */
    Map<String, Integer> of(Role role, String daemon, int index, Host host) throws IOException {
        Map<String, Integer> result = new LinkedHashMap<>();
        for (String use : List.of(RPC, HTTP, DATA)) {
            Integer wellKnown = WELL_KNOWN.get(role).get(use);
            if (wellKnown != null) {
                result.put(use, host.ownPorts() ? wellKnown + index * DATANODE_STRIDE : give(host, daemon + " " + use));
            }
        }
        return result;
    }

    private int give(Host host, String use) throws IOException {
        InetAddress address = InetAddress.getByName(host.address());
        if (base.isPresent()) {
            int port = next++;
            if (port > HIGHEST) {
                throw new ClusterException(
                        "no port left for " + use + ": start with a smaller one than " + base.getAsInt());
            }
            if (!free(address, port)) {
                throw new PortInUseException("port " + port + " of " + host.address() + " is taken (wanted for " + use
                        + " on " + host.name() + "): choose other ports or stop who listens there");
            }
            return port;
        }
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, end);
            if (!given.contains(port) && free(address, port)) {
                given.add(port);
                return port;
            }
        }
        throw new PortInUseException("no free port found for " + use + " on " + host.name());
    }

    private static boolean free(InetAddress address, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** The first port that the kernel may give to outgoing connections. */
    private static int firstEphemeral() throws IOException {
        Path file = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
        if (!Files.exists(file)) {
            return HIGHEST;
        }
        String range;
        try (InputStream in = Files.newInputStream(file)) {
            // In one read: the second read of a sysctl file finds its end, wherever the first stopped.
            byte[] buffer = new byte[64];
            int length = Math.max(0, in.read(buffer));
            range = new String(buffer, 0, length, StandardCharsets.US_ASCII);
        }
        int first = Integer.parseInt(range.strip().split("\\s+", -1)[0]);
        // A machine that gives out nearly all ports leaves no other choice than to share them.
        return first > LOWEST + 2 * TRIES ? first : HIGHEST;
    }
}
