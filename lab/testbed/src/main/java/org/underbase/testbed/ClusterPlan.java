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
 * A cluster laid out: who runs where, on which ports, in which directories. Kept in the cluster's
 * directory, so that another JVM can find the cluster again.
 *
 * @param format of the file, for later versions
 * @param id unique on this machine
 * @param subnet on loopback, the first three parts of the nodes' addresses; empty: namespaces
 * @param hosts of the nodes in order, then the one for clients
 * @param otherRegionServers that are not among the daemons
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

    /** A node and the names of its disks. */
    record NodePlan(String name, String rack, List<DiskPlan> disks) {}

    /** A disk: its own files, and where its contents are. */
    record DiskPlan(String name, boolean slow, Path home, Path path) {}

    /**
     * A daemon.
     *
     * @param home its directory
     * @param ports by what they are for, see {@link Ports}
     * @param disks the node's disks it stores on
     */
    record DaemonPlan(Role role, String name, String node, Path home, Map<String, Integer> ports, List<String> disks) {
        Path conf() {
            return home.resolve("conf");
        }

        Path log() {
            return home.resolve("log/" + name + ".log");
        }

        /** Standard output and error. */
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

    /** The description that {@link Disk#reopen} needs; an emulated disk's model lives in its state file. */
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
                throw new ClusterException(file + ": format " + format + ", this version knows only " + FORMAT
                        + ": stop the cluster with the version that started it");
            }
            return JSON.readValue(file.toFile(), ClusterPlan.class);
        } catch (NoSuchFileException e) {
            throw new ClusterException("no cluster in " + directory, e);
        }
    }
}
