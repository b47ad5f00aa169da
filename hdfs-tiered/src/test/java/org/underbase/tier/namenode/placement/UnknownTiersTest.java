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
import org.junit.jupiter.api.BeforeEach;
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
    private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/file");

    @TempDir
    private Path directory;

    private Path map;

    @BeforeEach
    void createMap() throws Exception {
        map = directory.resolve("map");
        write(List.of());
    }

    @Test
    void writesGoToDatanodesWithoutATierAndStayThereUntilTheirTierIsKnown() throws Exception {
        try (MiniTieredCluster cluster = cluster("1h")) {
            TieredFiles files = new TieredFiles(cluster);
            Namenode namenode = new Namenode(cluster);
            List<DatanodeInfo> holders = createUntiered(cluster);
            files.requireSafe(FILE);
            assertThat(namenode.status().getDegradedChoices()).isPositive();

            // One of the three holders has no tier yet. Without a grace period, the monitor would move its replica.
            List<String> lines = tiersOfOthers(cluster, holders);
            write(lines);
            TieredFiles.await("the monitor's reason")
                    .until(() -> namenode.file(FILE).getReason().contains("has not announced a tier yet"));

            lines.add(holders.get(0).getXferAddr() + " fast");
            write(lines);
            awaitWanted(namenode);
            assertThat(namenode.status().getMovesDone()).isZero();
            assertThat(namenode.status().getMovesRunning()).isZero();
        }
    }

    @Test
    void aFileThatDoesNotMatchTheTiersWhenTheyAreKnownIsRepairedByAMove() throws Exception {
        try (MiniTieredCluster cluster = cluster("1h")) {
            Namenode namenode = new Namenode(cluster);
            List<DatanodeInfo> holders = createUntiered(cluster);
            List<String> lines = tiersOfOthers(cluster, holders);
            lines.add(holders.get(0).getXferAddr() + " disk");
            write(lines);
            awaitMove(namenode);
            new TieredFiles(cluster).requireSafe(FILE);
        }
    }

    @Test
    void aReplicaOnADatanodeWithoutATierMovesAfterTheGracePeriod() throws Exception {
        try (MiniTieredCluster cluster = cluster("1s")) {
            Namenode namenode = new Namenode(cluster);
            List<DatanodeInfo> holders = createUntiered(cluster);
            write(tiersOfOthers(cluster, holders));
            awaitMove(namenode);
            TieredFiles.await("the deletion of the replica that has moved")
                    .untilAsserted(() -> assertThat(holders(cluster)).doesNotContain(holders.get(0)));
        }
    }

    private MiniTieredCluster cluster(String grace) throws Exception {
        return MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0")
                .nodes(2, "/r1")
                .policy("fast=1,disk=2")
                .conf(TierKeys.MAP_FILE.name(), map.toString())
                .conf(TierKeys.ANNOUNCE_GRACE.name(), grace)
                .build();
    }

    /** Creates the file while no tier is known, and returns the DataNodes with its replicas. */
    private static List<DatanodeInfo> createUntiered(MiniTieredCluster cluster) throws Exception {
        DFSTestUtil.createFile(cluster.fileSystem(), FILE, TieredFiles.BLOCK, (short) 3, 7);
        cluster.awaitVector(FILE, "any=3");
        return holders(cluster);
    }

    private static List<DatanodeInfo> holders(MiniTieredCluster cluster) throws Exception {
        return Arrays.asList(new TieredFiles(cluster).blocks(FILE).get(0).getLocations());
    }

    /** Returns lines of the map for the DataNodes except the first holder: the others are disk, the fourth DataNode is fast. */
    private static List<String> tiersOfOthers(MiniTieredCluster cluster, List<DatanodeInfo> holders) throws Exception {
        List<String> lines = new ArrayList<>();
        for (DatanodeInfo node : cluster.fileSystem().getDataNodeStats()) {
            if (!node.equals(holders.get(0))) {
                lines.add(node.getXferAddr() + (holders.contains(node) ? " disk" : " fast"));
            }
        }
        assertThat(lines).hasSize(3);
        return lines;
    }

    private static void awaitWanted(Namenode namenode) {
        TieredFiles.await("the file to be as wanted").untilAsserted(() -> {
            assertThat(namenode.file(FILE).getMisplaced()).isZero();
            assertThat(namenode.file(FILE).getPresent(0).getVector()).isEqualTo("fast=1,disk=2");
        });
    }

    private static void awaitMove(Namenode namenode) {
        awaitWanted(namenode);
        TieredFiles.await("the move to be done").until(() -> namenode.status().getMovesDone() == 1);
    }

    private void write(List<String> lines) throws Exception {
        Path next = map.resolveSibling("next");
        Files.write(next, lines);
        Files.move(next, map, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
