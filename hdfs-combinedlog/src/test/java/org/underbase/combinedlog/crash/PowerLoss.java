package org.underbase.combinedlog.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.StorageType;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.feature.CombinedLogFeature;

/**
 * Cluster whose DataNodes have a DISK with the journal and an NVDIMM on which hflush is durable, and the worst power failure of
 * them: the page cache is lost, so no byte and no name of a replica that is being written is on disk. The tests write so little
 * that no checkpoint and no oversized sync fsyncs such files.
 */
public final class PowerLoss {
    private static final String DISK = "disk";
    private static final String FAST = "fast";
    private static final String DURABLE = "dfs.datanode.combinedlog.hflush.durable.storage.types";

    private PowerLoss() {}

    /**
     * Describes the cluster; each node has one DataNode.
     *
     * @param nodes number of nodes
     */
    public static ClusterRecipe cluster(int nodes) {
        ClusterRecipe recipe = TestCluster.builder()
                .nodes(nodes)
                .disk(Disk.plain(DISK))
                .disk(Disk.plain(FAST))
                .with(new CombinedLogFeature().segmentSize("16m"))
                .set(DURABLE, StorageType.NVDIMM.name())
                .set("dfs.replication", Integer.toString(nodes));
        for (String node : recipe.nodeNames()) {
            recipe.dataNode(node, spec -> spec.on(DISK, StorageType.DISK).on(FAST, StorageType.NVDIMM));
        }
        return recipe;
    }

    /** Kills all DataNodes by {@code kill -9}. */
    public static void kill(TestCluster cluster) throws IOException {
        for (Daemon each : cluster.daemons(Role.DATANODE)) {
            each.kill();
        }
    }

    /** Removes the files of the replicas that were being written, on the NVDIMMs only or on all disks. */
    public static void loseWrittenReplicas(TestCluster cluster, boolean everywhere) throws IOException {
        int lost = 0;
        for (Node node : cluster.nodes()) {
            for (String disk : everywhere ? List.of(DISK, FAST) : List.of(FAST)) {
                for (Path each : beingWritten(node.disk(disk).path())) {
                    Files.delete(each);
                    lost++;
                }
            }
        }
        assertThat(lost).as("files of replicas that were being written").isPositive();
    }

    private static List<Path> beingWritten(Path disk) throws IOException {
        try (Stream<Path> all = Files.walk(disk)) {
            return all.filter(file -> file.getParent().getFileName().toString().equals("rbw"))
                    .toList();
        }
    }
}
