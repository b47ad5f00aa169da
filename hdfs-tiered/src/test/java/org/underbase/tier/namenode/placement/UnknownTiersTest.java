package org.underbase.tier.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.testing.MiniTieredCluster;

/** NameNode without information about tiers, which arrives later. */
@Tag("cluster")
class UnknownTiersTest {
    @TempDir
    private Path directory;

    @Test
    void writesGoToDatanodesWithoutATierAndStayThereUntilTheirTierIsKnown() throws Exception {
        Path map = directory.resolve("map");
        write(map, List.of());
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0")
                .nodes(2, "/r1")
                .policy("fast=1,disk=2")
                .conf(TierKeys.MAP_FILE.name(), map.toString())
                .conf(TierKeys.ANNOUNCE_GRACE.name(), "1h")
                .build()) {
            TieredFiles files = new TieredFiles(cluster);
            Namenode namenode = new Namenode(cluster);
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/file");
            DFSTestUtil.createFile(cluster.fileSystem(), file, TieredFiles.BLOCK, (short) 3, 7);
            cluster.awaitVector(file, "any=3");
            files.requireSafe(file);
            assertThat(namenode.status().getDegradedChoices()).isPositive();

            // One of the three holders has no tier yet. Without a grace period, the monitor would move its replica.
            List<DatanodeInfo> holders = Arrays.asList(files.blocks(file).get(0).getLocations());
            List<String> lines = new ArrayList<>();
            for (DatanodeInfo node : cluster.fileSystem().getDataNodeStats()) {
                if (!node.equals(holders.get(0))) {
                    lines.add(node.getXferAddr() + (holders.contains(node) ? " disk" : " fast"));
                }
            }
            assertThat(lines).hasSize(3);
            write(map, lines);
            TieredFiles.await("the monitor's reason")
                    .until(() -> namenode.file(file).getReason().contains("has not announced a tier yet"));

            lines.add(holders.get(0).getXferAddr() + " fast");
            write(map, lines);
            TieredFiles.await("the file to be as wanted").untilAsserted(() -> {
                assertThat(namenode.file(file).getMisplaced()).isZero();
                assertThat(namenode.file(file).getPresent(0).getVector()).isEqualTo("fast=1,disk=2");
            });
            assertThat(namenode.status().getMovesDone()).isZero();
            assertThat(namenode.status().getMovesRunning()).isZero();
        }
    }

    private static void write(Path map, List<String> lines) throws Exception {
        Path next = map.resolveSibling("next");
        Files.write(next, lines);
        Files.move(next, map, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
