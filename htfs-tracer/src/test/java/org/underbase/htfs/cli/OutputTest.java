package org.underbase.htfs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.TraceKeys;
import org.underbase.htfs.record.Tracer;

/** A real process whose output was closed, or goes to a full disk. */
@Tag("cluster")
class OutputTest {
    /** Exceeds the capacity of pipes and buffers. */
    private static final int EVENTS = 300_000;

    @TempDir
    Path dir;

    private Path traces;
    private Process process;

    @BeforeEach
    void record() {
        traces = dir.resolve("traces");
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), traces.toString());
        conf.set(TraceKeys.RING_FULL.name(), "block");
        conf.set(TraceKeys.RING_BLOCK_DEADLINE.name(), "1h");
        try (Tracer tracer = Tracer.start(conf)) {
            StreamRef stream = tracer.stream(tracer.newFile("/f"));
            ThreadTrace here = tracer.here();
            for (int i = 0; i < EVENTS; i++) {
                here.exit(here.enter(), Call.READ, stream, i, 1, 1);
            }
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cat", "cat --json", "export"})
    void theCommandExitsCleanlyWhenItsOutputIsClosed(String command) throws Exception {
        Path errors = dir.resolve("errors");
        process = java(command + " --limit " + 2 * EVENTS)
                .redirectError(errors.toFile())
                .start();
        try (BufferedReader lines = process.inputReader()) {
            assertThat(lines.readLine()).isNotEmpty();
        }

        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
        // On a loaded machine it may print its progress.
        assertThat(Files.readAllLines(errors)).allMatch(line -> line.matches("trace \\w+: \\d+ events read.*"));
    }

    @Test
    void theLastLineOfJsonIsComplete() throws Exception {
        process = java("cat --json --limit 3").start();
        List<String> lines = process.inputReader().lines().toList();

        assertThat(process.waitFor()).isZero();
        assertThat(lines)
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).startsWith("{").endsWith("}"));
    }

    @Test
    void aFullDiskIsReported() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "requires Linux's /proc");
        Path errors = dir.resolve("errors");
        // A file size limit (4 or 8 MB) acts like a full disk and needs no privilege.
        ProcessBuilder limited = java("cat");
        limited.command()
                .addAll(
                        0,
                        List.of(
                                "sh",
                                "-c",
                                "ulimit -f 8192; exec \"$@\" > \"$0\"",
                                dir.resolve("output").toString()));
        process = limited.redirectError(errors.toFile()).start();

        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(Files.readString(errors)).contains("cannot write the output: is the disk full?");
    }

    @Test
    void anExportToAFullDiskLeavesNoFile() throws Exception {
        Path errors = dir.resolve("errors");
        Path output = dir.resolve("output");
        ProcessBuilder limited = java("export -o " + output);
        limited.command().addAll(0, List.of("sh", "-c", "ulimit -f 8192; exec \"$0\" \"$@\""));
        process = limited.redirectError(errors.toFile()).start();

        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(Files.readString(errors)).contains("cannot write " + output + ": File too large");
        assertThat(output).doesNotExist();
    }

    /** Keeps the log out of standard error and off the disk. */
    private Path noLog() throws IOException {
        return Files.writeString(
                dir.resolve("log4j.properties"),
                "log4j.rootLogger=OFF,none\nlog4j.appender.none=org.apache.log4j.varia.NullAppender\n");
    }

    private ProcessBuilder java(String arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                "-Dlog4j.configuration=" + noLog().toUri(),
                TraceMain.class.getName()));
        command.addAll(List.of(arguments.split(" ", -1)));
        command.add(traces.toString());
        return new ProcessBuilder(command);
    }
}
