package org.underbase.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.testbed.process.Command;

/** Removal of all processes, mounts, namespaces and files of a cluster whose owner is killed. */
@Tag("cluster")
class KilledOwnerTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    private Path temporary;

    private Process owner;

    @AfterEach
    void endOwner() {
        if (owner != null) {
            owner.destroyForcibly();
        }
    }

    @Test
    void everythingIsRemovedWhileTheClusterServes() throws IOException, InterruptedException {
        // With namespaces and slow disks on machines that support them.
        boolean all = ClusterHolder.recipe(temporary, "all").obstacle().isEmpty();
        Path directory = own(all ? "all" : "plain");
        awaitTrue(() -> output().contains("up "));
        String id = output().substring(output().indexOf("up ") + 3).strip();
        assertThat(ProcessList.mentioning(directory.toString())).hasSizeGreaterThanOrEqualTo(4);
        assertThat(ClusterHolder.outside(directory)).isNotEmptyDirectory();
        if (all) {
            assertThat(mounts()).contains(directory.toString());
            assertThat(namespaces()).contains(id);
        }
        killOwner();
        awaitRemoval(directory, id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"undo", "nodes/n2/datanode-0/pid", "nodes/n1/namenode-0/pid"})
    void everythingIsRemovedWhileTheClusterStarts(String sign) throws IOException, InterruptedException {
        // The file undo contains namespaces and mounts only.
        String kind = sign.equals("undo") ? "all" : "plain";
        Optional<String> obstacle = ClusterHolder.recipe(temporary, kind).obstacle();
        assumeTrue(obstacle.isEmpty(), () -> "skipped: " + obstacle.orElseThrow());
        Path directory = own(kind);
        awaitTrue(() -> Files.exists(directory.resolve(sign)));
        killOwner();
        awaitRemoval(directory, "ub-none");
    }

    /** SIGTERM: the JVM runs until the removal ends. */
    @Test
    void everythingIsRemovedWhileTheOwnerRestartsDaemons() throws IOException, InterruptedException {
        Path directory = own("starts");
        awaitTrue(() -> output().contains("up "));
        owner.destroy();
        assertThat(owner.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        awaitRemoval(directory, "ub-none");
    }

    /** The hooks of the cluster and of its work directory remove the same files. */
    @ParameterizedTest
    @ValueSource(strings = {"slowdisk", "starting"})
    void everythingIsRemovedWithTheWorkDirectoryWhileTheClusterStarts(String sign)
            throws IOException, InterruptedException {
        Optional<String> obstacle = ClusterHolder.recipe(temporary, "work").obstacle();
        assumeTrue(obstacle.isEmpty(), () -> "skipped: " + obstacle.orElseThrow());
        own("work");
        awaitTrue(() -> output().contains("cluster\n"));
        Path directory = Path.of(output().lines().findFirst().orElseThrow().substring("directory ".length()));
        Path undo = directory.resolve("undo");
        awaitTrue(() -> Files.exists(undo));
        awaitTrue(() -> (output() + Files.readString(undo)).contains(sign));
        String network = Files.readString(undo).lines().findFirst().orElseThrow();
        assertThat(network).startsWith("netns\tub-").endsWith("-switch");
        owner.destroy();
        assertThat(owner.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        awaitRemoval(directory, network.substring("netns\t".length(), network.lastIndexOf('-')));
        assertThat(temporary.resolve(".underbase/bench")).isEmptyDirectory();
    }

    private Path own(String kind) throws IOException {
        Path directory = temporary.resolve("cluster");
        owner = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "-Dunderbase.home=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        ClusterHolder.class.getName(),
                        directory.toString(),
                        kind)
                .redirectErrorStream(true)
                .redirectOutput(temporary.resolve("output").toFile())
                .start();
        return directory;
    }

    private String output() throws IOException {
        String output = Files.readString(temporary.resolve("output"));
        assertThat(output.contains("up ") || owner.isAlive()).as(output).isTrue();
        return output;
    }

    private void killOwner() throws InterruptedException {
        owner.destroyForcibly();
        assertThat(owner.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(owner.exitValue()).isEqualTo(128 + 9);
    }

    private static void awaitRemoval(Path directory, String id) {
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(directory).doesNotExist();
            assertThat(ClusterHolder.outside(directory)).doesNotExist();
            assertThat(ProcessList.mentioning(directory.toString())).isEmpty();
            assertThat(mounts()).doesNotContain(directory.toString());
            assertThat(namespaces()).doesNotContain(id).doesNotContain(directory.toString());
        });
    }

    private static String mounts() throws IOException {
        return Files.readString(Path.of("/proc/self/mountinfo"));
    }

    /** Names of network namespaces and of files behind loop devices. */
    private static String namespaces() throws IOException {
        return Command.of("sh", "-c", "ls /run/netns /etc/netns 2>/dev/null; losetup -a 2>/dev/null; true")
                .run()
                .out();
    }

    private static void awaitTrue(Callable<Boolean> condition) {
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(10)).until(condition);
    }
}
