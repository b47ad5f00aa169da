package org.underbase.bench.soak.localcompact;

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

/** A slice of the soak: each kind of fault once. */
@Tag("cluster")
class LocalCompactSoakTest {
    private static final long SEED = 31;

    @TempDir
    private Path directory;

    @Test
    void noRowIsLostWhateverFails() throws Exception {
        SoakResult result = new LocalCompactSoak(true)
                .run(
                        new SoakOptions(SEED, 1, directory),
                        new ProgressLine(new PrintWriter(System.err, true, UTF_8), "soak"));
        assertThat(result.passed()).as(result.detail()).isTrue();
        assertThat(figure(result, "kills")).isGreaterThanOrEqualTo(4);
        assertThat(figure(result, "minor")).isPositive();
        assertThat(figure(result, "two_at_once")).isPositive();
        // A fault whose step a slow machine passed by is drawn again: each has come to pass.
        assertThat(figure(result, "schedules") - figure(result, "missed")).isGreaterThanOrEqualTo(8);
        // What fails while nothing is compacted locally proves nothing.
        assertThat(figure(result, "local")).isPositive();
    }

    private static long figure(SoakResult result, String name) {
        return Long.parseLong(result.metrics().get(name));
    }
}
