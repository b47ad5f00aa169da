package org.underbase.localcompact.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.underbase.localcompact.hdfs.ReplicaCluster.BLOCK;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.MiniDFSNNTopology.NNConf;
import org.apache.hadoop.hdfs.MiniDFSNNTopology.NSConf;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.process.FreePorts;

/** Test of NameNode failovers during a write. */
@Tag("cluster")
final class FailoverTest {
    private static final org.apache.hadoop.fs.Path PATH = new org.apache.hadoop.fs.Path("/d/file");
    private static final int BLOCKS = 4;

    @TempDir
    private Path directory;

    /** The second NameNode starts again, on ports that no connection takes while it is stopped. */
    private static NSConf nameNodes() throws IOException {
        int port = FreePorts.find(Set.of());
        return new NSConf("minidfs-ns")
                .addNN(new NNConf("nn1"))
                .addNN(new NNConf("nn2").setIpcPort(port).setHttpPort(FreePorts.find(Set.of(port))));
    }

    @Test
    void writeContinuesOnOtherNameNodeAfterFailover() throws Exception {
        Configuration conf = ReplicaCluster.configuration();
        conf.setInt("dfs.ha.tail-edits.period", 1);
        byte[] bytes = ReplicaCluster.bytes(111, BLOCKS * BLOCK);
        try (ReplicaCluster cluster = ReplicaCluster.start(new MiniDFSCluster.Builder(conf, directory.toFile())
                .nnTopology(new MiniDFSNNTopology().addNameservice(nameNodes()))
                .numDataNodes(3))) {
            MiniDFSCluster mini = cluster.mini();
            mini.transitionToActive(0);
            cluster.active();
            List<String> nodes = cluster.addresses();
            try (DistributedFileSystem fs = HATestUtil.configureFailoverFs(mini, conf)) {
                try (ReplicatedFile file =
                        ReplicatedFile.create(fs, PATH, FsPermission.getFileDefault(), (short) 3, BLOCK, nodes)) {
                    for (int i = 0; i < BLOCKS; i++) {
                        try (BlockWriters writers = BlockWriters.open(fs, file, file.nextBlock())) {
                            writers.write(bytes, i * BLOCK, BLOCK, 112 + i);
                            writers.awaitAcknowledged();
                            if (i == 1) {
                                mini.transitionToStandby(0);
                                mini.transitionToActive(1);
                            }
                            if (i == 2) {
                                writers.abandon(nodes.get(0));
                            }
                            writers.complete();
                            if (i == 2) {
                                LocatedBlock stamped = file.beginRecovery();
                                mini.shutdownNameNode(1);
                                mini.transitionToActive(0);
                                writers.recover(stamped, BLOCK);
                            }
                        }
                        file.endBlock(BLOCK);
                    }
                    assertThat(file.dataNodes()).containsExactlyInAnyOrder(nodes.get(1), nodes.get(2));
                    file.complete(ReplicaCluster.LIMIT);
                }
                ReplicaCluster.assertNothingOpen(fs);
                cluster.assertReplicas(fs, PATH, bytes, nodes);
                // A DataNode that cannot reach a NameNode takes minutes to stop.
                mini.restartNameNode(1);
            }
        }
    }
}
