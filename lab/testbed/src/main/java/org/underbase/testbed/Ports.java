package org.underbase.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.underbase.testbed.network.Host;
import org.underbase.testbed.process.FreePorts;

/**
 * Allocator of ports. Another program may take a free port before the daemon does; the cluster then starts again with other
 * ports.
 */
final class Ports {
    /** Use of a port: RPC of clients and daemons. */
    static final String RPC = "rpc";
    /** Use of a port: web pages and /jmx. */
    static final String HTTP = "http";
    /** Use of a port: data transfer of a DataNode. */
    static final String DATA = "data";
    /** Use of a port: RPC of ApplicationMasters with the ResourceManager. */
    static final String SCHEDULER = "scheduler";
    /** Use of a port: RPC of NodeManagers with the ResourceManager. */
    static final String TRACKER = "tracker";
    /** Use of a port: RPC of administrators of YARN. */
    static final String ADMIN = "admin";

    /** First port that stands for any free ports. */
    static final int FREE = 0;

    private static final int HIGHEST = 65_535;
    private static final int DATANODE_STRIDE = 10;

    /** Default ports of HDFS, HBase and YARN, for nodes that share no ports. */
    private static final Map<Role, Map<String, Integer>> WELL_KNOWN = Map.of(
            Role.ZOOKEEPER, Map.of(RPC, 2181),
            Role.JOURNALNODE, Map.of(RPC, 8485, HTTP, 8480),
            Role.NAMENODE, Map.of(RPC, 8020, HTTP, 9870),
            Role.DATANODE, Map.of(DATA, 9866, RPC, 9867, HTTP, 9864),
            Role.MASTER, Map.of(RPC, 16000, HTTP, 16010),
            Role.REGIONSERVER, Map.of(RPC, 16020, HTTP, 16030),
            Role.RESOURCEMANAGER, Map.of(RPC, 8032, HTTP, 8088, SCHEDULER, 8030, TRACKER, 8031, ADMIN, 8033),
            Role.NODEMANAGER, Map.of(RPC, 8041, HTTP, 8042),
            Role.HISTORYSERVER, Map.of(RPC, 10020, HTTP, 19888, ADMIN, 10033));

    private final int base;
    private final Set<Integer> allocated = new HashSet<>();
    private int next;

    Ports(int base) {
        this.base = base;
        this.next = base;
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
        for (String use : List.of(RPC, HTTP, DATA, SCHEDULER, TRACKER, ADMIN)) {
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
            if (!FreePorts.isFree(address, port)) {
                throw new PortInUseException("port " + port + " of " + host.address() + " is in use (needed for " + use
                        + " on " + host.name() + "): choose other ports or stop the process that listens");
            }
            return port;
        }
        int port = FreePorts.find(address, allocated)
                .orElseThrow(() -> new PortInUseException("no free port found for " + use + " on " + host.name()));
        allocated.add(port);
        return port;
    }
}
