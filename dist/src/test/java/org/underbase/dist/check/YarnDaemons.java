package org.underbase.dist.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler;
import org.underbase.testbed.client.RequestLoop;
import org.underbase.testbed.yarn.YarnDaemon;

/**
 * ResourceManager, NodeManager and JobHistoryServer in one JVM, all on the loopback interface. The request is the directory of
 * their files; the response contains their addresses by key.
 */
public final class YarnDaemons {
    private YarnDaemons() {}

    /** Runs the daemons until the input ends. */
    public static void main(String[] args) throws IOException, InterruptedException {
        DefaultMetricsSystem.setMiniClusterMode(true);
        YarnDaemon.exitOnFailure();
        new RequestLoop<>(String.class).run(directory -> start(Path.of(directory)));
        System.exit(0);
    }

    private static Map<String, String> start(Path directory) throws IOException {
        YarnConfiguration conf = new YarnConfiguration();
        for (String key : YarnDaemon.MANAGER_ADDRESSES) {
            conf.set(key, "127.0.0.1:0");
        }
        YarnDaemon.completeNodeManager(conf, "127.0.0.1", directory);
        conf.setClass(YarnConfiguration.RM_SCHEDULER, FifoScheduler.class, ResourceScheduler.class);
        conf.set("yarn.app.mapreduce.am.staging-dir", YarnCluster.STAGING);
        conf.set("yarn.nodemanager.resource.memory-mb", "4096");
        conf.set("yarn.scheduler.minimum-allocation-mb", "128");
        conf.set("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "100");
        conf.set("yarn.resourcemanager.am.max-attempts", "1");
        Map<String, String> addresses = new TreeMap<>();
        for (Service daemon : new Service[] {new ResourceManager(), new NodeManager(), new JobHistoryServer()}) {
            YarnDaemon.start(daemon, conf);
            addresses.putAll(addresses(daemon.getConfig()));
        }
        return addresses;
    }

    private static Map<String, String> addresses(Configuration conf) {
        return conf.getValByRegex("^(yarn\\.resourcemanager|mapreduce\\.jobhistory)\\.([a-z-]+\\.)?address$");
    }
}
