package org.underbase.tier.datanode.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.datanode.instance.Instance;
import org.underbase.tier.datanode.instance.NodeSite;
import org.underbase.tier.datanode.instance.TierMark;
import org.underbase.tier.datanode.instance.TransferMark;
import org.underbase.tier.datanode.instance.VolumeVersion;

/** Order of the steps of a split, with a kill after each. */
class SplitTest {
    private static final Limits LIMITS = new Limits(Duration.ZERO, 0, Duration.ZERO, Duration.ZERO);
    private static final String VERSION =
            """
            storageID=DS-%s
            clusterID=CID-1
            cTime=0
            datanodeUuid=%s
            storageType=DATA_NODE
            layoutVersion=-57
            """;

    @TempDir
    private Path directory;

    private NodeSite site;
    private List<Instance> instances;
    private SimulatedCluster cluster;
    private int attempts;

    @BeforeEach
    void stockNode() throws IOException {
        newNode(0);
    }

    /** Creates a stopped stock DataNode with five directories, and a configuration with three tiers. */
    private void newNode(int number) throws IOException {
        Path node = Files.createDirectories(directory.resolve("node" + number));
        site = new NodeSite(node)
                .set("dfs.tier.names", "fast,disk,log")
                .tier("fast", node.resolve("a"), 9866)
                .tier("disk", node.resolve("b"), 9876)
                .tier("log", node.resolve("e"), 9886)
                .set("dfs.tier.fast.datanode.data.dir", "[SSD]" + node.resolve("a") + "," + node.resolve("d"))
                .set("dfs.tier.disk.datanode.data.dir", node.resolve("b") + ", " + node.resolve("c"));
        instances = site.plan().instances();
        Files.createDirectories(instances.get(0).pidFile().getParent());
        for (String name : List.of("a", "b", "c", "d", "e")) {
            Path current = Files.createDirectories(node.resolve(name).resolve("current"));
            Files.writeString(current.resolve("VERSION"), VERSION.formatted(name, "stock"));
        }
        cluster = new SimulatedCluster(site.write(), instances);
    }

    private Split split(boolean merge) {
        attempts++;
        return new Split(
                instances,
                merge,
                tier -> tier + "-" + attempts,
                cluster,
                new Waits(cluster, LIMITS, line -> {}),
                line -> {});
    }

    @Test
    void eachTierGetsItsDataNodeAndTheLargestKeepsTheOldOne() throws IOException {
        assertThat(split(false).transfers())
                .extracting(each -> each.directory().getFileName() + " " + each.fromTier() + " " + each.toTier())
                .containsExactly("a disk fast", "d disk fast", "e disk log");
        split(false).run();

        assertSplit();
        assertThat(uuids().get("disk")).containsExactly("stock");
        assertThat(split(false).transfers()).isEmpty();
    }

    @Test
    void theTierOfTheDataKeepsTheDataNode() throws IOException {
        for (Volume volume : Volume.read(instances)) {
            TierMark.write(volume.path(), "log");
        }
        split(false).run();

        assertSplit();
        assertThat(uuids().get("log")).containsExactly("stock");
    }

    @Test
    void theOtherPropertiesOfADirectoryRemain() throws IOException {
        split(false).run();

        Path version = instances.get(0).directories().get(0).path().resolve("current/VERSION");
        assertThat(Files.readString(version).lines())
                .contains("storageID=DS-a", "clusterID=CID-1", "cTime=0", "layoutVersion=-57", "storageType=DATA_NODE");
    }

    @Test
    void aSplitThatIsKilledAfterAnyStepContinues() throws IOException {
        for (int steps = 0; killed(steps, false); steps++) {
            if (steps % 2 == 1) {
                cluster.reboot();
            }
            run(false);
            assertSplit();
            newNode(steps + 1);
        }
        assertSplit();
    }

    @Test
    void aMergeThatIsKilledAfterAnyStepContinues() throws IOException {
        run(false);
        for (int steps = 0; killed(steps, true); steps++) {
            if (steps % 2 == 1) {
                cluster.reboot();
            }
            run(true);
            assertMerged();
            newNode(steps + 1);
            run(false);
        }
        assertMerged();
    }

    @Test
    void aKilledSplitCanBeUndone() throws IOException {
        for (int steps = 0; killed(steps, false); steps += 3) {
            run(true);
            assertMerged();
            assertThat(uuids().get("disk")).containsExactly("stock");
            newNode(steps + 1);
        }
    }

    @Test
    void aKilledMergeCanBeUndone() throws IOException {
        run(false);
        for (int steps = 0; killed(steps, true); steps += 3) {
            run(false);
            assertSplit();
            newNode(steps + 1);
            run(false);
        }
    }

    @Test
    void manyKillsAndChangesOfDirectionLoseNothing() throws IOException {
        Random random = new Random(21);
        for (int i = 0; i < 60; i++) {
            boolean merge = random.nextBoolean();
            if (killed(random.nextInt(30), merge)) {
                if (random.nextBoolean()) {
                    cluster.reboot();
                }
            } else if (merge) {
                assertMerged();
            } else {
                assertSplit();
            }
        }
        run(false);
        assertSplit();
    }

    @Test
    void aNewDirectoryJoinsTheDataNodeOfItsTier() throws IOException {
        Files.delete(instances.get(0).directories().get(1).path().resolve("current/VERSION"));
        cluster = new SimulatedCluster(site.write(), instances);
        run(false);

        assertThat(uuids().get("fast")).containsExactly("", "fast-" + attempts);
        assertThat(cluster.running().get("fast")).hasSize(2);
    }

    @Test
    void nothingIsTransferredWhileBlocksHaveTooFewReplicas() {
        Namenodes degraded = new Namenodes() {
            @Override
            public List<Map<String, Registered>> datanodes() {
                return cluster.datanodes();
            }

            @Override
            public List<Redundancy> redundancy() {
                return List.of(new Redundancy(0, 0, false), new Redundancy(1, 7, false));
            }
        };
        Split split = new Split(
                instances, false, tier -> "new", cluster, new Waits(degraded, LIMITS, line -> {}), line -> {});

        assertThatThrownBy(split::run)
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "1 blocks are missing and 7 have too few replicas; repair them or raise --max-low-redundancy");
        assertThat(uuids().values()).allMatch(Set.of("stock")::equals);
        assertThat(cluster.running()).containsOnlyKeys("disk");
    }

    @Test
    void aDirectoryWithAnUpgradeIsRejected() throws IOException {
        Path pool = Files.createDirectories(
                instances.get(0).directories().get(0).path().resolve("current/BP-1-127.0.0.1-1/previous"));

        assertThat(split(false).problems(System.getProperty("user.name")))
                .singleElement()
                .asString()
                .startsWith("an upgrade of HDFS is in progress (" + pool + " exists)");
    }

    @Test
    void aDirectoryOfAnotherUserIsRejected() throws IOException {
        String user = System.getProperty("user.name");

        assertThat(split(false).problems("guest"))
                .hasSize(3)
                .allMatch(problem -> problem.endsWith(
                        "VERSION belongs to " + user + ": run this command as " + user + ", not as guest"));
        assertThat(split(false).problems(user)).isEmpty();
    }

    @Test
    void aTierWithDirectoriesOfTwoDataNodesIsRejected() throws IOException {
        VolumeVersion.assign(instances.get(0).directories().get(0).path(), "one");
        VolumeVersion.assign(instances.get(0).directories().get(1).path(), "two");

        assertThatThrownBy(() -> split(false).transfers())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("tier fast belong to several DataNodes (one, two)");
    }

    @Test
    void aDirectoryWithBytesInAJournalIsNotTransferred() throws IOException {
        Files.writeString(instances.get(0).directories().get(0).path().resolve("combinedlog.location"), "");

        assertThatThrownBy(() -> split(false).run())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the journal of a combined log may contain bytes of");
        assertThat(uuids().get("fast")).containsExactly("stock");
    }

    private void run(boolean merge) throws IOException {
        cluster.killAfter(Integer.MAX_VALUE);
        split(merge).run();
    }

    /** Whether the command was killed before its end. */
    private boolean killed(int steps, boolean merge) throws IOException {
        cluster.killAfter(steps);
        try {
            split(merge).run();
            return false;
        } catch (SimulatedCluster.Killed e) {
            return true;
        }
    }

    private Map<String, Set<String>> uuids() {
        Map<String, Set<String>> uuids = new HashMap<>();
        try {
            for (Volume volume : Volume.read(instances)) {
                uuids.computeIfAbsent(volume.tier(), tier -> new TreeSet<>()).add(volume.uuid());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return uuids;
    }

    private void assertSplit() throws IOException {
        List<String> all = new ArrayList<>();
        uuids().values().forEach(all::addAll);
        assertThat(all).as("UUIDs of the tiers").hasSize(3).doesNotHaveDuplicates();
        assertIdle();
        for (Instance instance : instances) {
            assertThat(cluster.running().get(instance.tier()))
                    .containsExactlyElementsOf(instance.directories().stream()
                            .map(each -> each.path())
                            .toList());
        }
        assertThat(site.plan().conflicts(instances)).isEmpty();
    }

    private void assertMerged() throws IOException {
        Set<String> all = new TreeSet<>();
        uuids().values().forEach(all::addAll);
        assertThat(all).hasSize(1);
        assertIdle();
        assertThat(cluster.running()).hasSize(1);
        assertThat(cluster.running().values().iterator().next()).hasSize(5);
    }

    private void assertIdle() throws IOException {
        assertThat(cluster.redundancy()).allMatch(each -> each.low() == 0);
        for (Volume volume : Volume.read(instances)) {
            assertThat(TransferMark.read(volume.path())).isEmpty();
            assertThat(volume.version().orElseThrow().storageId())
                    .isEqualTo("DS-" + volume.path().getFileName());
        }
    }
}
