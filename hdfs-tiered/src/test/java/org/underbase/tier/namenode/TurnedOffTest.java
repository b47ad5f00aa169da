package org.underbase.tier.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.placement.TierPlacement;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.protocol.TierProtocol;
import org.underbase.tier.testing.MiniTieredCluster;

/** Tiers are turned off, nothing is lost, and turned on again. */
@Tag("cluster")
class TurnedOffTest {
    @TempDir
    static Path directory;

    @Test
    void withoutOurClassesAllIsReadableAndVectorsComeBackWithThem() throws Exception {
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .nodes(2, "/r1", "fast", "disk")
                .build()) {
            DistributedFileSystem hdfs = cluster.fileSystem();
            TieredFiles files = new TieredFiles(cluster);
            Namenode namenode = new Namenode(cluster);
            org.apache.hadoop.fs.Path file = files.create("kept", "fast=1,disk=2", 4, 3);
            files.awaitSettled(file, "fast=1,disk=2");
            byte[] content = DFSTestUtil.readFileBuffer(hdfs, file);

            turn(cluster, false);
            assertThat(DFSTestUtil.readFileBuffer(hdfs, file)).isEqualTo(content);
            assertThatThrownBy(() -> namenode.call(TierProtocol::tiers)).hasMessageContaining("protocol");
            assertThat(hdfs.getXAttrs(file.getParent())).isEmpty();
            org.apache.hadoop.fs.Path later = new org.apache.hadoop.fs.Path(file.getParent(), "later");
            DFSTestUtil.createFile(hdfs, later, 2L * TieredFiles.BLOCK, (short) 3, 5);
            hdfs.setReplication(file, (short) 2);
            awaitReplicas(hdfs, file, 2);
            hdfs.setReplication(file, (short) 3);
            awaitReplicas(hdfs, file, 3);
            try (var out = hdfs.append(file)) {
                out.write(content, 0, 1000);
            }
            DataNode dead = cluster.miniCluster().getDataNodes().get(0);
            String address = dead.getDatanodeId().getXferAddr();
            var stopped = cluster.miniCluster().stopDataNode(0);
            BlockManagerTestUtil.noticeDeadDatanode(cluster.miniCluster().getNameNode(), address);
            awaitReplicas(hdfs, file, 3);
            assertThat(cluster.miniCluster().restartDataNode(stopped, false)).isTrue();
            awaitReplicas(hdfs, file, 3);
            awaitReplicas(hdfs, later, 3);

            turn(cluster, true);
            cluster.awaitTiersKnown();
            assertThat(namenode.file(file.getParent()).getPolicy()).isEqualTo("fast=1,disk=2");
            files.awaitSettled(file, "fast=1,disk=2");
            files.awaitSettled(later, "fast=1,disk=2");
            assertThat(DFSTestUtil.readFileBuffer(hdfs, file))
                    .startsWith(content)
                    .hasSize(content.length + 1000);
            files.requireSafe(later);
        }
    }

    /** A tier is missing in the configuration, perhaps by mistake: no policy that is not set may move replicas. */
    @Test
    void aPolicyThatNamesATierNobodyKnowsLeavesFilesWhereTheyAre() throws Exception {
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .nodes(2, "/r1", "fast", "disk")
                .policy("hybrid")
                .build()) {
            TieredFiles files = new TieredFiles(cluster);
            Namenode namenode = new Namenode(cluster);
            org.apache.hadoop.fs.Path file = files.create("left", "disk=3", 3, 3);
            org.apache.hadoop.fs.Path other = files.create("other", "fast=3", 3, 3);
            files.awaitSettled(file, "disk=3");
            files.awaitSettled(other, "fast=3");

            Configuration conf = cluster.miniCluster().getConfiguration(0);
            conf.set("dfs.tier.names", "fast");
            // Out of safe mode with every replica known, else HDFS restores one that was not reported yet, elsewhere.
            conf.set("dfs.namenode.safemode.threshold-pct", "1");
            conf.set("dfs.namenode.safemode.replication.min", "3");
            cluster.miniCluster().restartNameNode(true);
            files.awaitScans(3);
            assertThat(namenode.file(file).getPolicy()).isEqualTo("disk=3");
            assertThat(namenode.file(file).getReason()).contains("'disk=3' is ignored");
            assertThat(namenode.file(file.getParent()).getReason()).contains("'disk=3' is ignored");
            assertThat(cluster.vectors(file)).containsOnly("disk=3");
            assertThat(namenode.status().getMovesDone()).isZero();

            conf.set("dfs.tier.names", "fast,disk");
            cluster.miniCluster().restartNameNode(true);
            cluster.awaitTiersKnown();
            files.awaitSettled(file, "disk=3");
            files.awaitSettled(other, "fast=3");
        }
    }

    private static void awaitReplicas(DistributedFileSystem hdfs, org.apache.hadoop.fs.Path file, int replicas) {
        TieredFiles.await(file + " to have " + replicas + " replicas").untilAsserted(() -> {
            BlockLocation[] blocks = hdfs.getFileBlockLocations(file, 0, Long.MAX_VALUE);
            assertThat(blocks).isNotEmpty().allSatisfy(block -> assertThat(block.getNames())
                    .hasSize(replicas));
        });
    }

    /** Restarts the NameNode with or without the plug-ins; without them, it ignores announcements. */
    private static void turn(MiniTieredCluster tiered, boolean on) throws Exception {
        MiniDFSCluster cluster = tiered.miniCluster();
        Configuration conf = cluster.getConfiguration(0);
        conf.set("dfs.namenode.plugins", on ? TierNamenodePlugin.class.getName() : "");
        conf.set(
                "dfs.block.replicator.classname",
                on ? TierPlacement.class.getName() : BlockPlacementPolicyDefault.class.getName());
        conf.set("dfs.net.topology.impl", on ? TierTopology.class.getName() : DFSNetworkTopology.class.getName());
        cluster.restartNameNode(true);
        cluster.triggerHeartbeats();
    }
}
