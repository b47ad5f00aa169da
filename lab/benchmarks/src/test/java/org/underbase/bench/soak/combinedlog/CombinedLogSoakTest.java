package org.underbase.bench.soak.combinedlog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/** A slice of the soak: two kills and a power cut. */
@Tag("cluster")
class CombinedLogSoakTest {
    @TempDir
    private Path directory;

    @Test
    void nothingAcknowledgedIsLost() throws Exception {
        SoakResult result = new CombinedLogSoak()
                .run(
                        new SoakOptions(5, 3, directory),
                        new ProgressLine(new PrintWriter(System.err, true, UTF_8), "soak"));
        assertThat(result.passed()).as(result.detail()).isTrue();
        assertThat(result.metrics()).containsEntry("kills", "2").containsEntry("power_cuts", "1");
        assertThat(Long.parseLong(result.metrics().get("replays"))).isPositive();
    }
}
