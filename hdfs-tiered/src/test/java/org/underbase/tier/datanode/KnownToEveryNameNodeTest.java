package org.underbase.tier.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
            List<String> announcers = Thread.getAllStackTraces().keySet().stream()
                    .filter(Thread::isAlive)
                    .map(Thread::getName)
                    .filter(name -> name.startsWith("tier announcements to "))
                    .toList();
            assertThat(announcers).as("one for each DataNode and NameNode").hasSize(3 * 2);
        }
        await("the plug-in's threads end")
                .atMost(MiniTieredCluster.LIMIT)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("tier announcements to ")));
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
