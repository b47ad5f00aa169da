package org.underbase.sim.hats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
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
                "--sweep=ssd=2|invalid value 2.0 of ssd",
                "--sweep=hdd-datanodes=4|invalid value 4.0 of hdd-datanodes",
                "--sweep=color=2|invalid parameter 'color'",
                "--input-tb=-1|invalid --input-tb",
                "--input-tb=9000|the inputs need",
                "--trace=absent.tsv|invalid --trace: no file absent.tsv"
            })
    void invalidUseIsRejectedInOneLine(String option, String message) {
        assertThat(run("--part", "CLUSTER", option)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines().findFirst().orElseThrow()).contains(message);
    }
}
