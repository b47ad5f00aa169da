package org.underbase.testbed;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.underbase.testbed.ClusterPlan.DaemonPlan;
import org.underbase.testbed.network.Host;
import org.underbase.testbed.yarn.YarnDaemon;

/** Keys that the testbed sets in yarn-site.xml and mapred-site.xml. The recipe's keys override them. */
final class YarnSettings {
    private static final String MANAGER = "yarn.resourcemanager.";
    private static final String HISTORY = "mapreduce.jobhistory.";
    private static final String CONTAINER_MEGABYTES = "512";
    private static final String CONTAINER_OPTIONS = "-Xmx300m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private final ClusterSpec spec;
    private final ClusterPlan plan;
    private final Map<String, Host> hosts;

    YarnSettings(ClusterSpec spec, ClusterPlan plan, Map<String, Host> hosts) {
        this.spec = spec;
        this.plan = plan;
        this.hosts = hosts;
    }

    /** Checks that this JVM's class path contains the daemons. */
    static void checkClassPath() {
        for (Role role : Role.YARN) {
            try {
                Class.forName(role.mainClass(), false, YarnSettings.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new IllegalArgumentException(
                        "YARN needs " + role.mainClass() + ": add hadoop-yarn-server-resourcemanager,"
                                + " hadoop-yarn-server-nodemanager and hadoop-mapreduce-client-hs to the class path",
                        e);
            }
        }
    }

    /** Returns the keys of all daemons and clients. */
    Map<String, String> common() {
        if (!spec.yarn()) {
            return Map.of();
        }
        Configuration result = new Configuration(false);
        YarnDaemon.completeClassPath(result);
        addresses(result);
        daemons(result);
        jobs(result);
        return map(result);
    }

    private void addresses(Configuration result) {
        DaemonPlan manager = plan.daemons(Role.RESOURCEMANAGER).get(0);
        result.set(MANAGER + "address", address(manager, Ports.RPC));
        result.set(MANAGER + "scheduler.address", address(manager, Ports.SCHEDULER));
        result.set(MANAGER + "resource-tracker.address", address(manager, Ports.TRACKER));
        result.set(MANAGER + "admin.address", address(manager, Ports.ADMIN));
        result.set(MANAGER + "webapp.address", address(manager, Ports.HTTP));
        DaemonPlan history = plan.daemons(Role.HISTORYSERVER).get(0);
        result.set(HISTORY + "address", address(history, Ports.RPC));
        result.set(HISTORY + "admin.address", address(history, Ports.ADMIN));
        result.set(HISTORY + "webapp.address", address(history, Ports.HTTP));
    }

    private static void daemons(Configuration result) {
        // Without a file of queues.
        result.set(
                MANAGER + "scheduler.class",
                "org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler");
        result.set("yarn.scheduler.minimum-allocation-mb", "128");
        // An ApplicationMaster and three tasks; YARN does not enforce it.
        result.set("yarn.nodemanager.resource.memory-mb", "2048");
        result.set(MANAGER + "nodemanagers.heartbeat-interval-ms", "100");
        // Short enough for tests that kill a NodeManager, by default 10 minutes; long enough for a loaded machine.
        result.set("yarn.nm.liveness-monitor.expiry-interval-ms", "30000");
        result.set("yarn.client.nodemanager-connect.max-wait-ms", "10000");
        result.set("yarn.client.nodemanager-connect.retry-interval-ms", "1000");
    }

    private static void jobs(Configuration result) {
        result.set("mapreduce.framework.name", "yarn");
        result.set("yarn.app.mapreduce.am.staging-dir", "/staging");
        result.set("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", "100");
        result.set("yarn.app.mapreduce.am.resource.mb", CONTAINER_MEGABYTES);
        result.set("yarn.app.mapreduce.am.command-opts", CONTAINER_OPTIONS);
        for (String task : new String[] {"map", "reduce"}) {
            result.set("mapreduce." + task + ".memory.mb", CONTAINER_MEGABYTES);
            result.set("mapreduce." + task + ".java.opts", CONTAINER_OPTIONS);
        }
        result.set("mapreduce.task.io.sort.mb", "16");
    }

    /** Returns the keys of one daemon. */
    Map<String, String> daemon(DaemonPlan daemon) {
        if (daemon.role() != Role.NODEMANAGER) {
            return Map.of();
        }
        Configuration result = new Configuration(false);
        YarnDaemon.completeNodeManager(
                result, hosts.get(daemon.node()).address(), daemon.home().resolve("containers"));
        result.set("yarn.nodemanager.address", address(daemon, Ports.RPC));
        result.set("yarn.nodemanager.webapp.address", address(daemon, Ports.HTTP));
        return map(result);
    }

    private static Map<String, String> map(Configuration conf) {
        Map<String, String> result = new LinkedHashMap<>();
        conf.forEach(key -> result.put(key.getKey(), key.getValue()));
        return result;
    }

    private String address(DaemonPlan daemon, String use) {
        return hosts.get(daemon.node()).address() + ":" + daemon.port(use);
    }
}
