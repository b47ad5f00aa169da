package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.QueuedDeletions;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.testing.MiniTieredCluster;

/**
 * Something happens to a file while its replicas are being moved, slowly, with block tokens and over encrypted connections.
 * A block of 1 MiB takes four seconds.
 */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MovesTest {
    private static final int BLOCK = TieredFiles.BLOCK;
    private static final int ATTEMPTS = 5;

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
                .nodes(2, "/r1", "fast", "disk")
                .conf("dfs.block.access.token.enable", "true")
                .conf("dfs.encrypt.data.transfer", "true")
                .conf("dfs.datanode.balance.bandwidthPerSec", "256k")
                .build();
        hdfs = cluster.fileSystem();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
    }

    /** Creates a file of one block with a running move to the tier fast. */
    private org.apache.hadoop.fs.Path moving(String name) throws Exception {
        org.apache.hadoop.fs.Path file = files.create(name, "disk=3", 1, 3);
        files.awaitSettled(file, "disk=3");
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            namenode.move(file, "disk", "fast", 1);
            TieredFiles.await("the move to begin")
                    .until(() -> namenode.status().getMovesRunning() > 0 || !isOn(file, "disk=3"));
            if (isOn(file, "disk=3")) {
                return file;
            }
            // A loaded machine noticed the move only after its end.
            namenode.move(file, "fast", "disk", 1);
            files.awaitSettled(file, "disk=3");
        }
        throw new IllegalStateException("every move of " + file + " was over before it was noticed");
    }

    private boolean isOn(org.apache.hadoop.fs.Path file, String vector) throws Exception {
        return cluster.vectors(file).equals(List.of(vector));
    }

    private byte[] content(org.apache.hadoop.fs.Path file) throws Exception {
        return DFSTestUtil.readFileBuffer(hdfs, file);
    }

    @Test
    void anAppendInTheMiddleKeepsTheContentAndTheVectorIsReached() throws Exception {
        org.apache.hadoop.fs.Path file = moving("append");
        byte[] before = content(file);
        byte[] more = DFSTestUtil.generateSequentialBytes(0, BLOCK / 2);
        try (FSDataOutputStream out = hdfs.append(file)) {
            out.write(more);
        }
        files.awaitSettled(file, "fast=1,disk=2");
        assertThat(content(file)).startsWith(before).endsWith(more).hasSize(BLOCK + BLOCK / 2);
        files.requireSafe(file);
    }

    @Test
    @Tag("long")
    void aTruncateInTheMiddleKeepsTheContentAndTheVectorIsReached() throws Exception {
        org.apache.hadoop.fs.Path file = moving("truncate");
        byte[] before = content(file);
        hdfs.truncate(file, BLOCK / 3);
        TieredFiles.await("the truncation").until(() -> !namenode.file(file).getUnderConstruction());
        files.awaitSettled(file, "fast=1,disk=2");
        assertThat(content(file)).isEqualTo(Arrays.copyOf(before, BLOCK / 3));
        files.requireSafe(file);
    }

    @Test
    void aDeletionInTheMiddleLeavesNoReplica() throws Exception {
        org.apache.hadoop.fs.Path file = moving("delete");
        var block = files.blocks(file).get(0).getBlock();
        assertThat(hdfs.delete(file, false)).isTrue();
        TieredFiles.await("no replica to be left").untilAsserted(() -> {
            for (DataNode node : cluster.miniCluster().getDataNodes()) {
                assertThat(node.getFSDataset().getStoredBlock(block.getBlockPoolId(), block.getBlockId()))
                        .isNull();
            }
        });
        TieredFiles.await("the move to be over").until(() -> namenode.status().getMovesRunning() == 0);
    }

    @Test
    @Tag("long")
    void aRenameInTheMiddleKeepsTheVector() throws Exception {
        org.apache.hadoop.fs.Path file = moving("rename");
        byte[] before = content(file);
        org.apache.hadoop.fs.Path other = new org.apache.hadoop.fs.Path(files.directory("other", "fast=3"), "renamed");
        assertThat(hdfs.rename(file, other)).isTrue();
        files.awaitSettled(other, "fast=1,disk=2");
        assertThat(content(other)).isEqualTo(before);
        files.requireSafe(other);
    }

    @Test
    @Tag("long")
    void aRestartOfTheNamenodeInTheMiddleLosesNothing() throws Exception {
        org.apache.hadoop.fs.Path file = moving("restart");
        byte[] before = content(file);
        cluster.miniCluster().restartNameNode(true);
        cluster.awaitTiersKnown();
        files.awaitSettled(file, "fast=1,disk=2");
        assertThat(content(file)).isEqualTo(before);
        files.requireSafe(file);
    }

    @Test
    void aDeadTargetInTheMiddleLosesNothing() throws Exception {
        org.apache.hadoop.fs.Path file = moving("death");
        byte[] before = content(file);
        var stopped = cluster.kill(cluster.datanodes("fast").get(0));
        try {
            files.awaitSettled(file, "fast=1,disk=2");
            assertThat(content(file)).isEqualTo(before);
        } finally {
            cluster.restart(stopped);
        }
    }

    /** HDFS repeats a deletion that a DataNode does not report in time; it can be queued after the report. */
    @Test
    void aDataNodeWithAQueuedDeletionOfTheBlockIsNoTarget() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("deletion", "disk=3", 1, 3);
        files.awaitSettled(file, "disk=3");
        List<DatanodeDescriptor> fast = List.of(files.topology().index().tier(0).all());
        FSNamesystem namesystem = cluster.miniCluster().getNamesystem();
        // Excludes heartbeats, which would take the deletions.
        namesystem.writeLock();
        try {
            INodeFile inode =
                    namesystem.getFSDirectory().getINode(file.toString()).asFile();
            assertThat(plan(inode).moves).hasSize(1);
            fast.forEach(node -> QueuedDeletions.add(node, inode.getBlocks()[0]));
            FilePlan plan = plan(inode);
            fast.forEach(node -> node.getInvalidateBlocks(BLOCK));
            assertThat(plan.moves).isEmpty();
            assertThat(plan.reason).contains("4 DataNodes with this block, or about to delete it");
        } finally {
            namesystem.writeUnlock("test");
        }
    }

    /** If the policy changes during a move, HDFS can delete the copy before the monitor has seen the target's report. */
    @Test
    void aMoveWhoseCopyWasDeletedIsUnreported() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("withdrawn", "disk=3", 1, 3);
        files.awaitSettled(file, "disk=3");
        FSNamesystem namesystem = cluster.miniCluster().getNamesystem();
        namesystem.readLock();
        try {
            INodeFile inode =
                    namesystem.getFSDirectory().getINode(file.toString()).asFile();
            BlockInfo block = inode.getBlocks()[0];
            List<DatanodeDescriptor> holders = new ArrayList<>();
            for (DatanodeStorageInfo storage : namesystem.getBlockManager().getStorages(block)) {
                holders.add(storage.getDatanodeDescriptor());
            }
            DatanodeDescriptor empty = files.topology().index().tier(0).all()[0];
            assertThat(fate(inode, block, holders.get(0), empty)).isEqualTo(MoveFate.UNREPORTED);
            assertThat(fate(inode, block, holders.get(0), holders.get(1))).isEqualTo(MoveFate.IN_VAIN);
            assertThat(fate(inode, block, empty, holders.get(0))).isEqualTo(MoveFate.DONE);
        } finally {
            namesystem.readUnlock("test");
        }
    }

    private MoveFate fate(INodeFile inode, BlockInfo block, DatanodeDescriptor from, DatanodeDescriptor to) {
        return MoveFate.of(
                new BlockMove(inode.getId(), new Block(block), from, to, StorageType.DISK),
                cluster.miniCluster().getNamesystem().getBlockManager(),
                files.topology().registry());
    }

    private FilePlan plan(INodeFile inode) {
        MovePlanner planner = new MovePlanner(
                cluster.miniCluster().getNamesystem().getBlockManager(), files.topology(), node -> true, () -> 1);
        FilePlan plan = planner.begin(inode, TierCounts.none(2).plus(0, 1).plus(1, 2));
        planner.advance(plan, inode, new LockHold(BLOCK, () -> 0));
        return plan;
    }

    @Test
    void aMoveHasNeverFewerReplicasThanTheFileShouldHave() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("observed", "disk=3", 3, 3);
        files.awaitSettled(file, "disk=3");
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger fewest = new AtomicInteger(Integer.MAX_VALUE);
        AtomicInteger most = new AtomicInteger();
        AtomicInteger looks = new AtomicInteger();
        Thread observer = new Thread(() -> {
            while (!over.get()) {
                look(file, fewest, most);
                looks.incrementAndGet();
                Thread.onSpinWait();
            }
        });
        observer.start();
        try {
            namenode.move(file, "disk", "fast", 2);
            files.awaitSettled(file, "fast=2,disk=1");
        } finally {
            over.set(true);
            observer.join();
        }
        assertThat(looks.get()).isPositive();
        assertThat(fewest.get()).as("fewest live replicas seen").isEqualTo(3);
        assertThat(most.get()).as("most live replicas seen").isLessThanOrEqualTo(4);
        files.requireSafe(file);
    }

    private void look(org.apache.hadoop.fs.Path file, AtomicInteger fewest, AtomicInteger most) {
        FSNamesystem namesystem = cluster.miniCluster().getNamesystem();
        namesystem.readLock();
        try {
            INode inode = namesystem.getFSDirectory().getINode(file.toString());
            for (BlockInfo block : inode.asFile().getBlocks()) {
                int live = namesystem.getBlockManager().countNodes(block).liveReplicas();
                fewest.accumulateAndGet(live, Math::min);
                most.accumulateAndGet(live, Math::max);
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        } finally {
            namesystem.readUnlock("test");
        }
    }
}
