package org.underbase.combinedlog.soak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/** Soak with a small count in the default run, and with its default count under the tag {@code soak}. */
@Tag("cluster")
class CombinedLogSoakTest {
    @TempDir
    private Path directory;

    private SoakResult run(long seed, List<Crash> crashes) throws IOException, InterruptedException {
        Optional<String> obstacle = Disk.slow("journal", DiskModel.HDD).obstacle();
        assumeTrue(obstacle.isEmpty(), () -> "skipped: " + obstacle.orElseThrow());
        System.out.println("seed " + seed + ", " + crashes.size() + " crashes");
        SoakResult result = new CombinedLogSoak()
                .run(
                        new SoakOptions(seed, crashes.size(), directory),
                        crashes,
                        new ProgressLine(new PrintWriter(System.err, true, UTF_8), "soak"));
        assertThat(result.passed()).as(result.detail()).isTrue();
        return result;
    }

    @Test
    void acknowledgedBytesSurviveAKillAPowerFailureAndAFailedFsync() throws Exception {
        SoakResult result = run(5, List.of(Crash.KILL, Crash.POWER_FAILURE, Crash.FAILED_FSYNC));
        assertThat(result.metrics())
                .containsEntry("kills", "1")
                .containsEntry("power_failures", "1")
                .containsEntry("failed_fsyncs", "1")
                .containsKeys("fsync_errors", "log_records");
    }

    @Test
    void acknowledgedBytesSurviveCrashesAroundAnUpgradeAndARollback() throws Exception {
        SoakResult result = run(6, List.of(Crash.UPGRADE, Crash.ROLLBACK));
        assertThat(result.metrics()).containsEntry("upgrades", "1").containsEntry("rollbacks", "1");
    }

    @Test
    @Tag("soak")
    void acknowledgedBytesSurviveManyCrashes() throws Exception {
        long count = Long.getLong("underbase.soak.count", new CombinedLogSoak().defaultCount());
        SoakResult result = run(Long.getLong("underbase.soak.seed", System.nanoTime()), Crash.schedule(count));
        assertThat(Long.parseLong(result.metrics().get("replays"))).isGreaterThanOrEqualTo(count);
    }
}
