package org.underbase.demo.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.underbase.demo.compaction.CompactionResult.Compared;
import org.underbase.demo.compaction.CompactionResult.NotMeasured;

class CompactionResultTest {
    private static final CompactionMeasurement STOCK = new CompactionMeasurement(2_050, 1_000, 7, 0xabcdL);

    @Test
    void aLocalCompactionIsShownWithBothMeasurementsAndTheLogLine() throws IOException {
        Compared result = compared(15, Decision.of("INFO - Starting local compaction of t,,1.a./f on n1, n2"));

        assertThat(result.lines())
                .anyMatch(line -> line.matches(" *stock +2,050 +2\\.050 per byte of output; one node merges.*"))
                .anyMatch(line -> line.matches(" *local +15 +0\\.015 per byte of output; each node merges.*"))
                .anyMatch(line -> line.contains("Starting local compaction of t,,1.a./f on n1, n2"))
                .anyMatch(line -> line.contains("7 rows, CRC32C 0000abcd"));
        assertThat(result.summary())
                .isEqualTo("15 bytes over the network with local compaction, 2,050 with stock, for an output of 1,000"
                        + " bytes");
        assertThat(result.json().path("stock").path("networkBytes").asLong()).isEqualTo(2_050);
        assertThat(result.json().path("local").path("networkBytes").asLong()).isEqualTo(15);
        assertThat(result.json().path("local").path("fellBack").asBoolean(true)).isFalse();
    }

    @Test
    void aFallbackIsShownWithItsReason() throws IOException {
        Compared result =
                compared(2_040, Decision.of("INFO - Falling back to stock compaction of t,,1.a./f (COST): expensive"));

        assertThat(result.lines())
                .anyMatch(line -> line.matches(" *local +2,040 .*FELL BACK.*COST"))
                .anyMatch(line -> line.contains("Falling back to stock compaction of t,,1.a./f (COST): expensive"))
                .noneMatch(line -> line.contains("each node merges"));
        assertThat(result.summary()).contains("fell back", "COST");
        assertThat(result.json().path("local").path("fellBack").asBoolean()).isTrue();
        assertThat(result.json().path("local").path("reason").asText()).isEqualTo("COST");
        assertThat(result.json().path("local").path("logLine").asText()).contains("(COST): expensive");
    }

    @Test
    void aMissingMeasurementHasAReasonAndNoNumbers() {
        NotMeasured result = new NotMeasured("network namespaces need root");

        assertThat(result.lines()).singleElement().asString().contains("not measured", "network namespaces need root");
        assertThat(result.json().path("measured").asBoolean(true)).isFalse();
        assertThat(result.json().path("reason").asText()).isEqualTo("network namespaces need root");
        assertThat(result.json().has("local")).isFalse();
    }

    @Test
    void aLineWithoutADecisionIsRejected() {
        assertThatThrownBy(() -> Decision.of("Selected favored nodes of t,,1.a./f: n1"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("favored nodes of t,,1.a./f: n1");
    }

    private static Compared compared(long networkBytes, Decision decision) {
        return new Compared(3, 4, 1_100, STOCK, new CompactionMeasurement(networkBytes, 1_000, 7, 0xabcdL), decision);
    }
}
