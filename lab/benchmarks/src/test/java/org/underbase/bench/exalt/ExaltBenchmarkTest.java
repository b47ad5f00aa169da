package org.underbase.bench.exalt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

    /** The disk is emulated where there is what it takes. */
    private static final Pattern OTHER_PARTS = Pattern.compile("bench exalt: datanodes=- minidfs_datanodes=-"
            + " simulated_datanodes=- disk_ratio_512=- disk_ratio_4096=- wire_ratio_512=- wire_ratio_4096=-"
            + " write_mb_per_core=(\\S+) vs_disk=(\\S+) logical_tb=\\d+\\.\\d\\d\\R$");

    private static Matcher lastLine(Pattern pattern, String... parts) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] arguments = Stream.concat(
                        Stream.of("exalt", "--quick", "--runs", "1"),
                        Stream.of(parts).flatMap(part -> Stream.of("--part", part)))
                .toArray(String[]::new);
        int exit = new CommandLine(new BenchCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        assertThat(exit).as(err.toString()).isZero();
        Matcher last = pattern.matcher(out.toString());
        assertThat(last.find()).as(out.toString()).isTrue();
        return last;
    }

    @Test
    void ordinaryDataNodesAreBesideEmulatedOnesAndWhatIsLeftOfDataIsLittle() {
        Matcher last = lastLine(LAST_LINE, "datanodes", "bytes");
        assertThat(Integer.parseInt(last.group(1))).isBetween(100, 129);
        // Checksums are left out, headers of packets are not.
        assertThat(Integer.parseInt(last.group(2))).isBetween(300, 2_100);
    }

    @Test
    void theDiskTheVolumeAndHBaseAreMeasuredAndAllIsReadBack() {
        Matcher last = lastLine(OTHER_PARTS, "disk", "volume", "hbase");
        if (SharedDisk.obstacle().isEmpty()) {
            assertThat(Double.parseDouble(last.group(1))).isPositive();
            assertThat(Double.parseDouble(last.group(2))).isPositive();
        } else {
            assertThat(last.group(1)).isEqualTo("-");
            assertThat(last.group(2)).isEqualTo("-");
        }
    }
}
