package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.testing.MiniTieredCluster;

/** Monitor: it finds misplaced replicas, moves them and reports its work. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MonitorTest {
    private static final double LOCK_FRACTION = 0.02;

    @TempDir
    static Path directory;

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
                .conf("dfs.tier.monitor.lock.max.fraction", Double.toString(LOCK_FRACTION))
                .build();
        hdfs = cluster.fileSystem();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
    }

    @AfterAll
    void stop() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    /** A tool without tiers copies a replica to another tier: the replica that the tier needs must not be deleted. */
    @Test
    void keepsTheReplicaThatAToolCopiesToAnotherTier() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("by-hand", "fast=1,disk=2", 1, 3);
        files.awaitSettled(file, "fast=1,disk=2");
        LocatedBlock block = files.blocks(file).get(0);
        List<String> holders = holders(block);
        DatanodeInfo source = on(block, "fast");
        DataNode target = cluster.datanodes("disk").stream()
                .filter(node -> !holders.contains(node.getDatanodeId().getHostName())
                        || node.getDatanodeId().getHostName().equals(source.getHostName()))
                .findFirst()
                .orElseThrow();
        copy(block, source, target);
        cluster.miniCluster().triggerBlockReports();
        files.awaitSettled(file, "fast=1,disk=2");
        files.requireSafe(file);
    }

    /** A tool that ignores nodes with several DataNodes places two replicas on one node. */
    @Test
    void removesAReplicaThatAToolMovesToANodeWithAnother() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("crowded", "fast=2,disk=1", 1, 3);
        files.awaitSettled(file, "fast=2,disk=1");
        LocatedBlock block = files.blocks(file).get(0);
        String host = on(block, "fast").getHostName();
        DataNode target = cluster.datanodes("disk").stream()
                .filter(node -> node.getDatanodeId().getHostName().equals(host))
                .findFirst()
                .orElseThrow();
        copy(block, on(block, "disk"), target);
        cluster.miniCluster().triggerBlockReports();
        files.awaitSettled(file, "fast=2,disk=1");
        files.requireSafe(file);
    }

    /** A deleted replica may still be on disk when the file needs it again. */
    @Test
    void followsFastChangesBetweenTiers() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("to-and-fro", "disk=2", 3, 2);
        cluster.awaitVector(file, "disk=2");
        for (int i = 0; i < 6; i++) {
            namenode.setPolicy(file.toString(), "fast=2", 0);
            cluster.awaitVector(file, "fast=2");
            namenode.setPolicy(file.toString(), "disk=2", 0);
            cluster.awaitVector(file, "disk=2");
        }
        files.awaitSettled(file, "disk=2");
        files.requireSafe(file);
    }

    /** The nearest target has died and HDFS does not know yet: others of the tier take the replicas. */
    @Test
    void aMoveWhoseTargetIsDeadGoesToAnother() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("dead-target", "disk=3", 4, 3);
        files.awaitSettled(file, "disk=3");
        String host = on(files.blocks(file).get(0), "disk").getHostName();
        var stopped = cluster.stop(cluster.datanodes("fast").stream()
                .filter(node -> node.getDatanodeId().getHostName().equals(host))
                .findFirst()
                .orElseThrow());
        try {
            namenode.setPolicy(file.toString(), "fast=3", 0);
            files.awaitSettled(file, "fast=3");
            files.requireSafe(file);
        } finally {
            cluster.restart(stopped);
        }
    }

    private static List<String> holders(LocatedBlock block) {
        return Arrays.stream(block.getLocations())
                .map(DatanodeInfo::getHostName)
                .toList();
    }

    private DatanodeInfo on(LocatedBlock block, String tier) {
        return Arrays.stream(block.getLocations())
                .filter(node -> cluster.instance(node.getDatanodeUuid())
                        .tier()
                        .orElseThrow()
                        .equals(tier))
                .findFirst()
                .orElseThrow();
    }

    private void copy(LocatedBlock block, DatanodeInfo source, DataNode target) throws Exception {
        FSNamesystem namesystem = cluster.miniCluster().getNamesystem();
        DatanodeManager datanodes = namesystem.getBlockManager().getDatanodeManager();
        try (ReplicaCopier copier = new ReplicaCopier(
                cluster.configuration(),
                namesystem.getBlockPoolId(),
                (NameNodeRpcServer) cluster.miniCluster().getNameNode().getRpcServer(),
                60_000)) {
            copier.copy(new BlockMove(
                    0,
                    block.getBlock().getLocalBlock(),
                    datanodes.getDatanode(source.getDatanodeUuid()),
                    datanodes.getDatanode(target.getDatanodeUuid()),
                    StorageType.DISK));
        }
    }

    @Test
    void aDirectorysNewPolicyReachesAllItsFiles() throws Exception {
        org.apache.hadoop.fs.Path parent = files.directory("many", "fast=1,disk=1");
        for (int i = 0; i < 30; i++) {
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(parent, "d" + i % 5 + "/f" + i);
            DFSTestUtil.createFile(hdfs, file, 4096, (short) 2, i);
        }
        long done = namenode.status().getMovesDone();
        namenode.setPolicy(parent.toString(), "disk=2", 0);
        for (int i = 0; i < 30; i++) {
            cluster.awaitVector(new org.apache.hadoop.fs.Path(parent, "d" + i % 5 + "/f" + i), "disk=2");
        }
        TieredFiles.await("the moves to be counted")
                .until(() -> namenode.status().getMovesDone() >= done + 30);
        assertThat(namenode.status().getBytesMoved()).isGreaterThanOrEqualTo(30 * 4096);
    }

    @Test
    void explainSaysWhereAFileIsAndWhy() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("explained", "fast=1,disk=2", 2, 3);
        files.awaitSettled(file, "fast=1,disk=2");
        List<String> lines =
                namenode.call(protocol -> protocol.explain(file.toString())).getLinesList();
        assertThat(lines)
                .contains("policy fast=1,disk=2, inherited from " + file.getParent())
                .contains("wanted fast=1,disk=2 for replication 3")
                .filteredOn(line -> line.strip().equals("as wanted"))
                .hasSize(2);
        assertThat(lines).filteredOn(line -> line.contains("tier fast")).hasSize(2);
        // With three of its four nodes left, the tier cannot hold a fourth replica.
        namenode.setPolicy(file.toString(), "fast=4", 0);
        files.awaitSettled(file, "fast=4");
        var stopped = cluster.kill(cluster.datanodes("fast").get(0));
        try {
            TieredFiles.await("the reason")
                    .until(() ->
                            namenode.file(file).getReason().contains("'fast' has 3 nodes in service, 4 are needed"));
            assertThat(namenode.call(protocol -> protocol.explain(file.toString()))
                            .getLinesList())
                    .anyMatch(line -> line.startsWith("reason: "));
        } finally {
            cluster.restart(stopped);
        }
        files.awaitSettled(file, "fast=4");
    }

    /** Files without blocks, so that the monitor has no work. */
    @Test
    void aScanOfAnIdleNamespaceKeepsItsLockFraction() throws Exception {
        int count = Integer.getInteger("underbase.idle.files", 20_000);
        NameNode server = cluster.miniCluster().getNameNode();
        files.directory("idle", "hybrid");
        for (int i = 0; i < count; i++) {
            String path = "/idle/d" + i / 1000 + "/f" + i;
            server.getRpcServer()
                    .create(
                            path,
                            org.apache.hadoop.fs.permission.FsPermission.getFileDefault(),
                            "test",
                            new org.apache.hadoop.io.EnumSetWritable<>(
                                    java.util.EnumSet.of(org.apache.hadoop.fs.CreateFlag.CREATE)),
                            true,
                            (short) 3,
                            TieredFiles.BLOCK,
                            null,
                            null,
                            null);
            assertThat(server.getRpcServer().complete(path, "test", null, 0)).isTrue();
        }
        files.awaitScans(2);
        var status = namenode.status();
        assertThat(status.getFilesScanned()).isGreaterThanOrEqualTo(count);
        assertThat(status.getMisplacedBlocks()).isZero();
        assertThat(status.getScanLockFraction()).isLessThanOrEqualTo(LOCK_FRACTION * 1.5);
        hdfs.delete(new org.apache.hadoop.fs.Path("/idle"), true);
    }
}
