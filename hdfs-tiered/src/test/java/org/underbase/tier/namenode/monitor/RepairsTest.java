package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.balancer.Balancer;
import org.apache.hadoop.hdfs.server.balancer.ExitStatus;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.CombinedHostFileManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.HostConfigManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.mover.Mover;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.util.HostsFileWriter;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.namenode.registry.LiveReplica;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.testing.MiniTieredCluster;

/** Failures, decommissioning and maintenance of DataNodes, and Hadoop's tools that move replicas: tiers are kept. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RepairsTest {
    private static final String VECTOR = "fast=1,disk=2";

    @TempDir
    static Path directory;

    private final HostsFileWriter hosts = new HostsFileWriter();
    private MiniTieredCluster cluster;
    private DistributedFileSystem hdfs;
    private TieredFiles files;

    @BeforeAll
    void start() throws Exception {
        Configuration conf = new Configuration(false);
        conf.setClass("dfs.namenode.hosts.provider.classname", CombinedHostFileManager.class, HostConfigManager.class);
        hosts.initialize(conf, directory.resolve("hosts").toString());
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .nodes(2, "/r1", "fast", "disk")
                .node("/r2", "disk")
                .capacity("fast", 100L << 20)
                .capacity("disk", 100L << 20)
                .conf("dfs.namenode.hosts.provider.classname", CombinedHostFileManager.class.getName())
                .conf("dfs.hosts", conf.get("dfs.hosts"))
                .conf("dfs.namenode.maintenance.replication.min", "1")
                .conf("dfs.tier.fast.high.watermark", "1")
                .conf("dfs.tier.disk.high.watermark", "1")
                .build();
        hdfs = cluster.fileSystem();
        files = new TieredFiles(cluster);
    }

    @AfterAll
    void stop() throws Exception {
        try {
            if (cluster != null) {
                cluster.close();
            }
        } finally {
            hosts.cleanup();
        }
    }

    private DatanodeDescriptor descriptor(DataNode node) throws Exception {
        return cluster.miniCluster()
                .getNamesystem()
                .getBlockManager()
                .getDatanodeManager()
                .getDatanode(node.getDatanodeId());
    }

    private void refresh(List<String> decommission, Map<String, Long> maintenance) throws Exception {
        hosts.initOutOfServiceHosts(decommission, maintenance);
        // dfsadmin -refreshNodes would read configuration files, which a mini cluster does not have.
        cluster.miniCluster()
                .getNamesystem()
                .getBlockManager()
                .getDatanodeManager()
                .refreshNodes(cluster.configuration());
    }

    private boolean holdsBlockOf(org.apache.hadoop.fs.Path file, DataNode node) throws Exception {
        for (LocatedBlock block : files.blocks(file)) {
            for (DatanodeInfo location : block.getLocations()) {
                if (location.getDatanodeUuid().equals(node.getDatanodeUuid())) {
                    return true;
                }
            }
        }
        return false;
    }

    private DataNode holder(org.apache.hadoop.fs.Path file, String tier) throws Exception {
        for (DataNode node : cluster.datanodes(tier)) {
            if (holdsBlockOf(file, node)) {
                return node;
            }
        }
        throw new IllegalStateException("no DataNode of " + tier + " has a block of " + file);
    }

    @Test
    @Order(1)
    void aLostReplicaIsRestoredOnItsOwnTier() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("death", VECTOR, 6, 3);
        files.awaitSettled(file, VECTOR);
        for (String tier : new String[] {"fast", "disk"}) {
            var stopped = cluster.kill(holder(file, tier));
            files.awaitSettled(file, VECTOR);
            files.requireSafe(file);
            // Its replicas are excess after the restart; the unwanted ones are deleted.
            cluster.restart(stopped);
            files.awaitSettled(file, VECTOR);
            files.requireSafe(file);
        }
    }

    /** When a DataNode counts as decommissioned, each block has its whole vector elsewhere: at that very moment. */
    @Test
    @Order(2)
    void oneDatanodeOfANodeIsDecommissionedAndItsReplicasStayOnTheirTier() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("leaving", VECTOR, 6, 3);
        files.awaitSettled(file, VECTOR);
        DataNode leaving = holder(file, "fast");
        refresh(List.of(leaving.getDatanodeId().getXferAddr()), null);
        TieredFiles.await("the DataNode to be decommissioned")
                .until(() -> descriptor(leaving).isDecommissioned());
        FSNamesystem namesystem = cluster.miniCluster().getNamesystem();
        TierRegistry registry = files.topology().registry();
        namesystem.readLock();
        try {
            for (BlockInfo block : namesystem
                    .getFSDirectory()
                    .getINode(file.toString())
                    .asFile()
                    .getBlocks()) {
                assertThat(LiveReplica.of(namesystem.getBlockManager(), registry, block))
                        .extracting(replica -> replica.location().tier())
                        .containsExactlyInAnyOrder(0, 1, 1);
            }
        } finally {
            namesystem.readUnlock("test");
        }
        assertThat(List.of(hdfs.getDataNodeStats()))
                .filteredOn(DatanodeInfo::isDecommissioned)
                .as("one instance and no other of its node")
                .hasSize(1);
        refresh(null, null);
        files.awaitSettled(file, VECTOR);
        files.requireSafe(file);
    }

    @Test
    @Order(3)
    void aDatanodeInMaintenanceComesBackToItsReplicas() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("maintained", VECTOR, 6, 3);
        files.awaitSettled(file, VECTOR);
        DataNode maintained = holder(file, "fast");
        refresh(null, Map.of(maintained.getDatanodeId().getXferAddr(), Long.MAX_VALUE));
        TieredFiles.await("the maintenance").until(() -> descriptor(maintained).isInMaintenance());
        assertThat(DFSTestUtil.readFileBuffer(hdfs, file)).hasSize(6 * TieredFiles.BLOCK);
        refresh(null, null);
        files.awaitSettled(file, VECTOR);
        assertThat(holdsBlockOf(file, maintained)).isTrue();
        files.requireSafe(file);
    }

    /** An empty DataNode of another tier draws nothing; one of the same tier does. */
    @Test
    @Order(4)
    @Tag("long")
    void theBalancerMovesWithinATierOnly() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("balanced", "disk=3", 40, 3);
        files.awaitSettled(file, "disk=3");
        cluster.addNode("/r2", "fast", "disk");
        DataNode empty = cluster.datanodes("disk").get(cluster.datanodes("disk").size() - 1);
        int exit = ToolRunner.run(tools(), balancer(), new String[] {"-threshold", "5"});
        assertThat(exit)
                .isIn(
                        ExitStatus.SUCCESS.getExitCode(),
                        ExitStatus.NO_MOVE_PROGRESS.getExitCode(),
                        ExitStatus.NO_MOVE_BLOCK.getExitCode());
        // The NameNode may not have deleted all moved replicas yet.
        assertThat(cluster.vectors(file))
                .allSatisfy(vector -> assertThat(vector).startsWith("disk="));
        assertThat(holdsBlockOf(file, empty))
                .as("the empty DataNode of the tier got some")
                .isTrue();
        files.awaitSettled(file, "disk=3");
        files.requireSafe(file);
        assertThat(new Namenode(cluster).file(file).getMisplaced()).isZero();
    }

    /** Its command line, which is not public. */
    private static Tool balancer() throws Exception {
        var constructor = Class.forName(Balancer.class.getName() + "$Cli").getDeclaredConstructor();
        constructor.setAccessible(true);
        return (Tool) constructor.newInstance();
    }

    private Configuration tools() {
        Configuration conf = cluster.configuration();
        conf.set("fs.defaultFS", cluster.miniCluster().getURI().toString());
        conf.setLong("dfs.balancer.getBlocks.min-block-size", 1);
        conf.setInt("dfs.balancer.max-no-move-interval", 5000);
        return conf;
    }

    @Test
    @Order(5)
    void theMoverLeavesReplicasOnTheirTiers() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("typed", VECTOR, 3, 3);
        files.awaitSettled(file, VECTOR);
        hdfs.setStoragePolicy(file.getParent(), "ALL_SSD");
        ToolRunner.run(
                tools(), new Mover.Cli(), new String[] {"-p", file.getParent().toString()});
        files.awaitSettled(file, VECTOR);
        files.requireSafe(file);
    }
}
