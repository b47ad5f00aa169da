package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
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

    @Test
    void aDegradedFileIsRepairedWhenItIsClosed() throws Exception {
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .nodes(2, "/r1", "fast", "disk")
                .policy("fast=2,disk=1")
                .conf(TierKeys.MONITOR_INTERVAL.name(), "1h")
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
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/file");
            try (FSDataOutputStream out = cluster.fileSystem().create(file, (short) 3)) {
                out.write(new byte[TieredFiles.BLOCK / 2]);
                out.hflush();
                assertThat(cluster.vectors(file)).containsExactly("fast=1,disk=2");
                assertThat(namenode.status().getDegradedChoices()).isPositive();
                // A later check: the monitor has checked the open file when it has moved the replica of the other.
                namenode.setPolicy(other.toString(), "disk=3", 0);
                cluster.awaitVector(other, "disk=3");
                for (TieredDatanode instance : stopped) {
                    cluster.restart(instance);
                }
            }
            files.awaitSettled(file, "fast=2,disk=1");
            assertThat(namenode.status().getScans()).isEqualTo(1);
        }
    }
}
