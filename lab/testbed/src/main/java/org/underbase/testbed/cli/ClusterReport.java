package org.underbase.testbed.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.TextTable;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.TestCluster;

/**
 * State of a cluster for the terminal and as JSON.
 *
 * @param name name of the cluster
 * @param cluster the cluster
 */
record ClusterReport(String name, TestCluster cluster) {
    /** Whether every daemon runs; a paused daemon does not. */
    boolean complete() {
        return cluster.daemons().stream().allMatch(daemon -> daemon.state() == Daemon.State.RUNNING);
    }

    ObjectNode json() {
        ObjectNode result = JsonText.object();
        result.put("name", name)
                .put("directory", cluster.directory().toString())
                .put(
                        "clientConfiguration",
                        cluster.clientConfigurationDirectory().toString())
                .put("complete", complete())
                .put("reachable", cluster.reachable());
        ArrayNode daemons = result.putArray("daemons");
        for (Daemon daemon : cluster.daemons()) {
            ObjectNode each = daemons.addObject();
            each.put("daemon", daemon.path())
                    .put("node", daemon.node())
                    .put("role", daemon.role().id())
                    .put("state", state(daemon));
            JsonText.put(each, "pid", pid(daemon));
            each.put("address", address(daemon)).put("ipcAddress", daemon.address());
            JsonText.put(each, "web", daemon.web().map(URI::toString));
            each.put("log", daemon.log().toString());
        }
        return result;
    }

    String text() {
        TextTable table = new TextTable("daemon", "state", "pid", "address", "web").leftAligned();
        for (Daemon daemon : cluster.daemons()) {
            OptionalLong pid = pid(daemon);
            table.row(
                    daemon.path(),
                    state(daemon),
                    pid.isPresent() ? Long.toString(pid.getAsLong()) : "",
                    address(daemon),
                    daemon.web().map(URI::toString).orElse(""));
        }
        String configuration = cluster.clientConfigurationDirectory().toString();
        String use = cluster.reachable()
                ? "export HADOOP_CONF_DIR=" + configuration + " HBASE_CONF_DIR=" + configuration
                : "run clients inside: underbase cluster exec --name " + name + " client COMMAND...";
        return "cluster " + name + " in " + cluster.directory() + "\n" + table + "client configuration: "
                + configuration + "\n" + use;
    }

    private static String state(Daemon daemon) {
        return daemon.state().name().toLowerCase(Locale.ROOT);
    }

    private static OptionalLong pid(Daemon daemon) {
        return daemon.pid();
    }

    /** Data transfer address of a DataNode, which exclude files and tier-map files require; RPC address of others. */
    private static String address(Daemon daemon) {
        Optional<String> transfer = daemon.transferAddress();
        return transfer.orElse(daemon.address());
    }
}
