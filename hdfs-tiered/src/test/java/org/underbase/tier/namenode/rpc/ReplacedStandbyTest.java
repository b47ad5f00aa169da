package org.underbase.tier.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.ha.BootstrapStandby;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.protocol.TierProtocol;
import org.underbase.tier.protocol.proto.TierProtocolProtos.PresentProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusResponseProto;
import org.underbase.tier.testing.MiniTieredCluster;

/** Standby NameNode that is replaced by an empty one with another address, which then becomes active. */
@Tag("cluster")
class ReplacedStandbyTest {
    private static final int STANDBY = 1;

    @TempDir
    private Path directory;

    @Test
    void placesReplicasOnTheTiersAfterARefreshOfTheNamenodesAndAFailover() throws Exception {
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .node("/r1", "fast", "disk")
                .nameNodes(2)
                .conf(TierKeys.ANNOUNCE_GRACE.name(), "1h")
                .build()) {
            MiniDFSCluster mini = cluster.miniCluster();
            Namenode namenode = new Namenode(cluster);
            org.apache.hadoop.fs.Path parent = new TieredFiles(cluster).directory("policy", "fast=1,disk=2");
            replaceStandby(mini);
            TieredFiles.await("the new NameNode, to which no DataNode is registered")
                    .ignoreExceptions()
                    .until(() ->
                            namenode.call(STANDBY, TierProtocol::datanodeTiers).getDatanodesCount() == 0);

            refreshNamenodes(mini);
            // Otherwise awaitTiersKnown skips the NameNode.
            TieredFiles.await("the end of the safe mode").until(() -> mini.isNameNodeUp(STANDBY));
            cluster.awaitTiersKnown();
            mini.transitionToStandby(0);
            mini.transitionToActive(STANDBY);
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(parent, "file");
            Configuration conf = cluster.configuration();
            HATestUtil.setFailoverConfigurations(mini, conf);
            try (FileSystem hdfs =
                    FileSystem.newInstance(URI.create("hdfs://" + HATestUtil.getLogicalHostname(mini)), conf)) {
                DFSTestUtil.createFile(hdfs, file, 4L * TieredFiles.BLOCK, (short) 3, 1);
            }
            TieredFiles.await("all replicas")
                    .untilAsserted(() -> assertThat(namenode.call(STANDBY, protocol -> protocol.file(file.toString()))
                                    .getPresentList())
                            .extracting(PresentProto::getVector)
                            .containsExactly("fast=1,disk=2"));
            StatusResponseProto status = namenode.call(STANDBY, TierProtocol::status);
            assertThat(status.getDegradedChoices()).isZero();
            assertThat(status.getMovesDone()).isZero();
        }
    }

    /** Replaces the standby by one whose only data is the namespace that it copies from the active NameNode. */
    private static void replaceStandby(MiniDFSCluster mini) throws IOException {
        mini.shutdownNameNode(STANDBY);
        for (URI name : mini.getNameDirs(STANDBY)) {
            assertThat(FileUtil.fullyDelete(new File(name)))
                    .as("deleted %s", name)
                    .isTrue();
        }
        Configuration conf = mini.getConfiguration(STANDBY);
        assertThat(BootstrapStandby.run(new String[] {"-nonInteractive"}, conf)).isZero();
        conf.set(addressKey(conf), "127.0.0.1:0");
        mini.restartNameNode(STANDBY, false);
    }

    /** Lets the DataNodes use the new NameNode, as {@code dfsadmin -refreshNamenodes} after a change of hdfs-site.xml. */
    private static void refreshNamenodes(MiniDFSCluster mini) throws IOException {
        InetSocketAddress address = mini.getNameNode(STANDBY).getNameNodeAddress();
        for (DataNode datanode : mini.getDataNodes()) {
            Configuration conf = new Configuration(datanode.getConf());
            conf.set(addressKey(conf), "127.0.0.1:" + address.getPort());
            datanode.refreshNamenodes(conf);
        }
    }

    private static String addressKey(Configuration conf) {
        String nameservice = DFSUtilClient.getNameServiceIds(conf).iterator().next();
        String namenode = conf.getTrimmedStrings("dfs.ha.namenodes." + nameservice)[STANDBY];
        return "dfs.namenode.rpc-address." + nameservice + "." + namenode;
    }
}
