package org.underbase.tier.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
            hdfs.setReplication(file, (short) 3);
            try (var out = hdfs.append(file)) {
                out.write(content, 0, 1000);
            }
            var stopped = cluster.miniCluster().stopDataNode(0);
            DFSTestUtil.waitReplication(hdfs, file, (short) 3);
            assertThat(cluster.miniCluster().restartDataNode(stopped, true)).isTrue();
            DFSTestUtil.waitReplication(hdfs, later, (short) 3);

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

    /** Restarts the NameNode with or without our classes; DataNodes announce themselves in vain meanwhile. */
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
