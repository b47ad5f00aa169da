package org.underbase.tier.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/** Soak {@code tiers}: a slice with two kills, one kill of each kind with the tag {@code long}, and the complete soak. */
@Tag("cluster")
class TierSoakTest {
    @TempDir
    Path dir;

    @Test
    void nothingIsLostAfterTwoKillsDuringMoves() throws Exception {
        SoakResult result = run(1, 2);

        assertThat(result.detail()).isEmpty();
        assertThat(result.passed()).isTrue();
        assertThat(result.metrics()).containsEntry("kills", "2");
        assertThat(Integer.parseInt(result.metrics().get("copies_hit"))).isPositive();
        assertThat(Integer.parseInt(result.metrics().get("landed"))).isPositive();
        assertThat(Integer.parseInt(result.metrics().get("replicas_compared"))).isPositive();
    }

    @Test
    @Tag("long")
    void nothingIsLostAfterOneKillOfEachKindDuringMoves() throws Exception {
        SoakResult result = run(1, 4);

        assertThat(result.detail()).isEmpty();
        assertThat(result.passed()).isTrue();
        assertThat(result.metrics())
                .containsEntry("kills", "4")
                .containsEntry("killed_namenode", "1")
                .containsEntry("killed_source", "1")
                .containsEntry("killed_target", "1")
                .containsEntry("killed_bystander", "1");
        assertThat(Integer.parseInt(result.metrics().get("copies_hit"))).isPositive();
        assertThat(Integer.parseInt(result.metrics().get("replicas_compared"))).isPositive();
    }

    @Test
    @Tag("soak")
    void nothingIsLostAfterManyKillsDuringMoves() throws Exception {
        long count = Long.getLong("underbase.soak.count", new TierSoak().defaultCount());

        SoakResult result = run(Long.getLong("underbase.soak.seed", 1), count);

        assertThat(result.detail()).isEmpty();
        assertThat(result.metrics()).containsAllEntriesOf(Map.of("kills", Long.toString(count)));
    }

    private SoakResult run(long seed, long count) throws Exception {
        // Not closed, because that would close standard error.
        ProgressLine progress =
                new ProgressLine(new PrintWriter(System.err, true, StandardCharsets.UTF_8), "soak tiers");
        return new TierSoak().run(new SoakOptions(seed, count, dir), progress);
    }
}
