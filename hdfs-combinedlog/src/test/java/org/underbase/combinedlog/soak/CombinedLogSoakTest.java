package org.underbase.combinedlog.soak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
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

    private SoakResult run(long seed, long count) throws IOException, InterruptedException {
        Optional<String> obstacle = Disk.slow("journal", DiskModel.HDD).obstacle();
        assumeTrue(obstacle.isEmpty(), () -> "skipped: " + obstacle.orElseThrow());
        System.out.println("seed " + seed + ", count " + count);
        SoakResult result = new CombinedLogSoak()
                .run(
                        new SoakOptions(seed, count, directory),
                        new ProgressLine(new PrintWriter(System.err, true, UTF_8), "soak"));
        assertThat(result.passed()).as(result.detail()).isTrue();
        return result;
    }

    @Test
    void acknowledgedBytesSurviveTwoKillsAndAPowerFailure() throws Exception {
        SoakResult result = run(5, 3);
        assertThat(result.metrics()).containsEntry("kills", "2").containsEntry("power_failures", "1");
        assertThat(Long.parseLong(result.metrics().get("replays"))).isPositive();
    }

    @Test
    @Tag("soak")
    void acknowledgedBytesSurviveManyCrashes() throws Exception {
        long count = Long.getLong("underbase.soak.count", new CombinedLogSoak().defaultCount());
        SoakResult result = run(Long.getLong("underbase.soak.seed", System.nanoTime()), count);
        assertThat(result.metrics().get("replays")).isEqualTo(Long.toString(count));
    }
}
