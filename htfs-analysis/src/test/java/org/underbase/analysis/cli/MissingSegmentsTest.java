package org.underbase.analysis.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestTrace;
import picocli.CommandLine;

/** {@code analyze} on a directory that lacks segments of a process. */
class MissingSegmentsTest {
    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path trace;
    private Path complete;

    @BeforeEach
    void segments() throws IOException {
        trace = TestTrace.write(directory.resolve("trace"), SyntheticHBase.events(5, 1, 12), 1, 150, 4_000);
        complete = TestTrace.write(directory.resolve("complete"), SyntheticHBase.events(5, 1, 12), 1, 150, 4_000);
        assertThat(segment(5)).exists();
    }

    @Test
    void gapsAndMissingEndsAreReported() throws IOException {
        Files.delete(segment(0));
        Files.delete(segment(3));
        Files.delete(segment(4));
        int last = 5;
        while (Files.exists(segment(last + 1))) {
            last++;
        }
        Files.delete(segment(last));
        String[] lines = {
            "n0 42@1: segment 0 is missing",
            "n0 42@1: segments 3 to 4 are missing",
            "n0 42@1: no segment after " + (last - 1)
                    + ", which does not end the recording: the process is still recording, or was killed"
        };

        assertThat(run(trace.toString(), "--json")).isZero();

        JsonNode result = new ObjectMapper().readTree(out.toString());
        assertThat(result.at("/trace/missingSegments"))
                .extracting(JsonNode::asText)
                .containsExactly(lines);
        assertThat(err.toString()).contains("missing: " + lines[0], "missing: " + lines[1], "missing: " + lines[2]);
        assertThat(Files.readString(directory.resolve("report/index.html"))).contains("Missing segments", lines[1]);
        out.getBuffer().setLength(0);
        assertThat(run("--compare", complete.toString(), trace.toString())).isZero();
        assertThat(out.toString()).contains("note: gaps of missing segments: 0 in A, 3 in B");
    }

    /** The times of the segments show which calls may be missing. */
    @Test
    void aGapOutsideTheSelectedTimesIsNotReported() throws IOException {
        Files.delete(segment(1));

        assertThat(run(trace.toString(), "--from", "0s", "--to", "10h")).isZero();
        assertThat(err.toString()).contains("missing: n0 42@1: segment 1 is missing");
        err.getBuffer().setLength(0);
        assertThat(run(trace.toString(), "--from", "2s")).isZero();
        assertThat(err.toString()).doesNotContain("missing: ");
    }

    @Test
    void aCopyThatWasNotCompletedIsReported() throws IOException {
        Files.move(segment(2), trace.resolve(segment(2).getFileName() + "._COPYING_"));

        assertThat(run(trace.toString())).isZero();

        assertThat(err.toString())
                .contains(
                        segment(2) + "._COPYING_: it is the part of a segment that was not copied completely",
                        "missing: n0 42@1: segment 2 is missing");
        assertThat(Files.readString(directory.resolve("report/result.json"))).contains("was not copied completely");
    }

    @Test
    void anExportReportsMissingSegments() throws IOException {
        Files.delete(segment(1));
        Path output = directory.resolve("requests.csv");

        assertThat(execute(new RequestsCommand(), "--format", "CACHEBENCH", "-o", output.toString(), trace.toString()))
                .isZero();

        assertThat(err.toString()).contains("trace requests: missing: n0 42@1: segment 1 is missing");
    }

    @Test
    void aFileWithoutReadPermissionEndsTheAnalysisOrIsReported() throws IOException {
        Files.setPosixFilePermissions(segment(2), PosixFilePermissions.fromString("---------"));
        assumeThat(Files.isReadable(segment(2)))
                .as("the user may read every file")
                .isFalse();

        assertThat(run(trace.toString())).isEqualTo(1);
        assertThat(run(trace.toString(), "--skip-bad")).isZero();

        assertThat(err.toString()).contains("corrupt: " + segment(2));
    }

    private Path segment(int number) {
        return trace.resolve(String.format("n0-42-1-%06d.ubtrace", number));
    }

    private int run(String... arguments) {
        String[] all = new String[arguments.length + 2];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        all[arguments.length] = "--out";
        all[arguments.length + 1] = directory.resolve("report").toString();
        return execute(new AnalyzeCommand(), all);
    }

    private int execute(Object command, String... arguments) {
        return new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
