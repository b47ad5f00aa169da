package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.StartedMetrics;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.DemotionOrder;
import org.underbase.tier.policy.FileHeat;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.testing.MiniTieredCluster;

/** Monitor with files whose checks fail. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MonitorFailuresTest {
    /** Length of the files whose check fails. */
    private static final long FAULTY = 2L * TieredFiles.BLOCK;

    private static final int FAST = 0;

    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private TieredFiles files;

    private StartedMetrics metrics;

    /** Demotion order that fails for files of one length. */
    public static final class FaultyOrder implements DemotionOrder {
        @Override
        public double worth(FileHeat file, long now) {
            if (file.length() == FAULTY) {
                throw new IllegalStateException("a fault of the test");
            }
            return file.lastRead();
        }
    }

    @BeforeAll
    void start() throws Exception {
        metrics = new StartedMetrics();
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .node("/r1", "fast", "disk")
                .capacity("fast", 60L * TieredFiles.BLOCK)
                .capacity("disk", 1L << 30)
                .conf("dfs.tier.fast.high.watermark", "0")
                .conf("dfs.tier.fast.low.watermark", "0")
                .conf("dfs.tier.heat.policy", FaultyOrder.class.getName())
                .build();
        files = new TieredFiles(cluster);
    }

    /** A scan that began again at the root after each failure would never reach the second file. */
    @Test
    void continuesAfterAFileWhoseCheckFails() throws Exception {
        org.apache.hadoop.fs.Path faulty = files.create("a-faulty", "hybrid", 2, 2);
        org.apache.hadoop.fs.Path other = files.create("b-other", "hybrid", 1, 2);
        cluster.awaitVector(other, "disk=2");
        files.awaitScans(2);
        cluster.awaitVector(faulty, "fast=1,disk=1");
        TieredFiles.await("the failures in the metrics")
                .untilAsserted(() -> assertThat(stepsFailed()).isPositive());
    }

    private long stepsFailed() throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        long failed = 0;
        for (ObjectName name : metrics.names()) {
            for (MBeanAttributeInfo attribute : beans.getMBeanInfo(name).getAttributes()) {
                if (attribute.getName().startsWith("StepsFailed")) {
                    failed += ((Number) beans.getAttribute(name, attribute.getName())).longValue();
                }
            }
        }
        return failed;
    }

    /** The space of a target shrinks between its check and the choice of its storage type. */
    @Test
    void plansNoMoveToATargetThatHasJustBecomeFull() throws Exception {
        org.apache.hadoop.fs.Path path = files.create("shrinking", "disk=2", 1, 2);
        files.awaitSettled(path, "disk=2");
        FSNamesystem namesystem = cluster.miniCluster().getNamesystem();
        BlockManager blocks = namesystem.getBlockManager();
        TierTopology topology = files.topology();
        namesystem.writeLock();
        try {
            INodeFile file =
                    namesystem.getFSDirectory().getINode(path.toString()).asFile();
            MovePlanner planner = new MovePlanner(
                    blocks,
                    topology,
                    node -> {
                        if (topology.registry().rank(node) != FAST) {
                            // The planner asks for the source last.
                            fill(topology.index().tier(FAST).all());
                        }
                        return true;
                    },
                    () -> 1);
            FilePlan plan = planner.begin(file, TierCounts.none(2).plus(FAST, 2));
            planner.advance(plan, file, new LockHold(1, () -> 0));
            assertThat(plan.done()).isTrue();
            assertThat(plan.misplaced).isEqualTo(1);
            assertThat(plan.moves).isEmpty();
            assertThat(plan.reason).contains("no node of the tier 'fast'");
        } finally {
            namesystem.writeUnlock("test");
        }
    }

    private static void fill(DatanodeDescriptor[] nodes) {
        for (DatanodeDescriptor node : nodes) {
            for (DatanodeStorageInfo storage : node.getStorageInfos()) {
                storage.setUtilizationForTesting(node.getCapacity(), node.getCapacity(), 0, 0);
            }
        }
    }
}
