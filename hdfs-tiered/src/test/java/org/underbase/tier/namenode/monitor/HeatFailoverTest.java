package org.underbase.tier.namenode.monitor;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.policy.DecayedReads;
import org.underbase.tier.testing.MiniTieredCluster;

/** Heat of files on a pair of NameNodes. */
@Tag("cluster")
class HeatFailoverTest {
    @TempDir
    Path directory;

    @Test
    void readsCountAfterAFailover() throws Exception {
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .node("/r0", "fast", "disk")
                .node("/r1", "fast", "disk")
                .policy("hybrid")
                .nameNodes(2)
                .conf("dfs.tier.heat.store.interval", "100ms")
                .build()) {
            Namenode namenode = new Namenode(cluster);
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/read");
            DFSTestUtil.createFile(cluster.fileSystem(), file, 3L << 19, (short) 2, 1);
            for (int i = 0; i < 5; i++) {
                DFSTestUtil.readFileBuffer(cluster.fileSystem(), file);
            }
            TieredFiles.await("the heat to be stored")
                    .until(() -> storedReads(cluster.miniCluster().getNamesystem(0), file) > 4.9);
            cluster.miniCluster().transitionToStandby(0);
            cluster.miniCluster().transitionToActive(1);
            TieredFiles.await("the heat on the other NameNode")
                    .until(() -> heat(namenode, 1, file).equals(Optional.of("heat 5.0: reads, weighted by age")));
        }
    }

    private static double storedReads(FSNamesystem namesystem, org.apache.hadoop.fs.Path file) throws Exception {
        namesystem.readLock();
        try {
            var directory = namesystem.getFSDirectory();
            long inode = directory
                    .unprotectedResolvePath(file.toString())
                    .getLastINode()
                    .getId();
            return TierNamesystem.attribute(directory.getRoot(), Snapshot.CURRENT_STATE_ID, HeatStore.HEAT)
                    .flatMap(HeatText::parse)
                    .map(heat -> heat.getOrDefault(inode, DecayedReads.NONE).reads())
                    .orElse(0.0);
        } finally {
            namesystem.readUnlock("test");
        }
    }

    private static Optional<String> heat(Namenode namenode, int number, org.apache.hadoop.fs.Path file)
            throws Exception {
        return namenode.call(number, protocol -> protocol.explain(file.toString())).getLinesList().stream()
                .filter(line -> line.startsWith("heat "))
                .findFirst();
    }
}
