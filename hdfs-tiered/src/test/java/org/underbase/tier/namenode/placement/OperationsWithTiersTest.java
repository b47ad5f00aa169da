package org.underbase.tier.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.EnumSet;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.permission.FsPermission;
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

/** Operations of HDFS on files with tiers: the replicas follow. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperationsWithTiersTest {
    private static final int BLOCK = TieredFiles.BLOCK;

    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private DistributedFileSystem hdfs;
    private TieredFiles files;
    private Namenode namenode;

    /** Four nodes with both tiers, one with the slow one, and one without a tier, on three racks. */
    static MiniTieredCluster cluster(Path directory) throws Exception {
        return MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .nodes(2, "/r1", "fast", "disk")
                .node("/r2", "disk")
                .node("/r2")
                .conf("fs.trash.interval", "0")
                .build();
    }

    @BeforeAll
    void start() throws Exception {
        cluster = cluster(directory);
        hdfs = cluster.fileSystem();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
    }

    private byte[] content(org.apache.hadoop.fs.Path file) throws Exception {
        return DFSTestUtil.readFileBuffer(hdfs, file);
    }

    @Test
    void appendKeepsTheTiersOfOldAndNewBlocks() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("append", "fast=1,disk=2", 2, 3);
        files.awaitSettled(file, "fast=1,disk=2");
        byte[] more = new byte[BLOCK + BLOCK / 2];
        try (FSDataOutputStream out = hdfs.append(file)) {
            out.write(more);
        }
        files.awaitSettled(file, "fast=1,disk=2");
        assertThat(content(file)).hasSize(3 * BLOCK + BLOCK / 2);
        try (FSDataOutputStream out = hdfs.append(file)) {
            out.write(more);
        }
        files.awaitSettled(file, "fast=1,disk=2");
        files.requireSafe(file);
    }

    @Test
    void truncateKeepsTheTiers() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("truncate", "fast=2,disk=1", 4, 3);
        files.awaitSettled(file, "fast=2,disk=1");
        byte[] before = content(file);
        boolean done = hdfs.truncate(file, 2L * BLOCK + 1000);
        TieredFiles.await("the truncation")
                .until(() -> done || !namenode.file(file).getUnderConstruction());
        files.awaitSettled(file, "fast=2,disk=1");
        assertThat(content(file)).isEqualTo(java.util.Arrays.copyOf(before, 2 * BLOCK + 1000));
        files.requireSafe(file);
    }

    @Test
    void concatBringsBlocksOfOtherTiersToThoseOfTheTarget() throws Exception {
        org.apache.hadoop.fs.Path parent = files.directory("concat", "fast=1,disk=2");
        org.apache.hadoop.fs.Path target = new org.apache.hadoop.fs.Path(parent, "target");
        org.apache.hadoop.fs.Path source = new org.apache.hadoop.fs.Path(parent, "source");
        DFSTestUtil.createFile(hdfs, target, 2L * BLOCK, (short) 3, 1);
        DFSTestUtil.createFile(hdfs, source, 2L * BLOCK, (short) 3, 2);
        namenode.setPolicy(source.toString(), "fast=3", 0);
        files.awaitSettled(source, "fast=3");
        byte[] first = content(target);
        byte[] second = content(source);
        hdfs.concat(target, new org.apache.hadoop.fs.Path[] {source});
        files.awaitSettled(target, "fast=1,disk=2");
        assertThat(content(target)).startsWith(first).endsWith(second).hasSize(4 * BLOCK);
        files.requireSafe(target);
    }

    @Test
    void aFileRenamedWhileItIsWrittenHasThePolicyOfItsNewDirectory() throws Exception {
        org.apache.hadoop.fs.Path written = new org.apache.hadoop.fs.Path(files.directory("old", "fast=3"), "file");
        org.apache.hadoop.fs.Path renamed = new org.apache.hadoop.fs.Path(files.directory("new", "disk=3"), "file");
        try (FSDataOutputStream out = hdfs.create(written, (short) 3)) {
            out.write(new byte[BLOCK]);
            out.hflush();
            assertThat(hdfs.rename(written, renamed)).isTrue();
            DFSTestUtil.createFile(hdfs, written, BLOCK, (short) 3, 4);
            out.write(new byte[BLOCK]);
            out.hflush();
            // The NameNode allocates the second block when one replica of the first is reported.
            TieredFiles.await("the locations of both blocks")
                    .untilAsserted(() -> assertThat(cluster.vectors(renamed)).containsExactly("fast=3", "disk=3"));
        }
        files.awaitSettled(renamed, "disk=3");
        files.awaitSettled(written, "fast=3");
    }

    @Test
    void renameIntoADirectoryWithAnotherPolicyMovesTheFileUnlessItHasItsOwn() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("renamed", "fast=3", 2, 3);
        org.apache.hadoop.fs.Path own = new org.apache.hadoop.fs.Path(file.getParent(), "own");
        DFSTestUtil.createFile(hdfs, own, BLOCK, (short) 3, 3);
        namenode.setPolicy(own.toString(), "fast=2,disk=1", 0);
        files.awaitSettled(file, "fast=3");
        files.awaitSettled(own, "fast=2,disk=1");
        org.apache.hadoop.fs.Path cold = files.directory("cold", "disk=3");
        assertThat(hdfs.rename(file, cold)).isTrue();
        assertThat(hdfs.rename(own, cold)).isTrue();
        org.apache.hadoop.fs.Path moved = new org.apache.hadoop.fs.Path(cold, "file");
        files.awaitSettled(moved, "disk=3");
        files.requireSafe(moved);
        org.apache.hadoop.fs.Path kept = new org.apache.hadoop.fs.Path(cold, "own");
        files.awaitSettled(kept, "fast=2,disk=1");
        assertThat(namenode.file(kept).getPolicyOrigin()).isEqualTo("file");
        assertThat(namenode.file(moved).getPolicyPath()).isEqualTo(cold.toString());
    }

    @Test
    void snapshotsKeepOldContentWhileTiersChange() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("snapped", "fast=1,disk=2", 2, 3);
        org.apache.hadoop.fs.Path parent = file.getParent();
        files.awaitSettled(file, "fast=1,disk=2");
        byte[] before = content(file);
        hdfs.allowSnapshot(parent);
        org.apache.hadoop.fs.Path old = new org.apache.hadoop.fs.Path(hdfs.createSnapshot(parent, "s1"), "file");
        namenode.move(file, "disk", "fast", 1);
        files.awaitSettled(file, "fast=2,disk=1");
        try (FSDataOutputStream out = hdfs.append(file)) {
            out.write(new byte[BLOCK]);
        }
        files.awaitSettled(file, "fast=2,disk=1");
        assertThat(content(old)).isEqualTo(before);
        org.apache.hadoop.fs.Path renamed = new org.apache.hadoop.fs.Path(parent, "renamed");
        assertThat(hdfs.rename(file, renamed)).isTrue();
        namenode.move(renamed, "disk", "fast", 1);
        files.awaitSettled(renamed, "fast=3");
        assertThat(content(old)).isEqualTo(before);
        assertThatThrownBy(() -> namenode.move(old, "fast", "disk", 1)).hasMessageContaining("snapshot");
        hdfs.delete(renamed, false);
        assertThat(content(old)).isEqualTo(before);
        assertThat(namenode.file(old).getBlocks()).isEqualTo(2);
        hdfs.deleteSnapshot(parent, "s1");
        assertThat(hdfs.exists(old)).isFalse();
    }

    @Test
    void aSnapshotThatKeepsMoreReplicasThanTheFileHasIsNoReasonToWait() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("more-in-snapshot", "fast=1,disk=2", 2, 3);
        files.awaitSettled(file, "fast=1,disk=2");
        hdfs.allowSnapshot(file.getParent());
        hdfs.createSnapshot(file.getParent(), "s1");
        namenode.delete(file.toString(), "fast");
        TieredFiles.await("the replicas the snapshot keeps to leave the tier")
                .untilAsserted(() -> assertThat(namenode.file(file))
                        .satisfies(now -> assertThat(now.getMisplaced()).isZero())
                        .satisfies(now -> assertThat(now.getPresentList())
                                .extracting(present -> present.getVector())
                                .containsExactly("disk=3")));
        assertThat(namenode.file(file).getWanted()).isEqualTo("disk=2");
        hdfs.deleteSnapshot(file.getParent(), "s1");
        files.awaitSettled(file, "disk=2");
        files.requireSafe(file);
    }

    @Test
    void aStockClientsReplicationFollowsTheRuleOfTheVector() throws Exception {
        // Down: the tier with most replicas first, of several the slowest. Up: the slowest of its tiers.
        org.apache.hadoop.fs.Path file = files.create("setrep", "fast=1,disk=2", 3, 3);
        files.awaitSettled(file, "fast=1,disk=2");
        hdfs.setReplication(file, (short) 2);
        files.awaitSettled(file, "fast=1,disk=1");
        hdfs.setReplication(file, (short) 1);
        files.awaitSettled(file, "fast=1");
        hdfs.setReplication(file, (short) 4);
        files.awaitSettled(file, "fast=1,disk=3");
        hdfs.setReplication(file, (short) 3);
        files.awaitSettled(file, "fast=1,disk=2");
        files.requireSafe(file);
    }

    @Test
    void aCopyHasThePolicyOfItsOwnDirectory() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("copied", "disk=3", 2, 3);
        namenode.setPolicy(file.toString(), "fast=2,disk=1", 0);
        org.apache.hadoop.fs.Path other = files.directory("copies", "fast=1,disk=2");
        org.apache.hadoop.fs.Path copy = new org.apache.hadoop.fs.Path(other, "copy");
        assertThat(FileUtil.copy(hdfs, file, hdfs, copy, false, cluster.configuration()))
                .isTrue();
        files.awaitSettled(copy, "fast=1,disk=2");
        assertThat(hdfs.getXAttrs(file)).as("no client sees the policy").isEmpty();
        assertThatThrownBy(() -> hdfs.setXAttr(file, "system." + "underbase.tier.policy", new byte[0]))
                .hasMessageContaining("permission");
        int exit = org.apache.hadoop.util.ToolRunner.run(
                new org.apache.hadoop.fs.FsShell(cluster.configuration()), new String[] {
                    "-cp", "-ptopax", hdfs.makeQualified(file).toString(), hdfs.makeQualified(other) + "/preserved"
                });
        assertThat(exit).isZero();
        org.apache.hadoop.fs.Path preserved = new org.apache.hadoop.fs.Path(other, "preserved");
        assertThat(namenode.file(preserved).getPolicyOrigin()).isEqualTo("directory");
        files.awaitSettled(preserved, "fast=1,disk=2");
    }

    @Test
    void aFileThatIsBeingWrittenIsNotChanged() throws Exception {
        org.apache.hadoop.fs.Path file =
                new org.apache.hadoop.fs.Path(files.directory("written", "fast=1,disk=2"), "file");
        try (FSDataOutputStream out = hdfs.create(
                file, FsPermission.getFileDefault(), EnumSet.of(CreateFlag.CREATE), 4096, (short) 3, BLOCK, null)) {
            out.write(new byte[BLOCK / 2]);
            out.hflush();
            assertThatThrownBy(() -> namenode.move(file, "disk", "fast", 1)).hasMessageContaining("under construction");
            namenode.setPolicy(file.getParent().toString(), "fast=3", 0);
            files.awaitScans(2);
            assertThat(cluster.vectors(file)).containsOnly("fast=1,disk=2");
            out.write(new byte[BLOCK]);
        }
        files.awaitSettled(file, "fast=3");
        assertThat(content(file)).hasSize(BLOCK + BLOCK / 2);
    }
}
