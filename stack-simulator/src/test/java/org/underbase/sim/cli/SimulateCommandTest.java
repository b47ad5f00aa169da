package org.underbase.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.operator.output.ExitCode;
import org.underbase.sim.run.StudyFile;
import org.underbase.sim.run.StudyOptions;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class SimulateCommandTest {
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return new CommandLine(new SimulateCommand())
                .setErr(new PrintWriter(err))
                .execute(args);
    }

    @Test
    void anInputIsRequired() {
        assertThat(run()).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("missing TRACE, --synthetic or --study");
    }

    @Test
    void aTraceNeedsHardware() {
        assertThat(run("trace")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("missing --hardware");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10001", "2000000000", "2147483647"})
    void hoursHaveBounds(String hours) {
        assertThat(run("--synthetic", "--hours", hours)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("invalid --hours " + hours + ": must be between 1 and 10000");
    }

    @Test
    void aSliceIsNotLongerThanTheInput() {
        assertThat(run("--synthetic", "--hours", "2", "--slice-every", "3")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("invalid --slice-every 3: must be between 1 and --hours 2");
    }

    @ParameterizedTest
    @CsvSource({
        "--what-if, localcompact",
        "--goal, read-p99<20ms",
        "--hardware, paper",
        "--view, PAPER",
        "--conf, conf",
        "--placement, fsck.txt",
        "--machine, all",
        "--scale, 1024",
        "-D, dfs.replication=2",
    })
    void optionsOfATraceAreRejectedWithASyntheticInput(String option, String value) {
        assertThat(run("--synthetic", option, value)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines().findFirst())
                .hasValue("--synthetic excludes " + option + ": it applies to a TRACE");
    }

    @Test
    void aStudyFileExcludesOptionsThatItContains() {
        assertThat(run("--study", "study.conf", "--hours", "2")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--study excludes --hours: set it in study.conf");
    }

    @Test
    void aStudyFileSetsTheOptions(@TempDir Path directory) throws IOException {
        Path study = Files.writeString(directory.resolve("s.conf"), "input.type = synthetic, slices.every = 7");

        assertThat(run("--study", study.toString(), "--threads", "1")).isEqualTo(ExitCode.FAILURE);
        assertThat(err.toString())
                .contains("invalid study: " + study + ": invalid --slice-every 7: must be between 1 and --hours 6");
    }

    @Test
    void anEmptyNameIsNotTheWorkingDirectory() {
        assertThat(run("--synthetic", "--out", "")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("invalid --out: the name is empty");
    }

    @Test
    void anInputOfNoHoursIsRejected(@TempDir Path directory) throws IOException {
        Path study = Files.writeString(directory.resolve("s.conf"), "input { type = synthetic, synthetic.hours = 0 }");

        assertThat(run("--study", study.toString())).isEqualTo(ExitCode.FAILURE);
        assertThat(err.toString()).contains(study + ": invalid --hours 0: must be between 1 and 10000");
    }

    @ParameterizedTest
    @CsvSource({"--hours, 2", "--seed, 3"})
    void optionsOfASyntheticInputAreRejectedWithATrace(String option, String value) {
        assertThat(run("--hardware", "paper", option, value, "trace")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines().findFirst())
                .hasValue("a TRACE excludes " + option + ": it applies to --synthetic");
    }

    @Test
    void aStudyFileHasAKeyForEachOption(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("s.conf");
        String more = ", slices.every = 2, title = t";
        Files.writeString(file, "input.type = synthetic" + more);
        Set<String> options = new TreeSet<>(StudyOptions.read(file));
        Files.writeString(
                file,
                "input { type = trace, trace { paths = [p], machines = [all], placement = p, incomplete = true,"
                        + " hadoop.a = b } }, hardware = h, conf = c, scale = 2, what-if = [w], goal = g" + more);
        options.addAll(StudyOptions.read(file));

        assertThat(new CommandLine(new SimulateCommand())
                        .getCommandSpec().options().stream()
                                .map(OptionSpec::longestName)
                                .filter(name -> !options.contains(name)))
                .as("options about the output or the speed")
                .containsExactlyInAnyOrder(
                        "--out", "--json", "--threads", "--study", "--study-reference", "--help", "--version");
    }

    @Test
    void theReferenceOfStudyFilesIsPrinted() throws IOException {
        StringWriter out = new StringWriter();

        assertThat(new CommandLine(new SimulateCommand())
                        .setOut(new PrintWriter(out))
                        .execute("--study-reference"))
                .isEqualTo(ExitCode.SUCCESS);
        assertThat(out.toString()).isEqualTo(StudyFile.reference());
    }
}
