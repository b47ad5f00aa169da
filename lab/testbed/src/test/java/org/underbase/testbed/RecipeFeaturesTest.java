package org.underbase.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.testbed.ClusterSpec.NodeSpec;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.feature.CombinedLogFeature;
import org.underbase.testbed.feature.LocalCompactFeature;
import org.underbase.testbed.feature.TiersFeature;
import org.underbase.testbed.feature.TracerFeature;

/** Effect of features and defaults on a recipe; the features are applied without their classes. */
class RecipeFeaturesTest {
    @Test
    void everyNodeGetsOneDataNodeAndOneDiskPerTier() {
        ClusterRecipe recipe = TestCluster.builder().nodes(2);
        new TiersFeature().apply(recipe);
        ClusterSpec spec = recipe.spec();
        for (NodeSpec node : spec.nodes()) {
            assertThat(node.disks()).extracting(Disk::name).containsExactly("fast", "disk");
            assertThat(node.dataNodes())
                    .extracting(dataNode -> dataNode.settings().get(TiersFeature.TIER_KEY))
                    .containsExactly("fast", "disk");
            assertThat(node.dataNodes())
                    .extracting(dataNode -> dataNode.storages().get(0).disk())
                    .containsExactly("fast", "disk");
        }
        assertThat(spec.settings()).containsEntry("dfs.tier.names", "fast,disk");
        assertThat(spec.roleSettings().get(Role.NAMENODE))
                .containsEntry("dfs.tier.fast.weight", "191")
                .containsEntry("dfs.tier.policy", "hybrid");
    }

    @Test
    void tiersUseTheDisksOfTheRecipeInTheirOrder() {
        ClusterRecipe recipe = TestCluster.builder().disk(Disk.plain("disk0")).disk(Disk.plain("disk1"));
        new TiersFeature().apply(recipe);
        NodeSpec node = recipe.spec().nodes().get(0);
        assertThat(node.disks()).hasSize(2);
        assertThat(node.dataNodes())
                .extracting(dataNode -> dataNode.storages().get(0).disk())
                .containsExactly("disk0", "disk1");
    }

    @Test
    void nodesCanHaveTheirOwnTiers() {
        ClusterRecipe recipe =
                TestCluster.builder().nodes(3).dataNode("n3", dataNode -> dataNode.set(TiersFeature.TIER_KEY, "hdd"));
        TiersFeature.of("pcie", "sata", "hdd")
                .node("n1", "pcie", "hdd")
                .policy("")
                .apply(recipe);
        ClusterSpec spec = recipe.spec();
        assertThat(spec.nodes()).extracting(node -> node.dataNodes().size()).containsExactly(2, 3, 1);
        assertThat(spec.roleSettings().get(Role.NAMENODE)).doesNotContainKey("dfs.tier.policy");
    }

    @Test
    void keysOfTheRecipeOverrideKeysOfFeatures() {
        ClusterRecipe recipe = TestCluster.builder()
                .hbase(true)
                .set("dfs.tier.policy", "random")
                .set("hbase.wal.hsync", "false")
                .set(Role.NAMENODE, "dfs.tier.retrieval", "network-aware");
        new TiersFeature().apply(recipe);
        new CombinedLogFeature().apply(recipe);
        ClusterSpec spec = recipe.spec();
        assertThat(spec.roleSettings().get(Role.NAMENODE))
                .doesNotContainKey("dfs.tier.policy")
                .containsEntry("dfs.tier.retrieval", "network-aware");
        assertThat(spec.hbaseSettings()).doesNotContainKey("hbase.wal.hsync");
    }

    @Test
    void dataNodesOfOneFileSystemDoNotSyncIt() {
        ClusterRecipe single = TestCluster.builder();
        new CombinedLogFeature().apply(single);
        assertThat(single.spec().roleSettings().get(Role.DATANODE))
                .doesNotContainKey("dfs.datanode.combinedlog.replay.sync.enabled");
        ClusterRecipe several = TestCluster.builder().nodes(3);
        new CombinedLogFeature().apply(several);
        assertThat(several.spec().roleSettings().get(Role.DATANODE))
                .containsEntry("dfs.datanode.combinedlog.replay.sync.enabled", "false");
    }

    @Test
    void coprocessorsOfTheRecipeStay() {
        ClusterRecipe recipe =
                TestCluster.builder().hbase(true).hbaseSet("hbase.coprocessor.regionserver.classes", "a.B");
        new LocalCompactFeature().apply(recipe);
        new LocalCompactFeature().perTable().apply(recipe);
        assertThat(recipe.spec().hbaseSettings())
                .containsEntry(
                        "hbase.coprocessor.regionserver.classes", "a.B,org.underbase.localcompact.LocalCompactService");
    }

    @Test
    void tracerLeavesClientsAlone() {
        ClusterRecipe recipe = TestCluster.builder().hbase(true);
        new TracerFeature().apply(recipe);
        assertThat(recipe.spec().settings()).isEmpty();
        assertThat(recipe.spec().roleSettings()).containsOnlyKeys(Role.MASTER, Role.REGIONSERVER);
        assertThat(recipe.spec().roleSettings().get(Role.MASTER))
                .containsEntry("underbase.trace.dir", "@CLUSTER_DIRECTORY@/trace");
    }

    @Test
    void placeholdersAreReplaced() {
        Placeholders placeholders = Placeholders.ofDaemon(
                java.nio.file.Path.of("/c"),
                java.nio.file.Path.of("/c/n1/d"),
                List.of(java.nio.file.Path.of("/d1"), java.nio.file.Path.of("/d2")));
        assertThat(placeholders.fill(
                        List.of("@CLUSTER_DIRECTORY@/trace", "@DAEMON_DIRECTORY@", "a=@DATA_DIRECTORIES@,b")))
                .containsExactly("/c/trace", "/c/n1/d", "a=/d1:/d2,b");
    }
}
