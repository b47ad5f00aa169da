package org.underbase.exalt.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.exalt.harness.cli.ExaltCommand;
import picocli.CommandLine;

/** Test of the command {@code exalt run} with a profile, on four emulated DataNodes and a real one. */
@Tag("cluster")
class RunCommandTest {
    private static final int RUN_FILES = 4;
    private static final double RATIO = 50;

    @TempDir
    private Path directory;

    @Test
    void runReportsItsMeasurementsAndRemovesItsFiles() throws Exception {
        Path out = directory.resolve("out");
        StringWriter printed = new StringWriter();
        CommandLine exalt = new CommandLine(new ExaltCommand());
        exalt.setOut(new PrintWriter(printed));
        exalt.setErr(new PrintWriter(new StringWriter()));
        int exit = exalt.execute(("run --datanodes 4 --jvms 1 --real-datanodes 1 --files " + RUN_FILES
                        + " --file-size 32m --writers 2 --readers 2 --json --profile -D dfs.heartbeat.interval=1"
                        + " --namenode-heap 512m --out " + out + " --dir " + directory.resolve("cluster"))
                .split(" ", -1));
        assertThat(exit).as(printed.toString()).isZero();
        JsonNode root = new ObjectMapper().readTree(printed.toString());
        assertThat(root.path("phases")).hasSize(2);
        for (JsonNode phase : root.path("phases")) {
            assertThat(phase.path("files").intValue()).isEqualTo(RUN_FILES);
            assertThat(phase.path("bytes").longValue()).isEqualTo(RUN_FILES * (32L << 20));
            assertThat(phase.path("nameNode").path("callsPerSecond").doubleValue())
                    .isPositive();
            assertThat(phase.path("cpuSeconds").path("clients").doubleValue()).isPositive();
        }
        assertThat(root.path("phases")
                        .path(0)
                        .path("nameNode")
                        .path("calls")
                        .path("Complete")
                        .longValue())
                .isGreaterThanOrEqualTo(RUN_FILES);
        assertThat(root.path("space").path("ratio").doubleValue()).isGreaterThan(RATIO);
        assertThat(root.path("fidelity").path("facts").path("bytesPerChecksum").asText())
                .isEqualTo("512");
        assertThat(out.resolve("run.csv")).content().contains("nn_queue_ms");
        assertThat(out.resolve("run.html")).content().contains("<svg");
        assertThat(directory.resolve("cluster")).doesNotExist();
        assertThat(out.toFile().list()).contains("run.json", "run.csv", "run.html");
        profiled(root, out);
    }

    private static void profiled(JsonNode root, Path out) throws IOException {
        for (JsonNode phase : root.path("phases")) {
            assertThat(phase.path("garbageCollected")
                            .path("nameNode")
                            .path("count")
                            .isIntegralNumber())
                    .isTrue();
            assertThat(phase.path("garbageCollected")
                            .path("emulatedDataNodes")
                            .path("count")
                            .isIntegralNumber())
                    .isTrue();
        }
        assertThat(root.path("profiles")).isNotEmpty();
        Set<String> kinds = new HashSet<>();
        for (JsonNode profile : root.path("profiles")) {
            kinds.add(profile.path("process").asText());
            assertThat(profile.path("samples").longValue()).isPositive();
        }
        // On a loaded machine, a phase may end before the recording of the clients starts; a warning then reports it.
        for (String kind : List.of("NameNode", "emulated DataNodes", "clients")) {
            assertThat(kinds.contains(kind) || root.path("warnings").toString().contains("no stacks of " + kind))
                    .as("profile of %s or a warning: %s", kind, root.path("warnings"))
                    .isTrue();
        }
        assertThat(out.resolve("write-emulated-datanodes.collapsed")).content().contains("org.apache.hadoop.");
        assertThat(out.resolve("run.html")).content().contains("class=\"flame\"", "addEventListener");
    }
}
