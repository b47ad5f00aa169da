package org.underbase.sim.hats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.operator.output.ExitCode;
import picocli.CommandLine;

class SimulateTiersCommandTest {
    private final StringWriter err = new StringWriter();
    private StringWriter out = new StringWriter();

    private int run(String... args) {
        out = new StringWriter();
        return new CommandLine(new SimulateTiersCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args);
    }

    private String study(String seed) {
        int code = run(
                "--json",
                "--seed",
                seed,
                "--runs",
                "1",
                "--nodes",
                "60",
                "--input-tb",
                "0.2",
                "--policy",
                "network-aware,hybrid",
                "--sweep",
                "ssd=0.2");
        assertThat(code).as("%s", err).isEqualTo(ExitCode.SUCCESS);
        return out.toString();
    }

    @Test
    void equalSeedsGiveEqualBytes() {
        String first = study("7");

        assertThat(study("7")).isEqualTo(first);
        assertThat(study("8")).isNotEqualTo(first);
        assertThat(first).contains("\"change\" : \"ssd=0.2\"", "\"megabytesPerSecond\"", "H13, saturated");
    }

    @Test
    void theOutputDirectoryHasThePageAndATablePerFigure(@TempDir Path directory) throws IOException {
        Path written = directory.resolve("out");
        assertThat(run("--part", "TESTBED", "--runs", "1", "--json", "--out", written.toString()))
                .as("%s", err)
                .isEqualTo(ExitCode.SUCCESS);

        assertThat(written.resolve("index.html")).content().contains("Comparison with hatS");
        assertThat(written.resolve("result.json")).content().isEqualToIgnoringNewLines(out.toString());
        for (String figure : List.of("checkPoints", "H3", "H4", "H5", "H6", "H7", "H8", "H9-H12-hybrid", "testbed")) {
            assertThat(written.resolve("figures/" + figure + ".csv")).isNotEmptyFile();
        }
        assertThat(err.toString()).contains("report: " + written.resolve("index.html"));
        Path file = written.resolve("result.json");
        assertThat(run("--out", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("invalid --out " + file + ": is not a directory");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--policy=fast|invalid policy 'fast': must be one of network-aware, tier-aware, hybrid, random, one-ssd",
                "--nodes=2|invalid --nodes 2",
                "--runs=0|invalid --runs 0",
                "--sweep=ssd|expected PARAMETER=VALUE,VALUE",
                "--nodes=0|invalid --nodes 0: must be between 3 and 20000",
                "--sweep=ssd=2|invalid value 2.0 of ssd: must be at most 1, and at least one of 500 nodes",
                "--sweep=ssd=0.001|invalid value 0.001 of ssd: must be at most 1, and at least one of 500 nodes",
                "--sweep=hdd-datanodes=4|invalid value 4.0 of hdd-datanodes: must be 1, 2, 3 or 6",
                "--sweep=node-weight=0|invalid value 0.0 of node-weight: must be above 0 and at most 1000000",
                "--sweep=network=1,|invalid --sweep network=1,: '' is not a number",
                "--sweep=color=2|invalid parameter 'color'",
                "--input-tb=-1|invalid --input-tb",
                "--input-tb=NaN|invalid --input-tb NaN: must be between 0 and 1000000",
                "--input-tb=Infinity|invalid --input-tb Infinity: must be between 0 and 1000000",
                "--input-tb=9000|the inputs need",
                "--trace=absent.tsv|invalid --trace: no file absent.tsv"
            })
    void invalidUseIsRejectedInOneLine(String option, String message) {
        assertThat(run("--part", "CLUSTER", option)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines().findFirst().orElseThrow()).contains(message);
    }

    @Test
    void inputsAreRejectedBeforeTheTestbedIsSimulated() {
        assertThat(run("--trace", "absent.tsv", "--runs", "100000")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("invalid --trace: no file absent.tsv");
    }

    @Test
    void jobsWithoutInputAreNotScaled(@TempDir Path directory) throws IOException {
        Path jobs = Files.writeString(directory.resolve("jobs.tsv"), "job0\t1\t1\t0\t0\t5\n");

        assertThat(run("--part", "CLUSTER", "--trace", jobs.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("cannot scale the input to 70.0 TB: all jobs have an empty input");

        assertThat(run("--part", "CLUSTER", "--trace", jobs.toString(), "--input-tb", "0", "--nodes", "3", "--json"))
                .as("%s", err)
                .isEqualTo(ExitCode.SUCCESS);
        assertThat(out.toString()).contains("\"average I/O rate, MB/s\" : null").doesNotContain("NaN");
    }

    @Test
    void anOutputThatCannotBeWrittenIsRejectedAtOnce(@TempDir Path directory) throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("absent"));
        assertThat(run("--runs", "100000", "--out", link.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("invalid --out " + link + ": is not a directory");

        Path below = Files.createFile(directory.resolve("file")).resolve("out");
        assertThat(run("--runs", "100000", "--out", below.toString())).isEqualTo(ExitCode.FAILURE);
        assertThat(err.toString()).contains("cannot write to " + below + ": ");
    }

    @Test
    void anOutputCanBeALink(@TempDir Path directory) throws IOException {
        Path target = Files.createDirectory(directory.resolve("target"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), target);

        assertThat(run("--part", "TESTBED", "--policy", "random", "--runs", "1", "--out", link.toString()))
                .as("%s", err)
                .isEqualTo(ExitCode.SUCCESS);
        assertThat(target.resolve("index.html")).isNotEmptyFile();
    }
}
