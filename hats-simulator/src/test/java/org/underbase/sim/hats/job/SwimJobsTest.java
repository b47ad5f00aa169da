package org.underbase.sim.hats.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    @CsvSource({"job0 1 2", "job0 1 2 -5 0 0", "job0 x 2 5 0 0"})
    void anInvalidLineIsNamed(String line) throws IOException {
        Path file = Files.writeString(
                directory.resolve("jobs.tsv"), "job0\t1\t1\t5\t5\t5\n" + line.replace(' ', '\t') + "\n");

        assertThatThrownBy(() -> SwimJobs.read(file.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("invalid line 2 of " + file);
    }
}
