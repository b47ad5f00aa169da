package org.underbase.localcompact.soak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/** Test that runs the soak: a slice of the faults by default, each fault once with the tag {@code long}. */
@Tag("cluster")
class LocalCompactSoakTest {
    private static final long SEED = 31;

    @TempDir
    private Path directory;

    private SoakResult run(LocalCompactSoak soak, long seed, long count) throws Exception {
        return run(soak, new SoakOptions(seed, count, directory));
    }

    private static SoakResult run(LocalCompactSoak soak, SoakOptions options) throws Exception {
        SoakResult result = soak.run(options, new ProgressLine(new PrintWriter(System.err, true, UTF_8), "soak"));
        assertThat(result.passed()).as(result.detail()).isTrue();
        return result;
    }

    /** Injects one fault that restarts a DataNode, because this run has a time limit. */
    @Test
    void noRowIsLostAfterKillOfDataNode() throws Exception {
        Set<Fault> slice = EnumSet.of(Fault.KILL_DATANODE);
        LocalCompactSoak soak = new LocalCompactSoak(Scale.SMALL, slice);
        SoakOptions options = new SoakOptions(SEED, 1, directory, Optional.of(directory.resolve("progress")));
        SoakResult result = run(soak, options);
        assertThat(metric(result, "kills")).isPositive();
        // A fault that was missed on a loaded machine is repeated: each has occurred.
        assertThat(metric(result, "schedules") - metric(result, "missed")).isEqualTo(slice.size());
        // Faults prove nothing if no compaction is local.
        assertThat(metric(result, "local")).isPositive();
        if (metric(result, "missed") == 0) {
            // A resumed run starts no cluster if nothing is left.
            SoakResult resumed = run(soak, options);
            assertThat(resumed.metrics())
                    .containsAllEntriesOf(withoutRows(result))
                    .hasSameSizeAs(result.metrics());
        }
    }

    /** The rows that are compared at the end of a group are not counted again. */
    private static Map<String, String> withoutRows(SoakResult result) {
        Map<String, String> metrics = new HashMap<>(result.metrics());
        metrics.remove("rows");
        return metrics;
    }

    /** Compacts 16 MB blocks with HDFS's default intervals, under which HDFS does not detect the loss. */
    @Test
    void compactionOfLargeBlocksIsLocalAfterEarlyLossOfReplica() throws Exception {
        SoakResult result = run(new LocalCompactSoak(Scale.SLICE, EnumSet.of(Fault.LOSE_DATANODE)), SEED, 1);
        assertThat(metric(result, "lost")).isEqualTo(1);
        assertThat(metric(result, "local")).isPositive();
        assertThat(result.metrics()).doesNotContainKey("fallbacks_failed");
    }

    @Test
    @Tag("long")
    void noRowIsLostAfterAnyFault() throws Exception {
        SoakResult result = run(new LocalCompactSoak(Scale.SMALL, EnumSet.allOf(Fault.class)), SEED, 1);
        assertThat(metric(result, "kills")).isGreaterThanOrEqualTo(4);
        assertThat(metric(result, "minor")).isPositive();
        assertThat(metric(result, "two_at_once")).isPositive();
        // A fault that was missed on a loaded machine is repeated: each has occurred.
        assertThat(metric(result, "schedules") - metric(result, "missed")).isGreaterThanOrEqualTo(8);
        // Faults prove nothing if no compaction is local.
        assertThat(metric(result, "local")).isPositive();
    }

    @Test
    @Tag("soak")
    void noRowIsLostInDefaultCountOfSchedules() throws Exception {
        LocalCompactSoak soak = new LocalCompactSoak();
        run(soak, Long.getLong("underbase.soak.seed", SEED), Long.getLong("underbase.soak.count", soak.defaultCount()));
    }

    private static long metric(SoakResult result, String name) {
        return Long.parseLong(result.metrics().get(name));
    }
}
