package org.underbase.sim.hats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.operator.output.ExitCode;
import picocli.CommandLine;

/** Process of {@code simulate-tiers} whose heap is too small. */
class SmallHeapTest {
    /** Process that prints the message of a failure, like the launcher. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) {
            CommandLine line = new CommandLine(new SimulateTiersCommand());
            line.setExecutionExceptionHandler((e, command, parsed) -> {
                System.err.println(e.getMessage());
                return ExitCode.FAILURE;
            });
            System.exit(line.execute(args));
        }
    }

    @Test
    void aHeapThatIsTooSmallIsReportedInOneLine(@TempDir Path directory) throws IOException, InterruptedException {
        Path errors = directory.resolve("child.err");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx16m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName(),
                        "--part",
                        "CLUSTER",
                        "--nodes",
                        "20000")
                .redirectError(errors.toFile())
                .start();

        assertThat(child.waitFor()).isEqualTo(ExitCode.FAILURE);
        assertThat(Files.readAllLines(errors))
                .as("without progress, which depends on the load")
                .filteredOn(line -> !line.startsWith("simulate-tiers: "))
                .containsExactly("out of memory: the heap of 16 MiB is too small; set UNDERBASE_JVM_OPTS=-Xmx32m");
    }
}
