package org.underbase.tier.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.namenode.registry.NodeIdentity;
import org.underbase.tier.namenode.registry.TierPolicies;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.testing.MiniTieredCluster;

/** Checks after changes of the namespace. */
@Tag("cluster")
class NamespaceChangesTest {
    @TempDir
    private Path directory;

    /** The client must not see the failure, because its file was renamed. */
    @Test
    void failedCheckDoesNotFailTheRename() throws Exception {
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .tiers("disk")
                .node("/r0", "disk")
                .build()) {
            FSNamesystem namesystem = cluster.miniCluster().getNamesystem();
            String file =
                    new TieredFiles(cluster).create("renamed", "disk=1", 1, 1).toString();
            long inode = namesystem.getFSDirectory().getINode(file).getId();
            TierPolicies policies = new TierPolicies(
                    namesystem,
                    new TierRegistry(TierNames.none(), NodeIdentity.HOSTNAME),
                    PlacementPolicy.parse("hybrid"));
            policies.using();
            // Each check fails without a monitor.
            NamespaceChanges changes = new NamespaceChanges(namesystem, policies, null);

            assertThatCode(() -> changes.renamed(new NamespaceChanges.Renamed(inode, PlacementPolicy.parse("random"))))
                    .doesNotThrowAnyException();
            assertThat(namesystem.hasReadLock()).isFalse();
        }
    }
}
