package org.underbase.exalt.harness.node;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Settings of emulated DataNodes in addition to those of the cluster. */
public final class NodeSettings {
    /** Setting of the harness: numbers of volumes of the emulated DataNodes, assigned cyclically by index. */
    public static final String VOLUMES = "exalt.datanode.volumes";

    private NodeSettings() {}

    /**
     * Returns the settings that make an emulated DataNode small.
     *
     * @return values by key, in the order of the fidelity report
     */
    public static Map<String, String> small() {
        Map<String, String> result = new LinkedHashMap<>();
        result.put("dfs.datanode.handler.count", "1");
        result.put("ipc.server.read.threadpool.size", "1");
        result.put("dfs.datanode.directoryscan.interval", "-1");
        result.put("dfs.datanode.scan.period.hours", "-1");
        result.put("dfs.block.scanner.volume.bytes.per.second", "0");
        // The DataNode's replica map reports the logical space in use; du would report the physical space.
        result.put(
                "fs.getspaceused.classname",
                "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.ReplicaCachingGetSpaceUsed");
        result.put("fs.du.interval", "0");
        result.put("dfs.datanode.metrics.logger.period.seconds", "0");
        return result;
    }

    /**
     * Creates the configuration of one DataNode.
     *
     * @param cluster configuration of the cluster
     * @param number index of the DataNode
     * @param home directory of the DataNode
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
     * Applies the settings that all DataNodes of a JVM share.
     *
     * @param cluster configuration of the cluster, which is changed
     * @param address address to listen on, at a free port
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

    /** Sets a value unless the user has set the key. */
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
