package org.underbase.bench.combinedlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.bench.cli.BenchCommand;
import org.underbase.bench.combinedlog.media.Medium;
import picocli.CommandLine;

/** The smallest part of the real thing: both journals on both disks, the machine's line. */
class CombinedLogBenchmarkTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int bench(String... arguments) {
        return new CommandLine(new BenchCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    @Tag("cluster")
    void theJournalIsComparedWithBookkeepers() {
        Optional<String> obstacle = Medium.SEEKING.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> "skipped: " + obstacle.orElseThrow());
        int exit = bench("combinedlog", "--quick", "--part", "bookie");
        assertThat(exit).as(err.toString()).isZero();
        // A lone writer of either waits for the flush of the disk, which takes 8 ms.
        assertThat(out.toString())
                .containsPattern("(?m)^seeking disk, journal alone, 1 writer p50 +ms +1 +([89]|\\d\\d+)\\.\\d+ +")
                .containsPattern(
                        "(?m)^seeking disk, journal alone, 1 writer p50, BookKeeper, defaults +ms +1 +\\d\\d+\\.")
                .containsPattern(
                        "(?m)^machine's disk, journal alone, 48 writers, Underbase: records per commit +1 +\\d+\\.\\d+ ")
                .containsPattern("bench combinedlog: seek12_p50=- seek12_p99=- seek1_p50=- disk12_p50=- disk12_p99=-"
                        + " hflush12_p50=- durable_put_vs_stock_durable=- durable_put_vs_stock_nondurable=-"
                        + " bookie12_p50=\\d+\\.\\d\\d bookie12_p99=\\d+\\.\\d\\d\\R$");
    }

    @Test
    void anUnknownPartIsWrongUsage() {
        assertThat(bench("combinedlog", "--part", "nosuch")).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "unknown part 'nosuch' of combinedlog: expected hdfs, checkpoints, bookie, hbase, interference");
    }
}
