package org.underbase.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider;
import org.underbase.testbed.ClusterPlan.DaemonPlan;
import org.underbase.testbed.ClusterSpec.NodeSpec;
import org.underbase.testbed.daemon.RackMapping;
import org.underbase.testbed.network.Host;

/** Keys that the testbed sets in core-site.xml and hdfs-site.xml. The recipe's keys override them. */
final class HdfsSettings {
    static final String NAMESERVICE = "underbase";

    private static final int MAX_REPLICATION = 3;

    private final ClusterSpec spec;
    private final ClusterPlan plan;
    private final Map<String, Host> hosts;

    HdfsSettings(ClusterSpec spec, ClusterPlan plan, Map<String, Host> hosts) {
        this.spec = spec;
        this.plan = plan;
        this.hosts = hosts;
    }

    /** Returns the id of a NameNode of an HA pair: {@code nn1}, {@code nn2}. */
    static String nameNodeId(int index) {
        return "nn" + (index + 1);
    }

    /** Returns the keys of all daemons and clients. */
    Map<String, String> common() {
        Map<String, String> result = new LinkedHashMap<>();
        if (spec.highAvailability()) {
            highlyAvailable(result);
        } else {
            DaemonPlan nameNode = plan.daemons(Role.NAMENODE).get(0);
            result.put("fs.defaultFS", "hdfs://" + address(nameNode, Ports.RPC));
            result.put("dfs.namenode.rpc-address", address(nameNode, Ports.RPC));
            result.put("dfs.namenode.http-address", address(nameNode, Ports.HTTP));
        }
        int replication = Math.max(1, Math.min(MAX_REPLICATION, spec.dataNodes()));
        result.put("dfs.replication", Integer.toString(replication));
        if (spec.dataNodes() <= MAX_REPLICATION) {
            // hdfs-default.xml recommends it for small clusters, which have no DataNode to replace a failed one.
            result.put("dfs.client.block.write.replace-datanode-on-failure.best-effort", "true");
        }
        if (spec.racks()) {
            result.put("net.topology.node.switch.mapping.impl", RackMapping.class.getName());
            List<String> pairs = new ArrayList<>();
            for (NodeSpec node : spec.nodes()) {
                pairs.add(hosts.get(node.name()).address() + "=" + node.rack());
            }
            result.put(RackMapping.RACKS_KEY, String.join(",", pairs));
        }
        return result;
    }

    private void highlyAvailable(Map<String, String> result) {
        List<DaemonPlan> nameNodes = plan.daemons(Role.NAMENODE);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < nameNodes.size(); i++) {
            String id = nameNodeId(i);
            String suffix = "." + NAMESERVICE + "." + id;
            ids.add(id);
            result.put("dfs.namenode.rpc-address" + suffix, address(nameNodes.get(i), Ports.RPC));
            result.put("dfs.namenode.http-address" + suffix, address(nameNodes.get(i), Ports.HTTP));
        }
        result.put("fs.defaultFS", "hdfs://" + NAMESERVICE);
        result.put("dfs.nameservices", NAMESERVICE);
        result.put("dfs.ha.namenodes." + NAMESERVICE, String.join(",", ids));
        result.put(
                "dfs.client.failover.proxy.provider." + NAMESERVICE, ConfiguredFailoverProxyProvider.class.getName());
        List<String> journals = plan.daemons(Role.JOURNALNODE).stream()
                .map(daemon -> address(daemon, Ports.RPC))
                .toList();
        result.put("dfs.namenode.shared.edits.dir", "qjournal://" + String.join(";", journals) + "/" + NAMESERVICE);
        // The JournalNodes reject writes of the previous active NameNode by their epochs.
        result.put("dfs.ha.fencing.methods", "shell(/bin/true)");
    }

    /** Returns the keys of one daemon. */
    Map<String, String> daemon(DaemonPlan daemon) {
        Map<String, String> result = new LinkedHashMap<>();
        result.put("hadoop.tmp.dir", daemon.home().resolve("tmp").toString());
        // Daemons start concurrently: clients may connect before their servers listen.
        result.put("ipc.client.connect.retry.interval", "200");
        result.put("ipc.client.connect.max.retries", "50");
        switch (daemon.role()) {
            case NAMENODE -> nameNode(daemon, result);
            case DATANODE -> dataNode(daemon, result);
            case JOURNALNODE -> {
                result.put(
                        "dfs.journalnode.edits.dir",
                        daemon.home().resolve("data").toString());
                result.put("dfs.journalnode.rpc-address", address(daemon, Ports.RPC));
                result.put("dfs.journalnode.http-address", address(daemon, Ports.HTTP));
            }
            default -> {}
        }
        return result;
    }

    private void nameNode(DaemonPlan daemon, Map<String, String> result) {
        result.put(
                "dfs.namenode.name.dir", daemon.home().resolve("data").toUri().toString());
        // Loopback addresses have no host names.
        result.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
        // A DataNode is dead after 2 * recheck + 10 * heartbeat interval = 12 s, by default after 10.5 minutes.
        result.put("dfs.namenode.heartbeat.recheck-interval", "1000");
        result.put("dfs.heartbeat.interval", "1");
        result.put("dfs.namenode.safemode.extension", "0");
        // Retry a failed copy after 30 s, by default after 5 minutes.
        result.put("dfs.namenode.reconstruction.pending.timeout-sec", "30");
        if (spec.highAvailability()) {
            result.put("dfs.nameservice.id", NAMESERVICE);
            result.put(
                    "dfs.ha.namenode.id", nameNodeId(plan.daemons(Role.NAMENODE).indexOf(daemon)));
        }
    }

    private void dataNode(DaemonPlan daemon, Map<String, String> result) {
        result.put("dfs.datanode.hostname", hosts.get(daemon.node()).address());
        result.put("dfs.datanode.address", address(daemon, Ports.DATA));
        result.put("dfs.datanode.ipc.address", address(daemon, Ports.RPC));
        result.put("dfs.datanode.http.address", address(daemon, Ports.HTTP));
        result.put("dfs.heartbeat.interval", "1");
        // A replica that was reported under construction and missed the end of its file blocks every new copy to this
        // DataNode until the next full report.
        result.put("dfs.blockreport.intervalMsec", "30000");
        List<String> directories = new ArrayList<>();
        for (DataNodeSpec.Storage storage : storages(daemon, description(daemon))) {
            directories.add(
                    "[" + storage.storageType() + "]" + path(daemon, storage).toUri());
        }
        result.put("dfs.datanode.data.dir", String.join(",", directories));
    }

    private Path path(DaemonPlan daemon, DataNodeSpec.Storage storage) {
        return storage.path().isEmpty()
                ? disk(daemon.node(), storage.disk()).resolve(daemon.name())
                : Path.of(storage.path());
    }

    /** Returns the data directories of a DataNode; empty for other daemons. */
    List<Path> dataDirectories(DaemonPlan daemon) {
        if (daemon.role() != Role.DATANODE) {
            return List.of();
        }
        return storages(daemon, description(daemon)).stream()
                .map(storage -> path(daemon, storage))
                .toList();
    }

    /** Returns the keys of a DataNode's description, which override all others. */
    Map<String, String> described(DaemonPlan daemon) {
        return daemon.role() == Role.DATANODE ? description(daemon).settings() : Map.of();
    }

    private static List<DataNodeSpec.Storage> storages(DaemonPlan daemon, DataNodeSpec description) {
        if (!description.storages().isEmpty()) {
            return description.storages();
        }
        DataNodeSpec all = new DataNodeSpec();
        daemon.disks().forEach(all::on);
        return all.storages();
    }

    /** Finds the description of a DataNode: the order on a node is the same in the plan and in the recipe. */
    private DataNodeSpec description(DaemonPlan daemon) {
        int index = plan.daemons(Role.DATANODE).stream()
                .filter(other -> other.node().equals(daemon.node()))
                .toList()
                .indexOf(daemon);
        return spec.nodes().stream()
                .filter(node -> node.name().equals(daemon.node()))
                .findFirst()
                .orElseThrow()
                .dataNodes()
                .get(index);
    }

    private Path disk(String node, String disk) {
        return plan.nodes().stream()
                .filter(candidate -> candidate.name().equals(node))
                .flatMap(candidate -> candidate.disks().stream())
                .filter(candidate -> candidate.name().equals(disk))
                .findFirst()
                .orElseThrow()
                .path();
    }

    private String address(DaemonPlan daemon, String use) {
        return hosts.get(daemon.node()).address() + ":" + daemon.port(use);
    }
}
