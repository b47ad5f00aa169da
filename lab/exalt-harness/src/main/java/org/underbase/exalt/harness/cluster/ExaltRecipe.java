package org.underbase.exalt.harness.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.network.Network;

/** Recipe of the testbed for the real daemons of a cluster: NameNode, real DataNodes, and ZooKeeper and Master with HBase. */
final class ExaltRecipe {
    private static final String MASTER_HEAP = "512m";
    private static final List<String> NAMENODE_DIRECTORIES = List.of("dfs.namenode.name.dir", "dfs.namenode.edits.dir");
    /** Number of DataNodes up to which a pipeline may have none left to replace a failed one. */
    private static final int SMALL = 3;

    private ExaltRecipe() {}

    /**
     * Creates the recipe.
     *
     * @param options description of the cluster
     * @param progress receiver of progress lines
     * @return the recipe
     */
    static ClusterRecipe of(ClusterOptions options, Consumer<String> progress) {
        ClusterRecipe recipe = TestCluster.builder()
                .name("exalt")
                .nodes(options.hosts())
                .dataNodesPerNode(0)
                .metricsPeriod(Duration.ofSeconds(1))
                .directory(options.directory())
                .progress(progress);
        if (options.hosts() > 1) {
            recipe.network(Network.namespaces());
        }
        for (int i = 0; i < options.realDatanodes(); i++) {
            recipe.dataNode("n" + (1 + i % options.hosts()), datanode -> {});
        }
        common(options).forEach(recipe::set);
        options.settings().forEach(recipe::set);
        for (Path created : created(options)) {
            recipe.outside(created);
        }
        recipe.productionCompiler(Role.NAMENODE).jvmOptions(Role.NAMENODE, "-Xmx" + options.nameNodeHeap());
        if (options.hbase().wanted()) {
            recipe.otherRegionServers(options.hbase().regionServers())
                    .productionCompiler(Role.MASTER)
                    .jvmOptions(Role.MASTER, "-Xmx" + MASTER_HEAP);
        }
        return recipe;
    }

    /** Returns the missing directories that settings of the NameNode name: the NameNode creates them, the testbed removes them. */
    private static List<Path> created(ClusterOptions options) {
        List<Path> result = new ArrayList<>();
        for (String key : NAMENODE_DIRECTORIES) {
            for (String name : options.settings().getOrDefault(key, "").split(",", -1)) {
                if (!name.isBlank()) {
                    Path path = Path.of(
                            new org.apache.hadoop.fs.Path(name.strip()).toUri().getPath());
                    if (!Files.exists(path)) {
                        result.add(path);
                    }
                }
            }
        }
        return result;
    }

    /** Restores Hadoop's defaults where the testbed has settings for short tests, and enables metrics. */
    private static Map<String, String> common(ClusterOptions options) {
        Map<String, String> result = new LinkedHashMap<>();
        result.put("dfs.heartbeat.interval", "3");
        result.put("dfs.namenode.heartbeat.recheck-interval", "300000");
        result.put("dfs.blockreport.intervalMsec", "21600000");
        result.put("dfs.namenode.reconstruction.pending.timeout-sec", "300");
        result.put("dfs.namenode.lock.detailed-metrics.enabled", "true");
        // Most calls are shorter than a millisecond, the default unit.
        result.put("rpc.metrics.timeunit", "MICROSECONDS");
        result.put("dfs.replication", "3");
        result.put(
                "dfs.client.block.write.replace-datanode-on-failure.best-effort",
                Boolean.toString(options.datanodes() + options.realDatanodes() <= SMALL));
        return result;
    }
}
