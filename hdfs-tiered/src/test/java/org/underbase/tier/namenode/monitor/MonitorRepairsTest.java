package org.underbase.tier.namenode.monitor;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.testing.MiniTieredCluster;

/** Monitor: repairs after moves by other tools, fast changes of policies, and a dead target. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MonitorRepairsTest {
    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private TieredFiles files;
    private Namenode namenode;

    @BeforeAll
    void start() throws Exception {
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .nodes(2, "/r1", "fast", "disk")
                .build();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
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
        changeFast("to-and-fro", 2);
    }

    @Test
    @Tag("long")
    void followsManyFastChangesBetweenTiers() throws Exception {
        changeFast("to-and-fro-often", 6);
    }

    private void changeFast(String name, int times) throws Exception {
        org.apache.hadoop.fs.Path file = files.create(name, "disk=2", 3, 2);
        cluster.awaitVector(file, "disk=2");
        for (int i = 0; i < times; i++) {
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
}
