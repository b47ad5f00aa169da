package org.underbase.tier.datanode.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.datanode.TierDatanodePlugin;

/** Derivation of instances from a configuration, and its errors, each with the key in one line. */
class PlanTest {
    @TempDir
    private Path directory;

    private NodeSite site;

    @BeforeEach
    void twoTiers() {
        site = new NodeSite(directory)
                .set("dfs.tier.names", "fast,disk,archive")
                .tier("fast", directory.resolve("fast"), 9866)
                .tier("disk", directory.resolve("disk"), 9876);
    }

    @Test
    void theNodeRunsTheTiersThatHaveADataDirectory() throws IOException {
        Plan plan = site.plan();

        assertThat(plan.problems()).isEmpty();
        assertThat(plan.instances()).extracting(Instance::tier).containsExactly("fast", "disk");
        assertThat(plan.conflicts(plan.instances())).isEmpty();
    }

    @Test
    void everyKeyOfATierBecomesTheStockOne() throws IOException {
        site.set("dfs.tier.fast.datanode.handler.count", "33")
                .set("dfs.tier.fast.datanode.data.dir", "[SSD]file://" + directory + "/fast, " + directory + "/fast2")
                .set("dfs.tier.fast.jvm.options", "-Xmx2g  -Dx=y")
                .set("dfs.datanode.plugins", "org.example.Other");
        Instance fast = site.plan().instances().get(0);

        assertThat(fast.settings())
                .containsEntry("dfs.tier.id", "fast")
                .containsEntry("dfs.datanode.handler.count", "33")
                .containsEntry("dfs.datanode.address", "127.0.0.1:9866")
                .containsEntry("dfs.datanode.plugins", "org.example.Other," + TierDatanodePlugin.class.getName());
        assertThat(fast.directories())
                .extracting(DataDirectory::path)
                .containsExactly(directory.resolve("fast"), directory.resolve("fast2"));
        assertThat(fast.jvmOptions()).containsExactly("-Xmx256m", "-Xmx2g", "-Dx=y");
        assertThat(fast.pidFile()).isEqualTo(directory.resolve("run/hadoop-alice-datanode-fast.pid"));
        assertThat(fast.logFile()).isEqualTo(directory.resolve("logs/hadoop-alice-datanode-fast.log"));
        assertThat(fast.address()).isEqualTo("127.0.0.1:9866");
    }

    @Test
    void theDerivedFileHasTheNodesSettingsAndTheInstancesOwn() throws IOException {
        site.set("dfs.blocksize", "1m")
                .set("node.data", directory.toString())
                .set("dfs.tier.fast.datanode.data.dir", "${node.data}/fast");
        Site read = site.write();
        Instance fast = site.plan().instances().get(0);
        read.derive(fast.siteDirectory(), fast.settings());
        Site.started(fast.siteDirectory());
        read.derive(fast.siteDirectory(), fast.settings());
        assertThat(Site.changed(fast.siteDirectory())).isFalse();
        Configuration derived = new Configuration(false);
        derived.addResource(
                fast.siteDirectory().resolve("hdfs-site.xml").toUri().toURL());

        assertThat(derived.get("dfs.blocksize")).isEqualTo("1m");
        assertThat(derived.get("dfs.tier.id")).isEqualTo("fast");
        assertThat(derived.get("dfs.datanode.data.dir")).isEqualTo(directory + "/fast");
        assertThat(Files.getPosixFilePermissions(fast.siteDirectory())).hasSize(3);
        // Again, over the old one.
        for (int i = 0; i < 2; i++) {
            read.derive(fast.siteDirectory(), Map.of("dfs.tier.id", "other"));
            assertThat(Site.changed(fast.siteDirectory())).isTrue();
        }
        derived.reloadConfiguration();
        assertThat(derived.get("dfs.tier.id")).isEqualTo("other");
    }

    @Test
    void aSingleTierMayUseTheStockPorts() throws IOException {
        Plan plan = new NodeSite(directory)
                .set("dfs.tier.names", "fast")
                .set("dfs.tier.fast.datanode.data.dir", directory + "/fast")
                .plan();

        assertThat(plan.problems()).isEmpty();
        assertThat(plan.instances().get(0).address()).isEqualTo("0.0.0.0:9866");
    }

    @Test
    void anHttpsPortIsWantedWhereHttpsIsOn() throws IOException {
        site.set("dfs.http.policy", "HTTPS_ONLY");

        assertThat(site.plan().problems())
                .hasSize(2)
                .allMatch(problem -> problem.contains(".datanode.https.address is not set"));
    }

    @Test
    void everyValueOfATierIsChecked() throws IOException {
        site.set("dfs.tier.fast.device.read.bandwidth", "quick")
                .set("dfs.tier.fast.device.capacity", "2t")
                .set("dfs.tier.disk.device.read.iops", "-5")
                .set("dfs.tier.disk.high.watermark", "90")
                .set("dfs.tier.disk.weight", "heavy");
        Plan plan = site.plan();

        assertThat(plan.problems())
                .containsExactlyInAnyOrder(
                        "invalid value 'quick' of dfs.tier.fast.device.read.bandwidth: must be a size, such as 64m",
                        "invalid value '-5' of dfs.tier.disk.device.read.iops: must be an integer from 0 to 2147483647",
                        "invalid value '90' of dfs.tier.disk.high.watermark: must be a number from 0.0 to 1.0",
                        "invalid value 'heavy' of dfs.tier.disk.weight: must be a number from 1.0E-9 to 1.0E15");
    }

    @Test
    void noTierNames() throws IOException {
        assertProblem(site.set("dfs.tier.names", ""), "dfs.tier.names is not set in ", "fast,disk");
    }

    @Test
    void anInvalidTierName() throws IOException {
        assertProblem(site.set("dfs.tier.names", "fast,DISK"), "dfs.tier.names: 'DISK' is not a name of a tier");
        assertProblem(site.set("dfs.tier.names", "fast,fast"), "dfs.tier.names: duplicate tier 'fast'");
        assertProblem(site.set("dfs.tier.names", "fast,hybrid"), "dfs.tier.names: 'hybrid' is reserved");
    }

    @Test
    void aTierThatIsNotTheClusters() throws IOException {
        assertProblem(
                site.set("dfs.tier.fats.datanode.data.dir", "/data"),
                "dfs.tier.fats.datanode.data.dir is set, but dfs.tier.names has no tier 'fats'");
    }

    @Test
    void noTierHasADirectory() throws IOException {
        assertProblem(
                new NodeSite(directory).set("dfs.tier.names", "fast,disk"),
                "no tier of dfs.tier.names (fast,disk) has dfs.tier.<tier>.datanode.data.dir");
    }

    @Test
    void aTierWithoutItsDirectory() throws IOException {
        assertProblem(
                site.set("dfs.tier.archive.datanode.address", "127.0.0.1:9886"),
                "dfs.tier.archive.datanode.data.dir is not set although dfs.tier.archive.datanode.address is");
    }

    @Test
    void aTierWithoutItsAddress() throws IOException {
        assertProblem(
                site.set("dfs.tier.disk.datanode.ipc.address", ""),
                "dfs.tier.disk.datanode.ipc.address is not set: required on a node with several tiers");
    }

    @Test
    void anAddressThatIsNone() throws IOException {
        assertProblem(
                site.set("dfs.tier.disk.datanode.http.address", "127.0.0.1"),
                "invalid value '127.0.0.1' of dfs.tier.disk.datanode.http.address: must be HOST:PORT");
    }

    @Test
    void twoTiersOnOneDirectory() throws IOException {
        assertProblem(
                site.tier("disk", directory.resolve("fast"), 9876),
                "dfs.tier.fast.datanode.data.dir and dfs.tier.disk.datanode.data.dir contain the same directory, "
                        + directory.toRealPath().resolve("fast"));
    }

    @Test
    void twoTiersOnOneDirectoryThroughALink() throws IOException {
        Files.createDirectory(directory.resolve("device"));
        Files.createSymbolicLink(directory.resolve("link"), directory.resolve("device"));
        site.tier("fast", directory.resolve("device/data"), 9866);

        assertProblem(site.tier("disk", directory.resolve("link/data"), 9876), "contain the same directory");
    }

    @Test
    void oneTiersDirectoryInsideTheOthers() throws IOException {
        assertProblem(site.tier("disk", directory.resolve("fast/disk"), 9876), "contain nested directories");
        assertThat(site.tier("disk", directory.resolve("fast2"), 9876).plan().problems())
                .as("a name that only begins the same")
                .isEmpty();
    }

    @Test
    void aDirectoryTwiceInOneTier() throws IOException {
        assertProblem(
                site.set("dfs.tier.fast.datanode.data.dir", directory + "/a," + directory + "/b/../a"),
                "dfs.tier.fast.datanode.data.dir: two entries contain the same directory");
    }

    @Test
    void aDirectoryThatIsNone() throws IOException {
        assertProblem(
                site.set("dfs.tier.fast.datanode.data.dir", "[SSSD]file:///data"),
                "dfs.tier.fast.datanode.data.dir: '[SSSD]file:///data' is not a directory");
        assertProblem(
                site.set("dfs.tier.fast.datanode.data.dir", directory + "/a,," + directory + "/b"),
                "dfs.tier.fast.datanode.data.dir has an empty entry");
    }

    @Test
    void twoTiersOnOnePort() throws IOException {
        assertProblem(
                site.set("dfs.tier.disk.datanode.ipc.address", "0.0.0.0:9866"),
                "dfs.tier.fast.datanode.address and dfs.tier.disk.datanode.ipc.address have the same port,"
                        + " 127.0.0.1:9866 and 0.0.0.0:9866");
    }

    @Test
    void theSamePortOnTwoAddressesAndAnyPortAreNoConflict() throws IOException {
        site.set("dfs.tier.disk.datanode.ipc.address", "127.0.0.2:9866");
        assertThat(site.plan().problems()).isEmpty();
        site.set("dfs.tier.disk.datanode.address", "127.0.0.1:0").set("dfs.tier.fast.datanode.address", "127.0.0.1:0");
        assertThat(site.plan().problems()).isEmpty();
    }

    @Test
    void aTierIdForAll() throws IOException {
        assertProblem(
                site.set("dfs.tier.id", "fast"),
                "dfs.tier.id is 'fast' for all DataNodes of this configuration, which also defines tier disk: remove the key");
    }

    @Test
    void oneDomainSocketForAll() throws IOException {
        assertProblem(
                site.set("dfs.domain.socket.path", "/run/dn.socket"),
                "dfs.domain.socket.path is /run/dn.socket, one socket for several DataNodes: use _PORT in it");
        assertThat(site.set("dfs.domain.socket.path", "/run/dn._PORT").plan().problems())
                .isEmpty();
    }

    @Test
    void aDirectoryThatCannotBeUsed() throws IOException {
        Files.writeString(directory.resolve("fast"), "a file");
        Plan plan = site.plan();

        assertThat(plan.problems()).isEmpty();
        assertThat(plan.conflicts(plan.instances()))
                .containsExactly("dfs.tier.fast.datanode.data.dir: a DataNode cannot use " + directory.resolve("fast")
                        + ": " + directory.resolve("fast") + " is not a directory");
        assertThat(plan.conflicts(plan.instances().subList(1, 2)))
                .as("the other tier can be started")
                .isEmpty();
    }

    @Test
    void aVolumeThatMayFailDoesNotKeepTheOthersFromStarting() throws IOException {
        Files.writeString(directory.resolve("broken"), "a file");
        site.set("dfs.tier.fast.datanode.data.dir", directory + "/fast," + directory + "/broken");
        assertThat(site.plan().conflicts(site.plan().instances())).hasSize(1);

        site.set("dfs.tier.fast.datanode.failed.volumes.tolerated", "1");
        assertThat(site.plan().conflicts(site.plan().instances())).isEmpty();
    }

    @Test
    void aDirectoryWithTheDataOfAnotherTier() throws IOException {
        for (String tier : List.of("fast", "disk")) {
            TierMark.write(directory.resolve(tier), tier);
            Files.writeString(
                    Files.createDirectories(directory.resolve(tier).resolve("current"))
                            .resolve("VERSION"),
                    "datanodeUuid=of-" + tier + "\n");
        }
        Plan before = site.plan();
        assertThat(before.conflicts(before.instances())).isEmpty();
        Plan swapped = site.tier("fast", directory.resolve("disk"), 9866)
                .tier("disk", directory.resolve("fast"), 9876)
                .plan();

        assertThat(swapped.conflicts(swapped.instances()))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("dfs.tier.fast.datanode.data.dir: " + directory.resolve("disk"))
                .contains("of tier disk", "dfs.tier.disk.datanode.data.dir");
        assertThat(swapped.conflicts(swapped.instances().subList(1, 2))).hasSize(1);

        Files.delete(directory.resolve("disk/current/VERSION"));
        assertThat(swapped.conflicts(swapped.instances().subList(0, 1))).isEmpty();
    }

    @Test
    void aPidDirectoryThatCannotBe() throws IOException {
        Files.writeString(directory.resolve("file"), "");
        site.set(
                "dfs.tier.fast.pid.dir",
                directory.resolve("file").resolve("run").toString());
        Plan plan = site.plan();

        assertThat(plan.conflicts(plan.instances()))
                .singleElement()
                .asString()
                .startsWith("dfs.tier.fast.pid.dir (or HADOOP_PID_DIR): ");
    }

    @Test
    void aDirectoryWithoutConfiguration() {
        assertThatThrownBy(() -> Site.read(directory.resolve("nowhere")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("no hdfs-site.xml in ");
    }

    @Test
    void aConfigurationThatIsNone() throws IOException {
        Files.writeString(directory.resolve("hdfs-site.xml"), "<configuration><property>");
        assertThatThrownBy(() -> Site.read(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be read");
    }

    private static void assertProblem(NodeSite site, String... parts) throws IOException {
        List<String> problems = site.plan().problems();
        assertThat(problems).hasSize(1);
        for (String part : parts) {
            assertThat(problems.get(0)).contains(part).doesNotContain("\n");
        }
    }
}
