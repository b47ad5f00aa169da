package org.underbase.htfs.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.mini.MiniHdfs;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/** A slice of the soak, and proof that it notices faults. */
@Tag("cluster")
class TracerSoakTest {
    private static final long SEED = 19;

    @TempDir
    private Path directory;

    @BeforeAll
    static void needsACompiler() {
        assumeTrue(Clients.obstacle().isEmpty(), Clients.obstacle());
    }

    @Test
    void aSliceOfTheSoakPasses() throws Exception {
        try (ProgressLine progress = new ProgressLine(new PrintWriter(new StringWriter()), "soak")) {
            SoakResult result = new TracerSoak().run(new SoakOptions(SEED, 8, directory), progress);
            assertThat(result.passed()).as("seed %d: %s", SEED, result.detail()).isTrue();
            assertThat(result.metrics()).containsEntry("threads", "16").containsEntry("failures", "0");
            assertThat(number(result, "events")).isPositive();
            for (String fault : List.of("none", "enospc", "eio", "hung")) {
                assertThat(number(result, "witnessed_" + fault))
                        .as(fault)
                        .isEqualTo(number(result, "processes_" + fault))
                        .isPositive();
            }
            assertThat(number(result, "witnessed_kill")).isPositive();
        }
    }

    private static long number(SoakResult result, String metric) {
        return Long.parseLong(result.metrics().get(metric));
    }

    @Test
    void theFaultsReachTheTracerAndNotTheApplication() throws Exception {
        try (MiniHdfs hdfs = MiniHdfs.builder().start();
                Clients clients = new Clients(new Configuration(hdfs.configuration()), directory)) {
            assertThat(problem(clients, Fault.NONE)).isEmpty();
            long healthy = events(clients);
            assertThat(healthy).isPositive();
            assertThat(problem(clients, Fault.EIO)).isEmpty();
            assertThat(events(clients)).as("events of the healthy process only").isEqualTo(healthy);
        }
    }

    private static String problem(Clients clients, Fault fault) throws Exception {
        return clients.run("one", fault, 1, new SplittableRandom(SEED), 0).problem();
    }

    private static long events(Clients clients) throws Exception {
        Tally tally = new Tally();
        tally.read(clients);
        return Long.parseLong(tally.metrics().get("events"));
    }
}
