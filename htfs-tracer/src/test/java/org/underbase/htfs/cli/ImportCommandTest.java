package org.underbase.htfs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Output, exit codes and files of {@code underbase trace import}. */
class ImportCommandTest {
    private static final String GOOD = "128166372003061629,hm,1,Read,383496192,32768,413\n";

    @TempDir
    Path dir;

    private Path file;
    private Path trace;
    private String out;
    private String err;

    @BeforeEach
    void files() throws IOException {
        file = Files.writeString(dir.resolve("hm_0.csv"), GOOD + "bad\n" + GOOD);
        trace = dir.resolve("new/trace");
    }

    @Test
    void otherCommandsReadTheTrace() throws Exception {
        assertThat(run("import", "msr", file.toString(), "-o", trace.toString()))
                .isZero();
        assertThat(out)
                .contains(
                        "2 events of 1 process, ", " in 1 segment\n", "lines       3: 1 malformed, 0 of other kinds\n")
                .contains("time        2007-02-22T17:00:00.306162900Z to 2007-02-22T17:00:00.306204200Z\n");
        assertThat(err).isEqualTo("trace import: malformed line " + file + ":2: the line has 1 fields: expected 7\n");

        assertThat(run("verify", trace.toString())).isZero();
        assertThat(run("cat", trace.toString())).isZero();
        assertThat(out.lines()).hasSize(2);
        assertThat(names(trace.getParent())).containsExactly("trace");
    }

    @Test
    void theSummaryIsPrintedAsJson() throws Exception {
        assertThat(run("import", "MSR", file.toString(), file.toString(), "-o", trace.toString(), "--json"))
                .isZero();
        JsonNode json = new ObjectMapper().readTree(out);
        assertThat(json.get("format").asText()).isEqualTo("msr");
        assertThat(json.get("events").asLong()).isEqualTo(4);
        assertThat(json.get("malformedLines").asLong()).isEqualTo(2);
        assertThat(json.at("/firstMalformedLines/1/line").asLong()).isEqualTo(2);
        assertThat(json.get("segments").asLong()).isEqualTo(1);
        assertThat(json.get("bytes").asLong())
                .isEqualTo(Files.size(trace.resolve(names(trace).get(0))));
    }

    @Test
    void aStrictImportOfAMalformedLineWritesNothing() throws Exception {
        assertThat(run("import", "msr", file.toString(), "-o", trace.toString(), "--strict"))
                .isEqualTo(1);
        assertThat(out).isEqualTo("nothing written: 1 of 3 lines are malformed\n");
        assertThat(names(trace.getParent())).isEmpty();

        Files.writeString(file, GOOD);
        assertThat(run("import", "msr", file.toString(), "-o", trace.toString(), "--strict"))
                .isZero();
    }

    @Test
    void anEmptyDirectoryIsUsedAndANonEmptyOneIsKept() throws Exception {
        Files.createDirectories(trace);
        assertThat(run("import", "msr", file.toString(), "-o", trace.toString()))
                .isZero();
        List<String> before = names(trace);

        assertThat(run("import", "msr", file.toString(), "-o", trace.toString()))
                .isEqualTo(1);
        assertThat(err).contains("cannot write " + trace + ": it is not empty; choose another directory");
        assertThat(names(trace)).isEqualTo(before);
        assertThat(run("import", "msr", file.toString(), "-o", file.toString())).isEqualTo(1);
        assertThat(err).contains("cannot write " + file + ": it is not a directory");
    }

    @Test
    void theDirectoryOfAKilledImportIsNamed() throws Exception {
        Path left = Files.createDirectories(dir.resolve("new/trace.importing"));

        assertThat(run("import", "msr", file.toString(), "-o", trace.toString()))
                .isEqualTo(1);
        assertThat(err).contains("cannot create " + left + ": it exists; if no other import");
        assertThat(left).exists();
    }

    @Test
    void failuresNameTheFileAndLeaveNothing() throws Exception {
        assertThat(run("import", "audit", file.toString(), "-o", trace.toString()))
                .isEqualTo(1);
        assertThat(err).contains("no audit events in " + file);
        assertThat(names(trace.getParent())).isEmpty();
        assertThat(run("import", "msr", dir.resolve("none").toString(), "-o", trace.toString()))
                .isEqualTo(1);
        assertThat(err).contains("cannot read " + dir.resolve("none") + ": it does not exist");
        assertThat(run("import", "msr", dir.toString(), "-o", trace.toString())).isEqualTo(1);
        assertThat(err).contains("cannot read " + dir + ": it is a directory");
    }

    @Test
    void invalidUsage() {
        assertThat(run("import", "msr", file.toString())).isEqualTo(2);
        assertThat(run("import", "msr", "-o", trace.toString())).isEqualTo(2);
        assertThat(run("import", "other", file.toString(), "-o", trace.toString()))
                .isEqualTo(2);
        assertThat(run("import", "audit", file.toString(), "-o", trace.toString(), "--zone", "Mars"))
                .isEqualTo(2);
        assertThat(run("import", "htfs", file.toString(), "-o", trace.toString(), "--epoch", "2100-01-01T00:00:00Z"))
                .isEqualTo(2);
        assertThat(run("import", "clienttrace", file.toString(), "-o", trace.toString(), "--bytes-per-checksum", "-1"))
                .isEqualTo(2);
        assertThat(err).contains("invalid --bytes-per-checksum -1: must be at least 0");
    }

    private static List<String> names(Path in) throws IOException {
        try (Stream<Path> files = Files.list(in)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    private int run(String... arguments) {
        StringWriter printed = new StringWriter();
        StringWriter reported = new StringWriter();
        int exit = new CommandLine(new TraceCommand())
                .setOut(new PrintWriter(printed))
                .setErr(new PrintWriter(reported))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    line.getErr().println(e.getMessage());
                    return 1;
                })
                .execute(arguments);
        out = printed.toString();
        err = reported.toString();
        return exit;
    }
}
