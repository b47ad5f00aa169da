package org.underbase.tier.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.testing.MiniTieredCluster;
import org.underbase.tier.testing.TieredDatanode;

/** Announcements to an HA pair of NameNodes: both know all tiers after any restart. */
@Tag("cluster")
class KnownToEveryNameNodeTest {
    @TempDir
    private Path directory;

    @Test
    void activeAndStandbyKnowEveryTierAfterEachRestart() throws Exception {
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .node("/rack1", "fast", "disk")
                .node("/rack2", "disk")
                .nameNodes(2)
                .build()) {
            cluster.awaitTiersKnown();

            cluster.miniCluster().restartNameNode(1);
            awaitTiersKnown(cluster);

            cluster.miniCluster().transitionToStandby(0);
            cluster.miniCluster().transitionToActive(1);
            DataNode fast = cluster.datanodes("fast").get(0);
            TieredDatanode stopped = cluster.stop(fast);
            cluster.restart(stopped);
            awaitTiersKnown(cluster);

            DataNode again = cluster.datanodes("fast").get(0);
            assertThat(again.getDatanodeUuid()).isEqualTo(fast.getDatanodeUuid());
            awaitAnnouncers("one for each DataNode and NameNode", 3 * 2);
        }
        awaitAnnouncers("the plug-in's threads end", 0);
    }

    /** The threads of a stopped DataNode end after its stop. */
    private static void awaitAnnouncers(String expected, int count) {
        await(expected).atMost(MiniTieredCluster.LIMIT).untilAsserted(() -> assertThat(
                        Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().startsWith("tier announcements to "))
                .hasSize(count));
    }

    /** The RPC client's connection to a NameNode that was restarted breaks at the first call. */
    private static void awaitTiersKnown(MiniTieredCluster cluster) {
        await("tiers known")
                .atMost(MiniTieredCluster.LIMIT)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> {
                    cluster.awaitTiersKnown();
                    return true;
                });
    }
}
