package org.underbase.testbed.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.TestCluster;

/**
 * What is told about a cluster.
 *
 * @param complete whether every daemon runs
 * @param clientConfiguration the directory of core-site.xml, hdfs-site.xml, hbase-site.xml
 */
record ClusterReport(
        String name,
        String directory,
        String clientConfiguration,
        boolean complete,
        boolean reachable,
        List<DaemonReport> daemons) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /**
     * What is told about a daemon.
     *
     * @param pid its process id; 0 when it does not run
     * @param address {@code host:port} of its RPC
     * @param web its web pages; empty when it has none
     */
    record DaemonReport(String node, String daemon, long pid, String address, String web, String log) {}

    static ClusterReport of(String name, TestCluster cluster) {
        List<DaemonReport> daemons = new ArrayList<>();
        for (Node node : cluster.nodes()) {
            for (Daemon daemon : node.daemons()) {
                daemons.add(new DaemonReport(
                        node.name(),
                        daemon.name(),
                        daemon.pid().orElse(0),
                        daemon.address(),
                        daemon.web().map(URI::toString).orElse(""),
                        daemon.log().toString()));
            }
        }
        return new ClusterReport(
                name,
                cluster.directory().toString(),
                cluster.clientConfigurationDirectory().toString(),
                daemons.stream().allMatch(daemon -> daemon.pid() != 0),
                cluster.reachable(),
                List.copyOf(daemons));
    }

    String json() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    String text() {
        Table table = new Table("node", "daemon", "pid", "address", "web");
        for (DaemonReport daemon : daemons) {
            table.row(
                    daemon.node(),
                    daemon.daemon(),
                    daemon.pid() == 0 ? "not running" : Long.toString(daemon.pid()),
                    daemon.address(),
                    daemon.web());
        }
        String where = reachable
                ? "export HADOOP_CONF_DIR=" + clientConfiguration + " HBASE_CONF_DIR=" + clientConfiguration
                : "reach it from inside: underbase cluster exec --name " + name + " client COMMAND...";
        return "cluster " + name + " in " + directory + "\n" + table + "client configuration: " + clientConfiguration
                + "\n" + where;
    }
}
