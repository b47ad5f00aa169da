package org.underbase.tier.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.io.IOUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.Await;
import org.underbase.tier.testing.MiniTieredCluster;

/** Replicas on a tier of few DataNodes, which have more load than others while all nodes write. */
@Tag("cluster")
class LoadOfTiersTest {
    private static final int FILES = 12;
    private static final String FAST = "fast";

    private final List<FSDataOutputStream> open = new ArrayList<>();

    @Test
    void onlyDataNodeOfATierTakesReplicasUnderLoad(@TempDir Path directory) throws Exception {
        // The average load is 36 writers by 9 DataNodes; all 12 of the fast one exceed 2 times the average.
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .tiers(FAST, "disk")
                .node("/r0", FAST)
                .nodes(4, "/r0", "disk")
                .nodes(4, "/r1", "disk")
                .policy("fast=1,disk=2")
                .conf("dfs.namenode.redundancy.considerLoad", "true")
                .conf("dfs.tier.monitor.enabled", "false")
                .build()) {
            DistributedFileSystem files = cluster.fileSystem();
            String fast = cluster.datanodes(FAST).get(0).getDatanodeUuid();
            try {
                write(files, "/before");
                Await.until(
                        "the load of the fast DataNode to be reported",
                        MiniTieredCluster.LIMIT,
                        () -> load(files, fast) + " xceivers of it, " + average(files) + " on average",
                        () -> load(files, fast) > 2 * average(files));
                write(files, "/after");
                for (int i = 0; i < FILES; i++) {
                    assertThat(locations(files, "/after" + i)).hasSize(3).contains(fast);
                }
            } finally {
                IOUtils.closeStreams(open.toArray(FSDataOutputStream[]::new));
            }
        }
    }

    private void write(DistributedFileSystem files, String prefix) throws IOException {
        for (int i = 0; i < FILES; i++) {
            FSDataOutputStream out = files.create(new org.apache.hadoop.fs.Path(prefix + i));
            open.add(out);
            out.write(1);
            out.hflush();
        }
    }

    private static List<String> locations(DistributedFileSystem files, String path) throws IOException {
        DatanodeInfo[] nodes =
                files.getClient().getLocatedBlocks(path, 0, 1).get(0).getLocations();
        return Arrays.stream(nodes).map(DatanodeInfo::getDatanodeUuid).toList();
    }

    private static int load(DistributedFileSystem files, String uuid) throws IOException {
        return Arrays.stream(files.getDataNodeStats(DatanodeReportType.LIVE))
                .filter(node -> node.getDatanodeUuid().equals(uuid))
                .mapToInt(DatanodeInfo::getXceiverCount)
                .sum();
    }

    private static double average(DistributedFileSystem files) throws IOException {
        return Arrays.stream(files.getDataNodeStats(DatanodeReportType.LIVE))
                .mapToInt(DatanodeInfo::getXceiverCount)
                .average()
                .orElseThrow();
    }
}
