package org.underbase.sim.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StudyFileTest {
    @TempDir
    private Path directory;

    private Path study(String text) throws IOException {
        return Files.writeString(directory.resolve("s.conf"), text);
    }

    @Test
    void theReferenceIsAStudyOfThreeSeeds() throws IOException {
        assertThat(StudyOptions.read(study(StudyFile.reference())))
                .containsExactly(
                        "--title",
                        "Storage stack below HBase",
                        "--synthetic",
                        "--hours",
                        "6",
                        "--seed",
                        "1",
                        "--seed",
                        "2",
                        "--seed",
                        "3")
                .isEqualTo(StudyOptions.read(study("input.type = synthetic")));
    }

    @Test
    void aStudyOfATraceHasItsOptions() throws IOException {
        Path study = study(
                """
                hardware = paper
                input { type = trace
                  trace { paths = [a, "hdfs://n/b"], machines = [all], view = datanode, incomplete = true
                    hadoop { dfs.replication = 2 } } }
                what-if = ["flash=60g,disks=10", localcompact]
                goal = "read-mean<5ms", slices.every = 4""");

        assertThat(String.join(" ", StudyOptions.read(study)))
                .isEqualTo("--title Storage stack below HBase --what-if flash=60g,disks=10 --what-if localcompact"
                        + " --goal read-mean<5ms --hardware paper --slice-every 4 --machine-unit host --view datanode"
                        + " --machine all --incomplete -D dfs.replication=2 -- a hdfs://n/b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# no key", "title = T", "input.trace.paths = [trace]", "slices {}"})
    void theInputIsNeverGuessed(String text) throws IOException {
        Path study = study(text);

        assertThatThrownBy(() -> StudyOptions.read(study))
                .isInstanceOf(IOException.class)
                .hasMessage("invalid study: " + study + ": input.type is missing: set it to synthetic or trace");
    }

    @Test
    void deeplyNestedObjectsAreRejected() throws IOException {
        Path study = study("a{".repeat(100_000));

        assertThatThrownBy(() -> StudyOptions.read(study))
                .isInstanceOf(IOException.class)
                .hasMessage("invalid study: " + study + ": has too many nested objects");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u12", "\\u12zz", "\\u-123", "\\x"})
    void aBrokenEscapeIsReportedWithTheFile(String escape) throws IOException {
        for (String text : List.of("title = \"" + escape + '"', '"' + escape + "\" = 1")) {
            Path study = study(text);

            assertThatThrownBy(() -> StudyOptions.read(study))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("invalid study: " + study + ": ")
                    .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
        }
    }

    @Test
    void aTraceNeedsPaths() throws IOException {
        Path study = study("input.type = trace");

        assertThatThrownBy(() -> StudyOptions.read(study))
                .isInstanceOf(IOException.class)
                .hasMessage("invalid study: " + study + ": input.trace.paths is missing: set it to the files or"
                        + " directories of the trace");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s.conf",
                "missing",
                "file(\"/etc/passwd\")",
                "required(file(\"missing\"))",
                "url(\"file:///missing\")",
                "classpath(\"missing\")"
            })
    void includesAreErrors(String name) throws IOException {
        Path study = study("include " + (name.endsWith(")") ? name : '"' + name + '"') + "\ninput.type = synthetic");

        assertThatThrownBy(() -> StudyOptions.read(study))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("invalid study: " + study + ": include ")
                .hasMessageEndingWith(": a study is one file; copy the keys into it")
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "input.synthetic.hour = 6|input.synthetic.hour: unknown key; known keys are hours, seeds",
                "title = 5|title: must be a text, not a number",
                "scale = [1]|scale: must be a number, not a list",
                "input = 5|input: must be an object, not a number",
                "input.synthetic.hours = 1.5|input.synthetic.hours: must be an integer, not 1.5",
                "input.synthetic.seeds = [1, x]|input.synthetic.seeds: must be a list of integers, and has x",
                "what-if = [5]|what-if: must be a list of texts, and has 5",
                "input.type = tarce|input.type: must be synthetic or trace, not tarce",
                "options.hours = 3|options: unknown key; known keys are",
                "title = ${missing}|Could not resolve substitution",
                "title = [|Reader: 2"
            })
    void anInvalidStudyIsRejectedWithFileLineAndKey(String line, String message) throws IOException {
        Path study = study("# first line\n" + line);

        assertThatThrownBy(() -> StudyOptions.read(study))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("invalid study: ")
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1))
                .satisfies(e -> assertThat(e.getMessage())
                        .contains(message.replace("Reader", study.toString()))
                        .containsAnyOf(study + ": 2", "s.conf: 2"));
    }
}
