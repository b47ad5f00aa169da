package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.testing.MiniTieredCluster;

/** Demotion of the files unused for longest from a full tier, and their promotion when they are read. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DemotionTest {
    private static final int BLOCK = TieredFiles.BLOCK;

    /** Of the tier fast, on three nodes; a replica of each file of 4 MiB is on it. */
    private static final long CAPACITY = 3L * 20 * BLOCK;

    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private DistributedFileSystem hdfs;
    private TieredFiles files;
    private Namenode namenode;

    @BeforeAll
    void start() throws Exception {
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .node("/r1", "fast", "disk")
                .capacity("fast", CAPACITY / 3)
                .capacity("disk", 1L << 30)
                .conf("dfs.tier.fast.high.watermark", "0.6")
                .conf("dfs.tier.fast.low.watermark", "0.5")
                .conf("dfs.tier.promote.reads", "3")
                .conf("dfs.namenode.accesstime.precision", "1")
                .build();
        hdfs = cluster.fileSystem();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
    }

    private void read(org.apache.hadoop.fs.Path file) throws Exception {
        try (FSDataInputStream in = hdfs.open(file)) {
            assertThat(in.read()).isGreaterThanOrEqualTo(0);
        }
    }

    @Test
    void aFullTierGivesUpWhatIsUnusedForLongestAndTakesItBackWhenItIsRead() throws Exception {
        org.apache.hadoop.fs.Path parent = files.directory("demoted", "hybrid");
        org.apache.hadoop.fs.Path own = new org.apache.hadoop.fs.Path(parent, "own");
        DFSTestUtil.createFile(hdfs, own, 4L * BLOCK, (short) 2, 0);
        namenode.setPolicy(own.toString(), "fast=1,disk=1", 0);
        List<org.apache.hadoop.fs.Path> all = new ArrayList<>();
        // 36 MiB of 60 are the high water mark: this many are just above it.
        for (int i = 0; i < 9; i++) {
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(parent, "f" + i);
            DFSTestUtil.createFile(hdfs, file, 4L * BLOCK, (short) 2, i);
            all.add(file);
            if (i < 8) {
                // The oldest two are the ones that are read last.
                read(all.get(0));
                read(all.get(Math.min(1, i)));
            }
        }
        TieredFiles.await("files to be demoted").until(() -> namenode.status().getFilesDemoted() > 0);
        TieredFiles.await("the tier to be below its high water mark").until(() -> used() <= 0.6);
        files.awaitScans(3);
        List<org.apache.hadoop.fs.Path> demoted = new ArrayList<>();
        for (org.apache.hadoop.fs.Path file : all) {
            if (namenode.file(file).getDemoted()) {
                demoted.add(file);
                cluster.awaitVector(file, "disk=2");
            }
        }
        // Enough to come below the low water mark, and not everything, though several scans saw the tier full during
        // the wait.
        assertThat(demoted).hasSizeBetween(1, 4).doesNotContain(all.get(0), all.get(1));
        assertThat(namenode.file(own).getDemoted())
                .as("a file with a vector is never demoted")
                .isFalse();
        cluster.awaitVector(own, "fast=1,disk=1");
        // Room again, and three reads: it comes back.
        org.apache.hadoop.fs.Path wanted = demoted.get(0);
        for (org.apache.hadoop.fs.Path file : all) {
            if (!demoted.contains(file)) {
                hdfs.delete(file, false);
            }
        }
        TieredFiles.await("room on the tier").until(() -> used() < 0.4);
        long length = hdfs.getFileStatus(wanted).getLen();
        for (int i = 0; i < 6; i++) {
            assertThat(hdfs.getFileBlockLocations(wanted, 0, length)).hasSize(4);
        }
        files.awaitScans(2);
        assertThat(namenode.file(wanted).getDemoted())
                .as("requests for locations only do not promote")
                .isTrue();
        for (int i = 0; i < 3; i++) {
            read(wanted);
        }
        cluster.awaitVector(wanted, "fast=1,disk=1");
        assertThat(namenode.file(wanted).getDemoted()).isFalse();
        assertThat(namenode.status().getFilesPromoted()).isEqualTo(1);
    }

    private double used() throws Exception {
        var fast = namenode.call(protocol -> protocol.tiers()).getTiers(0);
        return 1 - fast.getRemaining() / (double) fast.getCapacity();
    }
}
