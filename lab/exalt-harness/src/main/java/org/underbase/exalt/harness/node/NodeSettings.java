package org.underbase.exalt.harness.node;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** What the configuration of an emulated DataNode has beside the cluster's. */
public final class NodeSettings {
    /** A setting of the harness: how many volumes emulated DataNodes have, by their numbers, again from the first after the last. */
    public static final String VOLUMES = "exalt.datanode.volumes";

    private NodeSettings() {}

    /**
     * Settings that make it small.
     *
     * @return by key, in the order in which they are told
     */
    public static Map<String, String> small() {
        Map<String, String> result = new LinkedHashMap<>();
        result.put("dfs.datanode.handler.count", "1");
        result.put("ipc.server.read.threadpool.size", "1");
        result.put("dfs.datanode.directoryscan.interval", "-1");
        result.put("dfs.datanode.scan.period.hours", "-1");
        result.put("dfs.block.scanner.volume.bytes.per.second", "0");
        // What a volume has in use comes from the DataNode's map of replicas, which knows logical lengths; du would see
        // physical ones.
        result.put(
                "fs.getspaceused.classname",
                "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.ReplicaCachingGetSpaceUsed");
        result.put("fs.du.interval", "0");
        result.put("dfs.datanode.metrics.logger.period.seconds", "0");
        return result;
    }

    /**
     * The configuration of one node.
     *
     * @param cluster the cluster's
     * @param number of the node
     * @param home the node's directory
     */
    static Configuration of(Configuration cluster, int number, Path home) {
        int[] volumes = cluster.getInts(VOLUMES);
        int count = volumes.length == 0 ? 1 : volumes[number % volumes.length];
        List<String> directories = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            directories.add(
                    "[DISK]" + home.resolve(i == 0 ? "data" : "data-" + i).toUri());
        }
        Configuration result = new Configuration(cluster);
        result.set("dfs.datanode.data.dir", String.join(",", directories));
        return result;
    }

    /**
     * The configuration that all nodes of a JVM share, as far as they do.
     *
     * @param cluster the cluster's; changed
     * @param address that they listen on, at any port
     */
    static Configuration shared(Configuration cluster, String address) {
        for (String key :
                new String[] {"dfs.datanode.address", "dfs.datanode.ipc.address", "dfs.datanode.http.address"}) {
            cluster.set(key, address + ":0");
        }
        cluster.set("dfs.datanode.hostname", address);
        setWhereDefault(cluster, small());
        return cluster;
    }

    /** The user's word wins. */
    static void setWhereDefault(Configuration conf, Map<String, String> settings) {
        settings.forEach((key, value) -> {
            if (conf.getPropertySources(key) == null || isDefault(conf, key)) {
                conf.set(key, value);
            }
        });
    }

    private static boolean isDefault(Configuration conf, String key) {
        String[] sources = conf.getPropertySources(key);
        return sources[sources.length - 1].endsWith("-default.xml");
    }
}
