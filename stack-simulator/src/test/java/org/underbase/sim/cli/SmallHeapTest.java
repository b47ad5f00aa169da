package org.underbase.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.operator.output.ExitCode;
import org.underbase.testbed.client.ChildProcess;
import picocli.CommandLine;

/** Processes of {@code simulate} whose heap is too small. */
class SmallHeapTest {
    private static final String PREFIX = "error: ";
    /** Begin of a line of progress, which depends on the load. */
    private static final String PROGRESS = "simulate: ";

    @TempDir
    private Path directory;

    @Test
    void fewHoursNeedNoSliceEvery() throws IOException, InterruptedException {
        // An invalid option would be reported before the memory is needed.
        assertReported(24, "--hours", "1");
    }

    /** Process that prints the message of a failure, like the launcher. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) {
            CommandLine line = new CommandLine(new SimulateCommand());
            line.setExecutionExceptionHandler((e, command, parsed) -> {
                System.err.println(PREFIX + e.getMessage());
                return ExitCode.FAILURE;
            });
            System.exit(line.execute(args));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {24, 64})
    void aHeapThatIsTooSmallIsReportedInOneLine(int heap) throws IOException, InterruptedException {
        assertReported(heap);
    }

    private void assertReported(int heap, String... options) throws IOException, InterruptedException {
        Path errors = directory.resolve("child.err");
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx" + heap + "m",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                "--synthetic",
                "--threads",
                "1");
        builder.command().addAll(List.of(options));
        try (ChildProcess child = ChildProcess.start("simulate", builder, errors, List.of(PREFIX), text -> {})) {
            assertThat(child.end()).isEqualTo(ExitCode.FAILURE);
        }

        assertThat(Files.readAllLines(errors))
                .filteredOn(line -> !line.startsWith("log4j:") && !line.startsWith(PROGRESS))
                .containsExactly(PREFIX + "out of memory: the heap of " + heap
                        + " MiB is too small, or the requests saturate the disks of a simulated system, so that its queues grow;"
                        + " set UNDERBASE_JVM_OPTS=-Xmx" + 2 * heap + "m");
    }
}
