package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.testing.MiniTieredCluster;
import org.underbase.tier.testing.TieredDatanode;

/** Repair of a new file with a degraded placement, without a scan. */
@Tag("cluster")
class ClosedFilesTest {
    @TempDir
    private Path directory;

    /** The DataNodes of a tier that hold the file. */
    private static List<DataNode> holders(MiniTieredCluster cluster, org.apache.hadoop.fs.Path file, String tier)
            throws Exception {
        Set<String> uuids = new HashSet<>();
        for (LocatedBlock block : new TieredFiles(cluster).blocks(file)) {
            for (DatanodeInfo node : block.getLocations()) {
                uuids.add(node.getDatanodeUuid());
            }
        }
        return cluster.datanodes(tier).stream()
                .filter(node -> uuids.contains(node.getDatanodeUuid()))
                .toList();
    }

    @Test
    void aDegradedFileIsRepairedWhenItIsClosed() throws Exception {
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .nodes(2, "/r1", "fast", "disk")
                .policy("fast=2,disk=1")
                .conf(TierKeys.MONITOR_INTERVAL.name(), "1h")
                // HDFS must not replace the replicas whose reports the test delays.
                .conf("dfs.namenode.reconstruction.pending.timeout-sec", "3600")
                .build()) {
            TieredFiles files = new TieredFiles(cluster);
            Namenode namenode = new Namenode(cluster);
            TieredFiles.await("the only scan").until(() -> namenode.status().getScans() == 1);
            List<TieredDatanode> stopped = new ArrayList<>();
            while (cluster.datanodes("fast").size() > 1) {
                stopped.add(cluster.kill(cluster.datanodes("fast").get(0)));
            }
            org.apache.hadoop.fs.Path other = new org.apache.hadoop.fs.Path("/other");
            DFSTestUtil.createFile(cluster.fileSystem(), other, TieredFiles.BLOCK, (short) 3, 7);
            org.apache.hadoop.fs.Path checked = files.create("checked", "network-aware", 1, 3);
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/file");
            List<DataNode> silent = new ArrayList<>();
            try (FSDataOutputStream out = cluster.fileSystem().create(file, (short) 3)) {
                out.write(new byte[TieredFiles.BLOCK / 2]);
                out.hflush();
                assertThat(cluster.vectors(file)).containsExactly("fast=1,disk=2");
                assertThat(namenode.status().getDegradedChoices()).isPositive();
                // A later check: the monitor has checked the open file when it has moved the replica of the other.
                namenode.setPolicy(other.toString(), "disk=3", 0);
                cluster.awaitVector(other, "disk=3");
                silent.addAll(holders(cluster, file, "disk"));
                assertThat(silent).hasSize(2);
                silent.forEach(DataNodeTestUtils::pauseIBR);
            }
            assertThat(cluster.vectors(file)).as("reported replicas").containsExactly("fast=1");
            // The monitor checks the closed file before a file below a directory that changes later.
            namenode.setPolicy(checked.getParent().toString(), "fast=2,disk=1", 0);
            TieredFiles.await("the monitor to check the closed file")
                    .until(() -> namenode.file(checked).getReason().contains("2 are needed"));
            assertThat(cluster.vectors(file)).as("reported replicas").containsExactly("fast=1");
            silent.forEach(DataNodeTestUtils::resumeIBR);
            assertThat(cluster.reportedVectors(file)).containsExactly("fast=1,disk=2");
            for (TieredDatanode instance : stopped) {
                cluster.restart(instance);
            }
            files.awaitSettled(file, "fast=2,disk=1");
            assertThat(namenode.status().getScans()).isEqualTo(1);
        }
    }
}
