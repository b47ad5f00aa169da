package org.underbase.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.Programs;

/** A start that cannot succeed says why in its first line and leaves nothing behind. */
@Tag("cluster")
class StartFailureTest {
    @TempDir
    private Path temporary;

    @Test
    void aTakenPort() throws IOException {
        Path directory = temporary.resolve("cluster");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThatThrownBy(() -> TestCluster.builder()
                            .directory(directory)
                            .portBase(port)
                            .start())
                    .isInstanceOf(PortInUseException.class)
                    .hasMessageContaining("port " + port + " of 127.0.0.1 is taken")
                    .hasMessageContaining("namenode-0 rpc");
        }
        assertNothingLeft(directory);
    }

    @Test
    void aDirectoryInUse() throws IOException {
        Path file = Files.createFile(temporary.resolve("precious"));
        assertThatThrownBy(() -> TestCluster.builder().directory(temporary).start())
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("is not empty");
        assertThat(file).exists();
    }

    @Test
    void aDaemonThatDies() throws IOException {
        Path directory = temporary.resolve("cluster");
        Path logs = temporary.resolve("logs");
        assertThatThrownBy(() -> TestCluster.builder()
                        .directory(directory)
                        .set(Role.DATANODE, "dfs.datanode.failed.volumes.tolerated", "5")
                        .logsOnFailure(logs)
                        .start())
                .isInstanceOf(DaemonExitedException.class)
                .satisfies(e -> assertThat(e.getMessage().lines().findFirst().orElseThrow())
                        .startsWith("datanode-0 on n1 died")
                        .contains("dfs.datanode.failed.volumes.tolerated"));
        assertThat(logs.resolve("n1/datanode-0/log/datanode-0.log")).isNotEmptyFile();
        assertNothingLeft(directory);
    }

    @Test
    void aHeapThatIsTooSmall() throws IOException {
        Path directory = temporary.resolve("cluster");
        assertThatThrownBy(() -> TestCluster.builder()
                        .directory(directory)
                        .jvmOptions(Role.DATANODE, "-Xmx10m")
                        .start())
                .isInstanceOf(DaemonExitedException.class)
                .satisfies(e -> assertThat(e.getMessage().lines().findFirst().orElseThrow())
                        .startsWith("datanode-0 on n1 died")
                        .contains("OutOfMemoryError"));
        assertNothingLeft(directory);
    }

    @Test
    void aFormatThatFails() throws IOException {
        Path directory = temporary.resolve("cluster");
        assertThatThrownBy(() -> TestCluster.builder()
                        .directory(directory)
                        .set(Role.NAMENODE, "dfs.namenode.name.dir", "file:///proc/no-such-directory")
                        .start())
                .isInstanceOf(DaemonExitedException.class)
                .hasMessageStartingWith("namenode-0 on n1 died (format, exit code 1)")
                .hasMessageContaining("/proc/no-such-directory");
        assertNothingLeft(directory);
    }

    @Test
    void aFullDisk() throws IOException {
        assumeTrue(Programs.root(), "only root can mount a small disk to fill");
        Path small = Files.createDirectories(temporary.resolve("small"));
        Command.of("mount", "-t", "tmpfs", "-o", "size=8m", "none", small.toString())
                .run()
                .orThrow();
        try {
            assertThatThrownBy(() -> TestCluster.builder()
                            .directory(small.resolve("cluster"))
                            .start())
                    .isInstanceOf(NoSpaceException.class)
                    .hasMessageContaining("no space for a cluster")
                    .hasMessageMatching(".* has [78] MiB free.*");
            assertNothingLeft(small.resolve("cluster"));
        } finally {
            Command.of("umount", small.toString()).run().orThrow();
        }
    }

    private static void assertNothingLeft(Path directory) throws IOException {
        assertThat(directory).doesNotExist();
        assertThat(ProcessList.mentioning(directory.toString())).isEmpty();
    }
}
