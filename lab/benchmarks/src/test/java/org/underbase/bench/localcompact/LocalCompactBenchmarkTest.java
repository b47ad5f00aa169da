package org.underbase.bench.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.bench.cli.BenchCommand;
import org.underbase.testbed.network.Network;
import picocli.CommandLine;

/** The smallest part of the real thing: a compaction of 50 MB on three nodes with links of their own. */
@Tag("cluster")
class LocalCompactBenchmarkTest {
    private static final Pattern LAST_LINE = Pattern.compile("bench localcompact: net_ratio=(0\\.\\d{4})"
            + " disk_read_ratio=\\d+\\.\\d{2} cpu_ratio=\\d+\\.\\d{2} wall_ratio_1g=\\d+\\.\\d{2}"
            + " wall_ratio_100m=\\d+\\.\\d{2} whole_run_saving=- whole_run_bound=-\\R$");

    @Test
    void aLocalCompactionSendsNearlyNothingOverTheLinks() {
        Optional<String> obstacle = Network.namespaces().obstacle();
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = new CommandLine(new BenchCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute("localcompact", "--quick", "--part", "major");
        assertThat(exit).as(err.toString()).isZero();
        Matcher last = LAST_LINE.matcher(out.toString());
        assertThat(last.find()).as(out.toString()).isTrue();
        assertThat(Double.parseDouble(last.group(1))).isBetween(0.0, 0.01);
    }
}
