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
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.underbase.testbed.network.Host;

/**
 * Allocator of ports. Free ports are chosen below the range that the kernel uses for outgoing connections, so that a daemon
 * finds its port free after a restart. Another program may still take a port before the daemon does; the cluster then starts
 * again with other ports.
 */
final class Ports {
    /** Use of a port: RPC of clients and daemons. */
    static final String RPC = "rpc";
    /** Use of a port: web pages and /jmx. */
    static final String HTTP = "http";
    /** Use of a port: data transfer of a DataNode. */
    static final String DATA = "data";

    /** First port that stands for any free ports. */
    static final int FREE = 0;

    private static final int LOWEST = 10_000;
    private static final int HIGHEST = 65_535;
    private static final int TRIES = 1_000;
    private static final int DATANODE_STRIDE = 10;

    /** Default ports of Hadoop and HBase, for nodes that share no ports. */
    private static final Map<Role, Map<String, Integer>> WELL_KNOWN = Map.of(
            Role.ZOOKEEPER, Map.of(RPC, 2181),
            Role.JOURNALNODE, Map.of(RPC, 8485, HTTP, 8480),
            Role.NAMENODE, Map.of(RPC, 8020, HTTP, 9870),
            Role.DATANODE, Map.of(DATA, 9866, RPC, 9867, HTTP, 9864),
            Role.MASTER, Map.of(RPC, 16000, HTTP, 16010),
            Role.REGIONSERVER, Map.of(RPC, 16020, HTTP, 16030));

    private final int base;
    private final int end;
    private final Set<Integer> allocated = new HashSet<>();
    private int next;

    Ports(int base) throws IOException {
        this.base = base;
        this.next = base;
        this.end = firstEphemeral();
    }

    /**
     * Allocates the ports of one daemon.
     *
     * @param role role of the daemon
     * @param daemon name of the daemon, for messages
     * @param index index of the daemon among those of its role on its node
     * @param host host of the daemon
     * @return ports by use
     * @throws PortInUseException if one of the requested consecutive ports is in use
     */
    Map<String, Integer> of(Role role, String daemon, int index, Host host) throws IOException {
        Map<String, Integer> result = new LinkedHashMap<>();
        for (String use : List.of(RPC, HTTP, DATA)) {
            Integer wellKnown = WELL_KNOWN.get(role).get(use);
            if (wellKnown != null) {
                result.put(
                        use,
                        host.ownPorts() ? wellKnown + index * DATANODE_STRIDE : allocate(host, daemon + " " + use));
            }
        }
        return result;
    }

    private int allocate(Host host, String use) throws IOException {
        InetAddress address = InetAddress.getByName(host.address());
        if (base != FREE) {
            int port = next++;
            if (port > HIGHEST) {
                throw new ClusterException("no port left for " + use + ": choose a smaller first port than " + base);
            }
            if (!free(address, port)) {
                throw new PortInUseException("port " + port + " of " + host.address() + " is in use (needed for " + use
                        + " on " + host.name() + "): choose other ports or stop the process that listens");
            }
            return port;
        }
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, end);
            if (!allocated.contains(port) && free(address, port)) {
                allocated.add(port);
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

    /** Returns the first port that the kernel may use for outgoing connections. */
    private static int firstEphemeral() throws IOException {
        Path file = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
        if (!Files.exists(file)) {
            return HIGHEST;
        }
        String range;
        try (InputStream in = Files.newInputStream(file)) {
            // One read: a second read of a sysctl file returns its end.
            byte[] buffer = new byte[64];
            int length = Math.max(0, in.read(buffer));
            range = new String(buffer, 0, length, StandardCharsets.US_ASCII);
        }
        int first = Integer.parseInt(range.strip().split("\\s+", -1)[0]);
        // Nearly all ports are for outgoing connections: share them.
        return first > LOWEST + 2 * TRIES ? first : HIGHEST;
    }
}
