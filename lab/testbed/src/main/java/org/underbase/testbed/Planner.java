package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.underbase.testbed.ClusterPlan.DaemonPlan;
import org.underbase.testbed.ClusterPlan.DiskPlan;
import org.underbase.testbed.ClusterPlan.NodePlan;
import org.underbase.testbed.ClusterSpec.NodeSpec;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.SlowDisk;
import org.underbase.testbed.network.Host;
import org.underbase.testbed.network.Network.HostPlan;

/**
 * Layout of a cluster: NameNodes, Masters and JournalNodes start at the first node; ZooKeeper, ResourceManager and
 * JobHistoryServer are on the first node.
 */
final class Planner {
    private static final int JOURNAL_NODES = 3;

    private final ClusterSpec spec;
    private final Path directory;
    private final List<Host> hosts;
    private final Ports ports;
    private final List<DaemonPlan> daemons = new ArrayList<>();

    /** @param hosts hosts of the nodes, in order; further hosts may follow */
    Planner(ClusterSpec spec, Path directory, List<Host> hosts) throws IOException {
        this.spec = spec;
        this.directory = directory;
        this.hosts = hosts;
        this.ports = new Ports(spec.portBase());
    }

    /** Returns the hosts of a cluster: one per node, and one for clients. */
    static List<HostPlan> hosts(ClusterSpec spec) {
        List<HostPlan> result = new ArrayList<>();
        spec.nodes().forEach(node -> result.add(new HostPlan(node.name(), node.rack())));
        result.add(new HostPlan(ClusterPlan.CLIENT, spec.nodes().get(0).rack()));
        return result;
    }

    ClusterPlan plan(String id, String subnet) throws IOException {
        int size = spec.nodes().size();
        if (spec.hbase()) {
            add(Role.ZOOKEEPER, 0, List.of());
        }
        if (spec.highAvailability()) {
            // One JournalNode is a quorum; two JournalNodes fail if either does.
            for (int i = 0; i < (size < JOURNAL_NODES ? 1 : JOURNAL_NODES); i++) {
                add(Role.JOURNALNODE, i, List.of());
            }
        }
        for (int i = 0; i < (spec.highAvailability() ? 2 : 1); i++) {
            add(Role.NAMENODE, i % size, List.of());
        }
        for (int i = 0; i < size; i++) {
            NodeSpec node = spec.nodes().get(i);
            for (DataNodeSpec dataNode : node.dataNodes()) {
                add(Role.DATANODE, i, disksOf(node, dataNode));
            }
        }
        for (int i = 0; i < spec.masters(); i++) {
            add(Role.MASTER, i % size, List.of());
        }
        for (int i = 0; i < spec.regionServers(); i++) {
            add(Role.REGIONSERVER, i % size, List.of());
        }
        if (spec.yarn()) {
            add(Role.RESOURCEMANAGER, 0, List.of());
            for (int i = 0; i < size; i++) {
                add(Role.NODEMANAGER, i, List.of());
            }
            add(Role.HISTORYSERVER, 0, List.of());
        }
        return new ClusterPlan(
                ClusterPlan.FORMAT,
                id,
                spec.name(),
                directory,
                subnet,
                hosts(spec),
                spec.nodes().stream().map(this::node).toList(),
                List.copyOf(daemons),
                spec.highAvailability(),
                spec.otherRegionServers(),
                Map.of());
    }

    private NodePlan node(NodeSpec node) {
        Path home = home(node.name());
        List<DiskPlan> disks = new ArrayList<>();
        for (Disk disk : node.disks()) {
            disks.add(new DiskPlan(
                    disk.name(),
                    disk instanceof SlowDisk,
                    home.resolve("devices").resolve(disk.name()),
                    home.resolve("disks").resolve(disk.name())));
        }
        return new NodePlan(node.name(), node.rack(), disks);
    }

    private static List<String> disksOf(NodeSpec node, DataNodeSpec dataNode) {
        if (dataNode.storages().isEmpty()) {
            return node.disks().stream().map(Disk::name).toList();
        }
        return dataNode.storages().stream()
                .map(DataNodeSpec.Storage::disk)
                .filter(disk -> !disk.isEmpty())
                .toList();
    }

    private void add(Role role, int node, List<String> disks) throws IOException {
        String nodeName = spec.nodes().get(node).name();
        int index = (int) daemons.stream()
                .filter(daemon -> daemon.role() == role && daemon.node().equals(nodeName))
                .count();
        String name = role.id() + "-" + index;
        daemons.add(new DaemonPlan(
                role,
                name,
                nodeName,
                home(nodeName).resolve(name),
                ports.of(role, name, index, hosts.get(node)),
                disks));
    }

    private Path home(String node) {
        return directory.resolve("nodes").resolve(node);
    }
}
