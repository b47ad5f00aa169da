package org.underbase.tier.datanode.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rejection of tiers whose directories belong to one DataNode. */
class SharedUuidsTest {
    @TempDir
    private Path directory;

    private NodeSite site;

    @BeforeEach
    void twoTiers() {
        site = new NodeSite(directory)
                .set("dfs.tier.names", "fast,disk")
                .tier("fast", directory.resolve("a"), 9866)
                .tier("disk", directory.resolve("b"), 9876)
                .set("dfs.tier.disk.datanode.data.dir", directory + "/b,[DISK]file://" + directory + "/c");
    }

    @Test
    void tiersWithTheDirectoriesOfOneDataNodeAreRejectedWithTheCommand() throws IOException {
        for (String volume : new String[] {"a", "b", "c"}) {
            version(volume, "one");
        }
        Plan plan = site.plan();

        String expected =
                "dfs.tier.fast.datanode.data.dir and dfs.tier.disk.datanode.data.dir contain directories of one"
                        + " DataNode (UUID one): " + directory.resolve("a") + " and " + directory.resolve("b")
                        + "; stop it and run 'underbase datanode split'";
        assertThat(plan.conflicts(plan.instances())).containsExactly(expected);
        assertThat(plan.conflicts(plan.instances().subList(0, 1)))
                .as("a start of one tier")
                .containsExactly(expected);
        assertThat(plan.problems()).as("problems of status and stop").isEmpty();
    }

    @Test
    void oneDirectoryOfTheOtherDataNodeSuffices() throws IOException {
        version("a", "one");
        version("b", "two");
        version("c", "one");
        Plan plan = site.plan();

        assertThat(plan.conflicts(plan.instances()))
                .singleElement()
                .asString()
                .contains(directory.resolve("a") + " and " + directory.resolve("c") + ";");
    }

    @Test
    void theDirectoriesOfADataNodeOfAnotherTierAreNotReportedTwice() throws IOException {
        for (String volume : new String[] {"a", "b", "c"}) {
            version(volume, "one");
            TierMark.write(directory.resolve(volume), "disk");
        }
        Plan plan = site.plan();

        assertThat(plan.conflicts(plan.instances())).hasSize(1);
    }

    @Test
    void aDirectoryThatRemainsWithTheStockDataNodeIsRejected() throws IOException {
        version("a", "one");
        version("d", "one");
        site.set("dfs.datanode.data.dir", directory + "/a, [DISK]" + directory + "/d");
        Plan plan = site.plan();

        assertThat(plan.conflicts(plan.instances()))
                .singleElement()
                .asString()
                .isEqualTo(
                        "dfs.tier.fast.datanode.data.dir and dfs.datanode.data.dir contain directories of one DataNode (UUID"
                                + " one): " + directory.resolve("a") + " and " + directory.resolve("d") + "; add "
                                + directory.resolve("d")
                                + " to the dfs.tier.<tier>.datanode.data.dir of a tier, then run 'underbase"
                                + " datanode split'");
    }

    @Test
    void directoryWithAnInterruptedTransferIsRejectedWithTheCommands() throws IOException {
        version("a", "one");
        version("b", "two");
        new TransferMark("two", "disk").write(directory.resolve("b"));
        Plan plan = site.plan();

        assertThat(plan.conflicts(plan.instances()))
                .singleElement()
                .asString()
                .endsWith("the transfer of " + directory.resolve("b")
                        + " to another DataNode is incomplete; run 'underbase"
                        + " datanode split' again, with --undo if it was interrupted with --undo");
    }

    @Test
    void separateDataNodesAndNewDirectoriesMayStart() throws IOException {
        version("a", "one");
        version("b", "two");
        Plan plan = site.plan();

        assertThat(plan.conflicts(plan.instances())).isEmpty();
    }

    private void version(String volume, String uuid) throws IOException {
        Path current = Files.createDirectories(directory.resolve(volume).resolve("current"));
        Files.writeString(current.resolve("VERSION"), "datanodeUuid=" + uuid + "\nstorageID=DS-" + volume + "\n");
    }
}
