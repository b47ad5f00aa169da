package org.underbase.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/** A slice of the inputs of {@code ./underbase soak analysis}, and all of them. */
class AnalysisFuzzTest {
    private static final int INPUTS = 60;

    @TempDir
    Path dir;

    @Test
    void everyOtherFigureHasAWarning() throws Exception {
        SoakResult result = soak(1, INPUTS);
        // Without each of these outcomes the inputs would test too little; all follow from the seed.
        assertThat(Long.parseLong(result.metrics().get("rejected"))).isPositive();
        assertThat(Long.parseLong(result.metrics().get("equal"))).isGreaterThan(INPUTS / 10);
        assertThat(Long.parseLong(result.metrics().get("warned"))).isGreaterThan(INPUTS / 3);
    }

    @Test
    @Tag("soak")
    void theSoakFindsNothing() throws Exception {
        long count = Long.getLong("underbase.soak.count", new AnalysisFuzzSoak().defaultCount());
        assertThat(soak(Long.getLong("underbase.soak.seed", 1), count).metrics())
                .containsEntry("inputs", Long.toString(count));
    }

    private SoakResult soak(long seed, long count) throws Exception {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        SoakResult result =
                new AnalysisFuzzSoak().run(new SoakOptions(seed, count, dir), new ProgressLine(out, "seed " + seed));
        assertThat(result.detail()).as("seed %d", seed).isEmpty();
        assertThat(result.passed()).isTrue();
        return result;
    }
}
