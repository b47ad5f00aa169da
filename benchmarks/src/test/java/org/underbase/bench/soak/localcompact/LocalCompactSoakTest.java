package org.underbase.bench.soak.localcompact;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.bench.frame.Progress;
import org.underbase.bench.frame.SoakOptions;
import org.underbase.bench.frame.SoakResult;

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
                        new Progress("soak", new PrintWriter(System.err, true, UTF_8)));
        assertThat(result.passed()).as(result.detail()).isTrue();
        assertThat(Long.parseLong(result.figures().get("kills"))).isGreaterThanOrEqualTo(4);
        assertThat(Long.parseLong(result.figures().get("minor"))).isPositive();
        assertThat(Long.parseLong(result.figures().get("two_at_once"))).isPositive();
        assertThat(Long.parseLong(result.figures().get("schedules"))).isGreaterThanOrEqualTo(8);
        // What fails while nothing is compacted locally proves nothing.
        assertThat(Long.parseLong(result.figures().get("local"))).isPositive();
        assertThat(Long.parseLong(result.figures().get("missed"))).isLessThanOrEqualTo(2);
    }
}
