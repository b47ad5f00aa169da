package org.underbase.htfs.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/** A slice of the inputs of {@code ./underbase soak trace-fuzz}, in this process and in child processes; and all of them. */
class TraceFuzzTest {
    private static final int INPUTS = 3_000;

    @TempDir
    Path dir;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theReaderSurvivesMutatedTraces(long seed) throws Exception {
        TraceFuzz.Result result = new TraceFuzz(seed).run(0, INPUTS, input -> {});

        assertThat(result.inputs()).isEqualTo(INPUTS);
        // Without each of these outcomes the inputs would test too little; all follow from the seed.
        assertThat(result.complete()).isPositive();
        assertThat(result.corrupt()).isGreaterThan(INPUTS / 4);
        assertThat(result.rejected()).isPositive();
        assertThat(result.undetectable()).isGreaterThan(INPUTS / 20);
        assertThat(result.salvaged()).isGreaterThan(INPUTS / 10);
    }

    @Test
    void theSoakCountsTheInputsOfAllProcesses() throws Exception {
        assertThat(soak(7, 501).metrics()).containsEntry("inputs", "501").containsEntry("heap", "128m");
    }

    @Test
    @Tag("soak")
    void theSoakFindsNothing() throws Exception {
        long count = Long.getLong("underbase.soak.count", new TraceFuzzSoak().defaultCount());
        assertThat(soak(Long.getLong("underbase.soak.seed", 1), count).metrics())
                .containsEntry("inputs", Long.toString(count));
    }

    private SoakResult soak(long seed, long count) throws Exception {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        SoakResult result =
                new TraceFuzzSoak().run(new SoakOptions(seed, count, dir), new ProgressLine(out, "seed " + seed));
        assertThat(result.detail()).as("seed %d", seed).isEmpty();
        assertThat(result.passed()).isTrue();
        return result;
    }
}
