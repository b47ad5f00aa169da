package org.underbase.bench.tiers.mapreduce;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.underbase.testbed.process.FreePorts;
import org.underbase.testbed.yarn.YarnDaemon;

/** Site file of the daemons and jobs of a {@link MapReduceCluster}. */
final class YarnSettings {
    /**
     * Memory of each container in MiB, the scheduler's default minimum. YARN does not enforce it; it determines the number of
     * concurrent tasks.
     */
    static final int CONTAINER_MEGABYTES = 1024;

    private final Configuration site = new Configuration(false);

    /**
     * Creates the settings.
     *
     * @param managerHost address of the host of ResourceManager, JobHistoryServer and client
     * @param tasksPerNode number of concurrent tasks on each node, besides the ApplicationMaster
     * @param directory directory of the ResourceManager's files
     */
    YarnSettings(String managerHost, int tasksPerNode, Path directory) throws IOException {
        Set<Integer> taken = new HashSet<>();
        for (String key : YarnDaemon.MANAGER_ADDRESSES) {
            int port = FreePorts.find(InetAddress.getLoopbackAddress(), taken)
                    .orElseThrow(() -> new IOException("no free port for " + key));
            taken.add(port);
            site.set(key, managerHost + ":" + port);
        }
        site.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        daemons(tasksPerNode);
        jobs();
    }

    private void daemons(int tasksPerNode) {
        site.setInt("yarn.nodemanager.resource.memory-mb", CONTAINER_MEGABYTES * (tasksPerNode + 1));
        // The scheduler that waits for a node of the split, by default for one heartbeat of each node.
        site.set(
                "yarn.resourcemanager.scheduler.class",
                "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler");
        site.set("yarn.scheduler.capacity.root.queues", "default");
        site.set("yarn.scheduler.capacity.root.default.capacity", "100");
        site.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1");
        site.set("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "200");
        site.set("yarn.resourcemanager.connect.retry-interval.ms", "500");
    }

    private void jobs() {
        site.set("mapreduce.framework.name", "yarn");
        site.set("yarn.app.mapreduce.am.staging-dir", "/staging");
        site.setInt("yarn.app.mapreduce.am.resource.mb", CONTAINER_MEGABYTES);
        site.setInt("mapreduce.map.memory.mb", CONTAINER_MEGABYTES);
        site.setInt("mapreduce.reduce.memory.mb", CONTAINER_MEGABYTES);
        site.set("mapreduce.task.io.sort.mb", "16");
        site.set("mapreduce.client.submit.file.replication", "3");
        site.set("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", "200");
        site.set("mapreduce.client.progressmonitor.pollinterval", "100");
        site.set("mapreduce.client.completion.pollinterval", "100");
        // The NameNode restarts between jobs. An idle client does not notice it, and its next call fails.
        site.set("ipc.client.connection.maxidletime", "1000");
        // Two attempts of a task would read its split twice.
        site.set("mapreduce.map.speculative", "false");
        site.set("mapreduce.reduce.speculative", "false");
        // Waiting reducers would occupy containers.
        site.set("mapreduce.job.reduce.slowstart.completedmaps", "1");
    }

    /** Reads a site file and the configuration of the cluster, which is on the class path. */
    static Configuration read(String file) {
        Configuration conf = new YarnConfiguration();
        conf.addResource(new org.apache.hadoop.fs.Path(Path.of(file).toUri()));
        return conf;
    }

    /** Writes the file. */
    void write(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            site.writeXml(out);
        }
    }
}
