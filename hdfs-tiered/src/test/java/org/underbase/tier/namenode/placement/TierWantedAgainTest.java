package org.underbase.tier.namenode.placement;

import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.testing.MiniTieredCluster;

/**
 * Tier that is deleted and created again immediately. If a replica were deleted only for its tier, the other two could be on
 * one rack. The NameNode would then add a replica for the second rack, by the vector of that moment, and an increase of the
 * replication before it arrives would count it as the wanted one. Therefore racks take precedence over tiers, and the monitor
 * moves the rest.
 */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TierWantedAgainTest {
    private static final int BLOCKS = 6;

    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private TieredFiles files;
    private Namenode namenode;

    @BeforeAll
    void start() throws Exception {
        cluster = MiniTieredCluster.builder(directory)
                .tiers("pcie", "sata", "hdd")
                .node("/r0", "pcie", "sata", "hdd")
                .node("/r0", "sata", "hdd")
                .node("/r1", "pcie", "sata", "hdd")
                .node("/r1", "sata", "hdd")
                .node("/r2", "pcie", "sata", "hdd")
                .node("/r2", "sata", "hdd")
                .build();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
    }

    /** Every other time at once, before the replicas are gone; else as soon as they are. */
    @Test
    void everyBlockGetsTheTierThatIsDeletedAndWantedAgain() throws Exception {
        deleteAndCreateAgain("again", 4);
    }

    @Test
    @Tag("long")
    void everyBlockGetsTheTierThatIsDeletedAndWantedAgainTenTimes() throws Exception {
        deleteAndCreateAgain("ten-times", 10);
    }

    private void deleteAndCreateAgain(String name, int rounds) throws Exception {
        org.apache.hadoop.fs.Path file = files.create(name, "hybrid", BLOCKS, 3);
        files.awaitSettled(file, "pcie=1,sata=1,hdd=1");
        for (int round = 0; round < rounds; round++) {
            String tier = round % 4 < 2 ? "sata" : "hdd";
            namenode.delete(file, tier);
            if (round % 2 == 1) {
                cluster.awaitVector(file, tier.equals("sata") ? "pcie=1,hdd=1" : "pcie=1,sata=1");
            }
            namenode.create(file, tier);
            files.awaitSettled(file, "pcie=1,sata=1,hdd=1");
            files.requireSafe(file);
        }
    }

    /** Vector and replication change together: a vector with fewer replicas deletes only unwanted replicas. */
    @Test
    void aVectorOfFewerReplicasGivesUpOnlyWhatItDoesNotWant() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("fewer", "hybrid", BLOCKS, 3);
        files.awaitSettled(file, "pcie=1,sata=1,hdd=1");
        namenode.setPolicy(file.toString(), "sata=1,hdd=1", 0);
        files.awaitSettled(file, "sata=1,hdd=1");
        files.requireSafe(file);
        namenode.setPolicy(file.toString(), "pcie=2,sata=2,hdd=1", 0);
        files.awaitSettled(file, "pcie=2,sata=2,hdd=1");
        files.requireSafe(file);
    }
}
