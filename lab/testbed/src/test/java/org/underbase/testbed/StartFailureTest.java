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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.Programs;

/** Failed starts: the first line of the message contains the cause, and no processes and files remain. */
@Tag("cluster")
class StartFailureTest {
    @TempDir
    private Path temporary;

    @Test
    void portInUseFailsTheStart() throws IOException {
        Path directory = temporary.resolve("cluster");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThatThrownBy(() -> TestCluster.builder()
                            .directory(directory)
                            .portBase(port)
                            .start())
                    .isInstanceOf(PortInUseException.class)
                    .hasMessageContaining("port " + port + " of 127.0.0.1 is in use")
                    .hasMessageContaining("namenode-0 rpc");
        }
        assertNothingRemains(directory);
    }

    @Test
    void directoryThatIsNotEmptyIsRejected() throws IOException {
        Path file = Files.createFile(temporary.resolve("precious"));
        assertThatThrownBy(() -> TestCluster.builder().directory(temporary).start())
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("is not empty");
        assertThat(file).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"with space", "100%"})
    void directoryThatAUriEncodesIsRejected(String name) {
        Path directory = temporary.resolve(name);
        assertThatThrownBy(() -> TestCluster.builder().directory(directory).start())
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("HDFS cannot use the directory '" + directory + "'");
        assertThat(directory).doesNotExist();
    }

    @Test
    void exitOfADaemonFailsTheStart() throws IOException {
        Path directory = temporary.resolve("cluster");
        Path logs = temporary.resolve("logs");
        assertThatThrownBy(() -> TestCluster.builder()
                        .directory(directory)
                        .set(Role.DATANODE, "dfs.datanode.failed.volumes.tolerated", "5")
                        .logsOnFailure(logs)
                        .start())
                .isInstanceOf(DaemonExitedException.class)
                .satisfies(e -> assertThat(e.getMessage().lines().findFirst().orElseThrow())
                        .startsWith("datanode-0 on n1 exited")
                        .contains("dfs.datanode.failed.volumes.tolerated"));
        assertThat(logs.resolve("n1/datanode-0/log/datanode-0.log")).isNotEmptyFile();
        assertNothingRemains(directory);
    }

    @Test
    void heapThatIsTooSmallIsTheReportedCause() throws IOException {
        Path directory = temporary.resolve("cluster");
        assertThatThrownBy(() -> TestCluster.builder()
                        .directory(directory)
                        .jvmOptions(Role.DATANODE, "-Xmx10m")
                        .start())
                .isInstanceOf(DaemonExitedException.class)
                .satisfies(e -> assertThat(e.getMessage().lines().findFirst().orElseThrow())
                        .startsWith("datanode-0 on n1 exited")
                        .contains("OutOfMemoryError"));
        assertNothingRemains(directory);
    }

    @Test
    void causeIsReportedEvenIfTheLogsCannotBeCopied() throws IOException {
        Path directory = temporary.resolve("cluster");
        Path file = Files.createFile(temporary.resolve("logs"));
        assertThatThrownBy(() -> TestCluster.builder()
                        .directory(directory)
                        .logsOnFailure(file)
                        .progress(line -> {
                            throw new IllegalStateException("failure of the start");
                        })
                        .start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("failure of the start")
                .satisfies(e -> assertThat(e.getSuppressed()).singleElement().isInstanceOf(IOException.class));
        assertNothingRemains(directory);
    }

    @Test
    void failedFormatIsReported() throws IOException {
        Path directory = temporary.resolve("cluster");
        assertThatThrownBy(() -> TestCluster.builder()
                        .directory(directory)
                        .set(Role.NAMENODE, "dfs.namenode.name.dir", "file:///proc/no-such-directory")
                        .start())
                .isInstanceOf(DaemonExitedException.class)
                .hasMessageStartingWith("namenode-0 on n1 exited (format, exit code 1)")
                .hasMessageContaining("/proc/no-such-directory");
        assertNothingRemains(directory);
    }

    @Test
    void diskWithTooLittleSpaceIsRejected() throws IOException {
        assumeTrue(Programs.root(), "only root can mount a small disk");
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
            assertNothingRemains(small.resolve("cluster"));
        } finally {
            Command.of("umount", small.toString()).run().orThrow();
        }
    }

    private static void assertNothingRemains(Path directory) throws IOException {
        assertThat(directory).doesNotExist();
        assertThat(ProcessList.mentioning(directory.toString())).isEmpty();
    }
}
