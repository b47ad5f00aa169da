package org.underbase.testbed;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.network.LoopbackNetwork;
import org.underbase.testbed.network.Network;
import org.underbase.testbed.network.Network.HostPlan;

/**
 * Layout of a cluster: nodes and ports of daemons, and directories. It is stored in the cluster's directory, so that another
 * JVM can attach to the cluster.
 *
 * @param format version of the file's format
 * @param id id of the cluster, unique on this machine
 * @param name name of the cluster; empty for none
 * @param directory directory of the cluster
 * @param subnet first three parts of the nodes' addresses on loopback; empty in namespaces
 * @param hosts hosts of the nodes in order, then the host of clients
 * @param nodes nodes, in order
 * @param daemons daemons, in the order of their start
 * @param highAvailability whether there are two NameNodes with JournalNodes
 * @param otherRegionServers number of RegionServers that the caller starts
 * @param clientSettings keys of clients
 */
record ClusterPlan(
        int format,
        String id,
        String name,
        Path directory,
        String subnet,
        List<HostPlan> hosts,
        List<NodePlan> nodes,
        List<DaemonPlan> daemons,
        boolean highAvailability,
        int otherRegionServers,
        Map<String, String> clientSettings) {
    static final int FORMAT = 1;
    static final String CLIENT = "client";

    private static final String FILE = "cluster.json";
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /**
     * Node of the plan.
     *
     * @param name name, such as {@code n1}
     * @param rack rack, such as {@code /r1}
     * @param disks disks, in order
     */
    record NodePlan(String name, String rack, List<DiskPlan> disks) {}

    /**
     * Disk of the plan.
     *
     * @param name name of the disk
     * @param slow whether the disk is emulated
     * @param home directory of the disk's image and state
     * @param path directory of the disk's contents
     */
    record DiskPlan(String name, boolean slow, Path home, Path path) {}

    /**
     * Daemon of the plan.
     *
     * @param role role of the daemon
     * @param name name, such as {@code datanode-0}
     * @param node name of its node
     * @param home directory of its configuration, logs and temporary files
     * @param ports ports by use, see {@link Ports}
     * @param disks names of the node's disks that it stores on
     */
    record DaemonPlan(Role role, String name, String node, Path home, Map<String, Integer> ports, List<String> disks) {
        Path conf() {
            return home.resolve("conf");
        }

        Path log() {
            return home.resolve("log/" + name + ".log");
        }

        /** Returns the file with standard output and standard error. */
        Path out() {
            return home.resolve("log/" + name + ".out");
        }

        int port(String use) {
            return ports.get(use);
        }
    }

    Network network() {
        LoopbackNetwork loopback = Network.loopback();
        return subnet.isEmpty() ? Network.namespaces() : loopback.subnet(subnet);
    }

    List<DaemonPlan> daemons(Role role) {
        return daemons.stream().filter(daemon -> daemon.role() == role).toList();
    }

    Path clientConf() {
        return directory.resolve("client/conf");
    }

    /** Creates the description that {@link Disk#reopen} needs; the model of an emulated disk is in its state file. */
    static Disk describe(DiskPlan disk) {
        return disk.slow()
                ? Disk.slow(disk.name(), org.underbase.testbed.disk.DiskModel.UNLIMITED)
                : Disk.plain(disk.name());
    }

    void write() throws IOException {
        Path fresh = directory.resolve(FILE + ".new");
        JSON.writeValue(fresh.toFile(), this);
        Files.move(fresh, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    static ClusterPlan read(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        try {
            int format = JSON.readTree(Files.readAllBytes(file)).path("format").intValue();
            if (format != FORMAT) {
                throw new ClusterException(file + ": unsupported format " + format + ", expected " + FORMAT
                        + ": stop the cluster with the version that started it");
            }
            return JSON.readValue(file.toFile(), ClusterPlan.class);
        } catch (NoSuchFileException e) {
            throw new ClusterException("no cluster in " + directory, e);
        }
    }
}
