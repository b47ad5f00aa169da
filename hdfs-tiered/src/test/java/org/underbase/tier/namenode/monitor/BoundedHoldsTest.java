package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusResponseProto;
import org.underbase.tier.testing.MiniTieredCluster;

/** Work of the monitor per hold of the namesystem's lock, with a fast tier of 5,000 DataNodes that take no replica. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BoundedHoldsTest {
    private static final int DATANODES = 5000;
    private static final int BLOCKS = 30;

    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private TierTopology topology;
    private FSNamesystem namesystem;
    private Namenode namenode;
    private org.apache.hadoop.fs.Path file;

    /** DataNodes that the last plan examined. */
    private int datanodes;

    @BeforeAll
    void start() throws Exception {
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "disk")
                .nodes(2, "/r1", "disk")
                .conf("dfs.tier.monitor.lock.max.fraction", "0.5")
                .build();
        namesystem = cluster.miniCluster().getNamesystem();
        namenode = new Namenode(cluster);
        TieredFiles files = new TieredFiles(cluster);
        topology = files.topology();
        file = files.create("wanted", "disk=3", BLOCKS, 3);
        files.awaitSettled(file, "disk=3");
        for (int i = 0; i < LockHold.BLOCKS + 100; i++) {
            cluster.fileSystem().mkdirs(new org.apache.hadoop.fs.Path("/directories/" + i));
        }
        for (int i = 0; i < DATANODES; i++) {
            String uuid = "fake-" + i;
            String ip = "10.1." + i / 250 + "." + (i % 250 + 1);
            topology.registry().announce(uuid, "fast", ip + ":9866", DeviceProfileProto.getDefaultInstance());
            // Known to the topology only, without storages: no replica fits.
            topology.add(new DatanodeDescriptor(
                    new DatanodeID(ip, "fake" + i, uuid, 9866, 9864, 9865, 9867), "/r" + i % 100));
        }
    }

    @Test
    void aHoldExaminesALimitedNumberOfInodesAndASampleOfTheDatanodes() throws Exception {
        namenode.setPolicy(file.toString(), "fast=1,disk=2", 0);
        TieredFiles.await("scans of the misplaced blocks")
                .until(() -> namenode.status().getMisplacedBlocks() == BLOCKS);
        new TieredFiles(cluster).awaitScans(3);
        StatusResponseProto status = namenode.status();
        assertThat(status.getLockHolds()).isGreaterThan(3);
        // A file's inode counts after its blocks.
        assertThat(status.getLockHoldMaxBlocks()).isBetween(1L, LockHold.BLOCKS + 1L);
        // Each of several blocks has three replicas on tiers that have too many, and thus three searches.
        assertThat(status.getLockHoldMaxDatanodes()).isBetween(64L, 2L * LockHold.DATANODES);
    }

    /** Any of the block's three replicas on the tier disk may leave it, so there are up to three searches. */
    @Test
    void aSearchExaminesASampleOfTheTier() throws Exception {
        plan(1, 1);
        assertThat(datanodes).isBetween(64, 3 * 64);
    }

    @Test
    void withoutCapacityOfTheMoverBlocksAreOnlyCounted() throws Exception {
        FilePlan without = plan(0, BLOCKS + 1);
        assertThat(without.done()).isTrue();
        assertThat(without.misplaced).isEqualTo(BLOCKS);
        assertThat(without.reason).isEmpty();
        assertThat(datanodes).isZero();

        assertThat(plan(1, BLOCKS + 1).reason)
                .matches("none of the \\d+ examined of 5000 DataNodes of the tier 'fast' can take a replica now:"
                        + " .*\\d+ DataNodes dead or out of service.*");
        assertThat(datanodes).isPositive();
    }

    @Test
    void aPlanContinuesInTheNextHold() throws Exception {
        FilePlan begun = plan(0, BLOCKS - 1);
        assertThat(begun.done()).isFalse();
        assertThat(begun.misplaced).isEqualTo(BLOCKS - 1);
        advance(begun, 0, BLOCKS);
        assertThat(begun.done()).isTrue();
        assertThat(begun.misplaced).isEqualTo(BLOCKS);
    }

    /** Plans moves of one replica of each block to the tier fast, in one hold. */
    private FilePlan plan(int capacity, int maxBlocks) throws Exception {
        TierCounts wanted = TierCounts.none(2).plus(0, 1).plus(1, 2);
        FilePlan plan = planner(capacity).begin(inode(), wanted);
        advance(plan, capacity, maxBlocks);
        return plan;
    }

    private MovePlanner planner(int capacity) {
        return new MovePlanner(namesystem.getBlockManager(), topology, node -> true, () -> capacity);
    }

    private void advance(FilePlan plan, int capacity, int maxBlocks) throws Exception {
        MovePlanner planner = planner(capacity);
        namesystem.readLock();
        try {
            LockHold hold = new LockHold(maxBlocks, () -> 0);
            planner.advance(plan, inode(), hold);
            datanodes = hold.datanodes();
        } finally {
            namesystem.readUnlock("test");
        }
    }

    private INodeFile inode() throws Exception {
        return namesystem
                .getFSDirectory()
                .unprotectedResolvePath(file.toString())
                .getLastINode()
                .asFile();
    }
}
