package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.testing.MiniTieredCluster;

/** Changes that the monitor finds without a full scan: the next one is an hour away. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IncrementalWorkTest {
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
                .tiers("fast", "mid", "disk")
                .nodes(2, "/r0", "fast", "mid", "disk")
                .nodes(2, "/r1", "fast", "mid", "disk")
                .conf(TierKeys.MONITOR_INTERVAL.name(), "1h")
                .build();
        hdfs = cluster.fileSystem();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
        files.directory("first", "hybrid");
        TieredFiles.await("the only scan").until(() -> namenode.status().getScans() == 1);
    }

    @AfterEach
    void noScanFollowed() throws Exception {
        assertThat(namenode.status().getScans()).isEqualTo(1);
        assertThat(namenode.status().getQueueOverflows()).isZero();
    }

    private List<org.apache.hadoop.fs.Path> below(org.apache.hadoop.fs.Path parent, int count) throws Exception {
        List<org.apache.hadoop.fs.Path> created = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            created.add(file(new org.apache.hadoop.fs.Path(parent, "d" + i % 3 + "/f" + i)));
        }
        return created;
    }

    private org.apache.hadoop.fs.Path file(org.apache.hadoop.fs.Path path) throws Exception {
        DFSTestUtil.createFile(hdfs, path, 4096, (short) 2, 7);
        return path;
    }

    @Test
    void aDirectorysNewPolicy() throws Exception {
        org.apache.hadoop.fs.Path parent = files.directory("set", "disk=2");
        List<org.apache.hadoop.fs.Path> created = below(parent, 12);
        long checked = namenode.status().getSubtreesChecked();
        namenode.setPolicy(parent.toString(), "fast=1,mid=1", 0);
        for (org.apache.hadoop.fs.Path file : created) {
            cluster.awaitVector(file, "fast=1,mid=1");
        }
        TieredFiles.await("the directory to be checked")
                .until(() -> namenode.status().getSubtreesChecked() > checked
                        && namenode.status().getSubtreesPending() == 0);
        assertThat(namenode.status().getSubtreeFilesChecked()).isGreaterThanOrEqualTo(created.size());
    }

    @Test
    @SuppressWarnings("deprecation") // The call with options is another one of the protocol.
    void aRenameOfADirectoryIntoOneWithAnotherPolicy() throws Exception {
        org.apache.hadoop.fs.Path from = files.directory("renamed-from", "disk=2");
        org.apache.hadoop.fs.Path to = files.directory("renamed-to", "fast=2");
        below(new org.apache.hadoop.fs.Path(from, "one"), 3);
        below(new org.apache.hadoop.fs.Path(from, "two"), 3);
        assertThat(hdfs.rename(new org.apache.hadoop.fs.Path(from, "one"), to)).isTrue();
        cluster.awaitVector(new org.apache.hadoop.fs.Path(to, "one/d1/f1"), "fast=2");
        cluster.awaitVector(new org.apache.hadoop.fs.Path(to, "one/d2/f2"), "fast=2");
        hdfs.rename(new org.apache.hadoop.fs.Path(from, "two"), new org.apache.hadoop.fs.Path(to, "two"), Rename.NONE);
        cluster.awaitVector(new org.apache.hadoop.fs.Path(to, "two/d1/f1"), "fast=2");
    }

    @Test
    void aRenameOfAFileAndNotOneWithinAPolicy() throws Exception {
        org.apache.hadoop.fs.Path from = files.directory("file-from", "disk=2");
        org.apache.hadoop.fs.Path to = files.directory("file-to", "mid=2");
        file(new org.apache.hadoop.fs.Path(from, "a/file"));
        TieredFiles.await("the check of the directories")
                .until(() -> namenode.status().getSubtreesPending() == 0);
        long checked = namenode.status().getSubtreesChecked();
        assertThat(hdfs.rename(new org.apache.hadoop.fs.Path(from, "a"), new org.apache.hadoop.fs.Path(from, "b")))
                .isTrue();
        assertThat(namenode.status().getSubtreesPending()).isZero();
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(to, "file");
        assertThat(hdfs.rename(new org.apache.hadoop.fs.Path(from, "b/file"), file))
                .isTrue();
        cluster.awaitVector(file, "mid=2");
        assertThat(namenode.status().getSubtreesChecked()).isEqualTo(checked);
    }

    @Test
    void aConcatOfFilesWithOtherReplicas() throws Exception {
        org.apache.hadoop.fs.Path parent = files.directory("concat", "fast=1,disk=1");
        org.apache.hadoop.fs.Path target = new org.apache.hadoop.fs.Path(parent, "target");
        org.apache.hadoop.fs.Path source = new org.apache.hadoop.fs.Path(parent, "source");
        DFSTestUtil.createFile(hdfs, target, TieredFiles.BLOCK, (short) 2, 7);
        DFSTestUtil.createFile(hdfs, source, TieredFiles.BLOCK, (short) 2, 8);
        namenode.setPolicy(source.toString(), "mid=2", 0);
        files.awaitSettled(source, "mid=2");
        hdfs.concat(target, new org.apache.hadoop.fs.Path[] {source});
        files.awaitSettled(target, "fast=1,disk=1");
    }

    /** HDFS deletes a replica without the policy: on disk, the slowest of the tiers, where the policy has the second replica. */
    @Test
    void aLowerReplication() throws Exception {
        org.apache.hadoop.fs.Path parent = files.directory("setrep", "hybrid");
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(parent, "file");
        DFSTestUtil.createFile(hdfs, file, TieredFiles.BLOCK, (short) 3, 7);
        files.awaitSettled(file, "fast=1,mid=1,disk=1");
        assertThat(hdfs.setReplication(file, (short) 2)).isTrue();
        files.awaitSettled(file, "fast=1,disk=1");
    }

    @Test
    void theCloseOfAFileThatWasRenamedWhileOpen() throws Exception {
        org.apache.hadoop.fs.Path from = files.directory("open-from", "disk=2");
        org.apache.hadoop.fs.Path to = files.directory("open-to", "fast=2");
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(to, "file");
        org.apache.hadoop.fs.Path other = file(new org.apache.hadoop.fs.Path(from, "other"));
        try (FSDataOutputStream out = hdfs.create(new org.apache.hadoop.fs.Path(from, "file"), (short) 2)) {
            out.write(new byte[TieredFiles.BLOCK / 2]);
            out.hflush();
            assertThat(hdfs.rename(new org.apache.hadoop.fs.Path(from, "file"), file))
                    .isTrue();
            // A later check: the monitor has checked the open file when it has moved the replica of the other.
            namenode.setPolicy(other.toString(), "mid=2", 0);
            cluster.awaitVector(other, "mid=2");
            assertThat(cluster.vectors(file)).containsExactly("disk=2");
        }
        files.awaitSettled(file, "fast=2");
    }
}
