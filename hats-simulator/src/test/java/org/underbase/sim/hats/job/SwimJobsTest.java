package org.underbase.sim.hats.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SwimJobsTest {
    private static final double TB = 1e12;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "FB-2009_0, 5894, 26.9, 22.2, 6.9",
        "FB-2009_1, 6638, 33.6, 14.1, 9.2",
        "FB-2010, 25428, 1205.9, 413.1, 370.7"
    })
    void includedWorkloadsHaveTheirPublishedVolumes(String name, int count, double input, double shuffle, double output)
            throws IOException {
        List<Job> jobs = SwimJobs.read(name);

        assertThat(jobs).hasSize(count);
        assertThat(SwimJobs.sum(jobs, Job::inputBytes) / TB).isCloseTo(input, within(0.06));
        assertThat(SwimJobs.sum(jobs, Job::shuffleBytes) / TB).isCloseTo(shuffle, within(0.06));
        assertThat(SwimJobs.sum(jobs, Job::outputBytes) / TB).isCloseTo(output, within(0.06));
    }

    @Test
    void jobsShareNamedInputsOnly() throws IOException {
        assertThat(SwimJobs.read("FB-2010").stream().map(Job::input).distinct()).hasSize(17_158);
        assertThat(SwimJobs.read("FB-2009_0").stream().map(Job::input).distinct())
                .hasSize(5894);
    }

    @Test
    void scalingKeepsTheShareOfAJob() {
        List<Job> jobs = List.of(new Job(0, 100, 0, 3, "a"), new Job(50, 300, 8, 1, "b"));

        assertThat(SwimJobs.scaled(jobs, 1000, 4000, 16, 8))
                .containsExactly(new Job(0, 1000, 0, 6, "a"), new Job(1000, 3000, 16, 2, "b"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "job0 1 2|expected at least 6 tab-separated fields",
                "job0 1 2 -5 0 0|input, shuffle and output must be between 0 and 1e15 bytes",
                "job0 1 2 0 0 1000000000000001|input, shuffle and output must be between 0 and 1e15 bytes",
                "job0 -1 2 5 0 0|the time of submission must be between 0 and 1e9 s",
                "job0 NaN 2 5 0 0|the time of submission must be between 0 and 1e9 s",
                "job0 Infinity 2 5 0 0|the time of submission must be between 0 and 1e9 s",
                "job0 1 2 5 0 9223372036854775808|expected numbers in the fields 2 and 4 to 6",
                "job0 x 2 5 0 0|expected numbers in the fields 2 and 4 to 6"
            })
    void anInvalidLineIsNamed(String line, String reason) throws IOException {
        Path file = Files.writeString(
                directory.resolve("jobs.tsv"), "job0\t1\t1\t5\t5\t5\n" + line.replace(' ', '\t') + "\n");

        assertThatThrownBy(() -> SwimJobs.read(file.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("invalid line 2 of " + file + ": " + reason);
    }

    @Test
    void aLineOfManyMegabytesIsNotInTheMessage() throws IOException {
        Path file = Files.writeString(directory.resolve("jobs.tsv"), "x\t".repeat(5 << 20));

        assertThatThrownBy(() -> SwimJobs.read(file.toString()))
                .hasMessage("invalid line 1 of " + file + ": expected numbers in the fields 2 and 4 to 6");
    }

    @Test
    void anEmptyFileIsRejected() throws IOException {
        Path file = Files.createFile(directory.resolve("jobs.tsv"));

        assertThatThrownBy(() -> SwimJobs.read(file.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("invalid " + file + ": contains no job");
    }

    @Test
    void aFileCanBeCompressed() throws IOException {
        Path file = directory.resolve("jobs.tsv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("job0\t1\t1\t5\t6\t7\tin".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(SwimJobs.read(file.toString())).containsExactly(new Job(1, 5, 6, 7, "in"));

        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 10));
        assertThatThrownBy(() -> SwimJobs.read(file.toString()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot read " + file + ": Unexpected end");
        Files.writeString(file, "job0\t1\t1\t5\t6\t7\n");
        assertThatThrownBy(() -> SwimJobs.read(file.toString()))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot read " + file + ": Not in GZIP format");
    }

    @Test
    void aDirectoryIsNamed() {
        assertThatThrownBy(() -> SwimJobs.read(directory.toString()))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot read " + directory + ": Is a directory");
    }
}
