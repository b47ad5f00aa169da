package org.underbase.bench.soak.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Catalog;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/** A slice of {@code ./underbase soak tiers}: one kill of each kind. */
@Tag("cluster")
class TierSoakTest {
    @TempDir
    Path dir;

    @Test
    void nothingIsLostWhenDaemonsAreKilledInTheMiddleOfMoves() throws Exception {
        Soak soak = Catalog.of(Soak.class).find("tiers").orElseThrow();

        SoakResult result = soak.run(
                new SoakOptions(1, 4, dir),
                new ProgressLine(new PrintWriter(System.err, true, StandardCharsets.UTF_8), "soak tiers"));

        assertThat(result.detail()).isEmpty();
        assertThat(result.passed()).isTrue();
        assertThat(result.metrics())
                .containsEntry("kills", "4")
                .containsEntry("killed_namenode", "1")
                .containsEntry("killed_source", "1")
                .containsEntry("killed_target", "1")
                .containsEntry("killed_bystander", "1");
        assertThat(Integer.parseInt(result.metrics().get("moves"))).isPositive();
        assertThat(Integer.parseInt(result.metrics().get("replicas_compared"))).isPositive();
    }
}
