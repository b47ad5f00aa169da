package org.underbase.demo.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.underbase.demo.compaction.CompactionResult.Compared;
import org.underbase.demo.compaction.CompactionResult.NotMeasured;

class CompactionResultTest {
    private static final Measured STOCK = new Measured(2_050, 1_000, 7, 0xabcdL);

    @Test
    void bothSidesAndWhatTheServerSaysOfIt() throws IOException {
        Compared result = compared(15, Decision.of("INFO - Starting local compaction of t,,1.a./f on n1, n2"));

        assertThat(result.lines())
                .anyMatch(line -> line.matches(" *without +2,050 +2\\.050 of the output's bytes; stock: .*"))
                .anyMatch(line -> line.matches(" *with +15 +0\\.015 of the output's bytes; local: .*"))
                .anyMatch(line -> line.contains("Starting local compaction of t,,1.a./f on n1, n2"))
                .anyMatch(line -> line.contains("7 rows, CRC32C 0000abcd"));
        assertThat(result.summary())
                .isEqualTo("15 bytes over the network with, 2,050 without, for an output of 1,000 bytes");
        assertThat(result.json().path("without").path("crossed").asLong()).isEqualTo(2_050);
        assertThat(result.json().path("with").path("crossed").asLong()).isEqualTo(15);
        assertThat(result.json().path("with").path("local").asBoolean()).isTrue();
    }

    @Test
    void whatWasNotLocalIsNotCalledLocal() throws IOException {
        Compared result =
                compared(2_040, Decision.of("INFO - Falling back to stock compaction of t,,1.a./f (COST): expensive"));

        assertThat(result.lines())
                .anyMatch(line -> line.matches(" *with +2,040 .*NOT local.*COST"))
                .anyMatch(line -> line.contains("Falling back to stock compaction of t,,1.a./f (COST): expensive"))
                .noneMatch(line -> line.contains("local: each node"));
        assertThat(result.summary()).contains("was not local", "COST");
        assertThat(result.json().path("with").path("local").asBoolean(true)).isFalse();
        assertThat(result.json().path("with").path("reason").asText()).isEqualTo("COST");
    }

    @Test
    void nothingMeasuredIsNoNumber() {
        NotMeasured result = new NotMeasured("network namespaces need root");

        assertThat(result.lines()).singleElement().asString().contains("not measured", "network namespaces need root");
        assertThat(result.json().path("measured").asBoolean(true)).isFalse();
        assertThat(result.json().has("with")).isFalse();
    }

    @Test
    void aLineWithoutADecisionIsNone() {
        assertThatThrownBy(() -> Decision.of("Selected favored nodes of t,,1.a./f: n1"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("favored nodes of t,,1.a./f: n1");
    }

    private static Compared compared(long crossed, Decision decision) {
        return new Compared(3, 4, 1_100, STOCK, new Measured(crossed, 1_000, 7, 0xabcdL), decision);
    }
}
