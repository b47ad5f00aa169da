package org.underbase.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests of the commands {@code bench} and {@code soak}: lookup by name, invalid command lines, output. */
class BenchCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void listPrintsAllServices() {
        assertThat(run(new BenchCommand(), "--list")).isZero();
        assertThat(out.toString()).contains("echo ").contains("parts of echo: loud, soft");
        assertThat(run(new SoakCommand(), "--list")).isZero();
        assertThat(out.toString()).contains("default count of echo: 3 echoes");
    }

    @Test
    void aSelectedPartRunsAndTheLastLineIsMachineReadable() {
        assertThat(run(new BenchCommand(), "echo", "--part", "soft", "--runs", "3"))
                .isZero();
        assertThat(out.toString()).endsWith("bench echo: runs=3 soft=1 loud=-\n");
        assertThat(err.toString()).contains("bench echo 0:00 once");
    }

    @Test
    void quickRunsOnceWithoutRuns() {
        assertThat(run(new BenchCommand(), "echo", "--quick")).isZero();
        assertThat(out.toString()).endsWith("bench echo: runs=1 soft=1 loud=1\n");
        assertThat(run(new BenchCommand(), "echo", "--quick", "--runs", "2")).isZero();
        assertThat(out.toString()).endsWith("bench echo: runs=2 soft=1 loud=1\n");
    }

    @Test
    void measurementsArePrintedAlsoIfTheCleanupFails(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("evidence.md");
        assertThat(run(new BenchCommand(), "echo", "--seed", "13", "--evidence", file.toString()))
                .isEqualTo(1);
        assertThat(out.toString())
                .contains("note: the run failed before its end: the echo does not end\n")
                .endsWith("bench echo: runs=5 soft=1 loud=1\n");
        assertThat(Files.readString(file)).contains("- the run failed before its end: the echo does not end\n");
        assertThat(err.toString()).contains("the echo does not end");
    }

    @Test
    void aRunWithoutMeasurementsPrintsNone() {
        assertThat(run(new BenchCommand(), "echo", "--seed", "14")).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("the echo did not start");
    }

    @Test
    void evidenceFileContainsCommandAndVersions(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("evidence.md");
        assertThat(run(new BenchCommand(), "echo", "--evidence", file.toString()))
                .isZero();
        assertThat(Files.readString(file))
                .contains("./underbase bench echo --runs 5 --seed 1")
                .contains("- Hadoop: ")
                .doesNotContain(directory.toString());
    }

    @Test
    void anInvalidCommandLineIsRejected() {
        assertThat(run(new BenchCommand(), "nothing")).isEqualTo(2);
        assertThat(err.toString()).contains("unknown benchmark 'nothing'").contains("echo");
        assertThat(run(new BenchCommand(), "echo", "--part", "middle")).isEqualTo(2);
        assertThat(err.toString()).contains("unknown part 'middle' of echo: expected loud, soft");
        assertThat(run(new BenchCommand(), "echo", "--runs", "0")).isEqualTo(2);
        assertThat(run(new SoakCommand(), "echo", "--count", "0")).isEqualTo(2);
        assertThat(run(new SoakCommand())).isEqualTo(2);
    }

    @Test
    void aFailedSoakExitsWith1AndKeepsItsFiles() throws IOException {
        assertThat(run(new SoakCommand(), "echo", "--seed", "13")).isEqualTo(1);
        Matcher kept = Pattern.compile("keeping (.*) because the soak failed").matcher(err.toString());
        assertThat(kept.find()).isTrue();
        Files.delete(Path.of(kept.group(1)));
        assertThat(out.toString()).endsWith("echo 13 was corrupt\nsoak echo: result=failed echoes=3\n");
        assertThat(run(new SoakCommand(), "echo", "--count", "9", "--json")).isZero();
        assertThat(out.toString()).contains("\"echoes\" : \"9\"");
    }

    @Test
    void onlyResumableSoaksAreResumed(@TempDir Path directory) {
        String file = directory.resolve("progress").toString();
        assertThat(run(new SoakCommand(), "echo", "--resume", file)).isEqualTo(2);
        assertThat(err.toString()).contains("invalid --resume: soak 'echo' is not resumable");
    }

    private int run(Object command, String... args) {
        return new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
