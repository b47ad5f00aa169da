package org.underbase.workload.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Ctrl-C in a separate process. */
@Tag("cluster")
@Timeout(600)
class InterruptTest {
    @TempDir
    Path directory;

    private final List<Process> processes = new ArrayList<>();

    /** Replacement of the launcher. */
    static final class Main {
        public static void main(String[] args) {
            System.exit(new CommandLine(new WorkloadCommand()).execute(args));
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void theResultsSoFarArePrintedOnSigterm() throws Exception {
        String files = directory.resolve("files").toUri().toString();
        Process writing = start("write", "dfsio", "write", "--path", files, "--files", "1", "--size", "1m");
        assertThat(writing.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(writing.exitValue()).as(text("write.err")).isZero();

        Process reading = start(
                "read",
                "dfsio",
                "pread",
                "--path",
                files,
                "--files",
                "1",
                "--size",
                "1m",
                "--duration",
                "10m",
                "--progress",
                "200ms");
        await().atMost(Duration.ofMinutes(2)).until(() -> text("read.err").contains("pread"));
        // A JVM handles SIGTERM like SIGINT, which background processes of a shell ignore.
        reading.destroy();
        assertThat(reading.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(reading.exitValue()).isEqualTo(128 + 15);
        assertThat(text("read.out")).containsPattern("pread stopped: .* in .* s, .*B/s");
    }

    private Process start(String name, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                ManagementFactory.getRuntimeMXBean().getClassPath(),
                Main.class.getName()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command)
                .redirectOutput(directory.resolve(name + ".out").toFile())
                .redirectError(directory.resolve(name + ".err").toFile())
                .start();
        processes.add(process);
        return process;
    }

    private String text(String file) throws IOException {
        return Files.readString(directory.resolve(file));
    }
}
