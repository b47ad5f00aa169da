package org.underbase.testbed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.underbase.testbed.ClusterPlan.DiskPlan;
import org.underbase.testbed.ClusterPlan.NodePlan;
import org.underbase.testbed.network.Host;

/** Factory of a cluster's objects from its plan. */
final class ClusterAssembly {
    private ClusterAssembly() {}

    static TestCluster assemble(ClusterPlan plan, List<Host> hosts, Ownership ownership) {
        Map<String, Host> byName = byName(hosts);
        DaemonLauncher launcher = new DaemonLauncher(plan.id());
        List<Node> nodes = new ArrayList<>();
        for (NodePlan node : plan.nodes()) {
            Host host = byName.get(node.name());
            List<Daemon> daemons = plan.daemons().stream()
                    .filter(daemon -> daemon.node().equals(node.name()))
                    .map(daemon -> new Daemon(daemon, host, launcher))
                    .toList();
            List<NodeDisk> disks = new ArrayList<>();
            for (DiskPlan disk : node.disks()) {
                List<Daemon> users = daemons.stream()
                        .filter(daemon -> daemon.plan().disks().contains(disk.name()))
                        .toList();
                disks.add(new NodeDisk(ClusterPlan.describe(disk).reopen(disk.home(), disk.path()), users));
            }
            nodes.add(new Node(host, node.rack(), daemons, disks, plan));
        }
        Node client =
                new Node(byName.get(ClusterPlan.CLIENT), plan.nodes().get(0).rack(), List.of(), List.of(), plan);
        return new TestCluster(plan, nodes, client, ownership);
    }

    static Map<String, Host> byName(List<Host> hosts) {
        Map<String, Host> result = new LinkedHashMap<>();
        hosts.forEach(host -> result.put(host.name(), host));
        return result;
    }
}
