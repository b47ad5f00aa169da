package org.underbase.bench.exalt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.bench.cli.BenchCommand;
import picocli.CommandLine;

/** The smallest parts of the real thing: twenty DataNodes of each kind, and some gigabytes of data. */
@Tag("cluster")
class ExaltBenchmarkTest {
    private static final Pattern LAST_LINE = Pattern.compile("bench exalt: datanodes=20 minidfs_datanodes=20"
            + " simulated_datanodes=20 disk_ratio_512=(\\d+) disk_ratio_4096=- wire_ratio_512=(\\d+) wire_ratio_4096=-"
            + " write_mb_per_core=- vs_disk=- logical_tb=-\\R$");

    @Test
    void ordinaryDataNodesAreBesideEmulatedOnesAndWhatIsLeftOfDataIsLittle() {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = new CommandLine(new BenchCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute("exalt", "--quick", "--part", "datanodes", "--part", "bytes");
        assertThat(exit).as(err.toString()).isZero();
        Matcher last = LAST_LINE.matcher(out.toString());
        assertThat(last.find()).as(out.toString()).isTrue();
        assertThat(Integer.parseInt(last.group(1))).isBetween(100, 129);
        assertThat(Integer.parseInt(last.group(2))).isBetween(60, 129);
    }
}
