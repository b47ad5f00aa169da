package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.testing.MiniTieredCluster;

/** Reason of a plan without moves for a block that lacks replicas on two tiers. */
@Tag("cluster")
class MoveReasonTest {
    private static final int FAST = 0;
    private static final int MID = 1;

    @TempDir
    private Path directory;

    @Test
    void reasonNamesTheTierThatWasSearchedWhenAQuotaClosesAnother() throws Exception {
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "mid", "disk")
                .node("/r0", "fast", "mid", "disk")
                .node("/r1", "fast", "mid", "disk")
                .build()) {
            TieredFiles files = new TieredFiles(cluster);
            org.apache.hadoop.fs.Path path = files.create("quota", "disk=2", 1, 2);
            files.awaitSettled(path, "disk=2");
            cluster.tiered().setQuota(path.getParent(), Map.of("fast", OptionalLong.of(0)));
            FSNamesystem namesystem = cluster.miniCluster().getNamesystem();
            TierTopology topology = files.topology();
            MovePlanner planner = new MovePlanner(
                    namesystem.getBlockManager(),
                    topology,
                    node -> topology.registry().rank(node) != MID,
                    () -> 1);
            namesystem.writeLock();
            try {
                INodeFile file =
                        namesystem.getFSDirectory().getINode(path.toString()).asFile();
                FilePlan plan =
                        planner.begin(file, TierCounts.none(3).plus(FAST, 1).plus(MID, 1));
                planner.advance(plan, file, new LockHold(1, () -> 0));
                assertThat(plan.moves).isEmpty();
                assertThat(plan.reason)
                        .startsWith("no node of the tier 'mid' can take a replica now: ")
                        .contains("busy or with a move that has just failed");
            } finally {
                namesystem.writeUnlock("test");
            }
        }
    }
}
