package org.underbase.tier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.underbase.operator.output.ProgressLine;
import org.underbase.tier.client.PlacementProgress;

final class PlacementProgressLineTest {
    private final StringWriter err = new StringWriter();
    private long now;

    private PlacementProgressLine line(boolean terminal) {
        return new PlacementProgressLine(new ProgressLine(new PrintWriter(err), "tier", terminal, () -> now));
    }

    private static PlacementProgress at(long seconds, long left) {
        return new PlacementProgress(
                4,
                left == 0 ? 4 : 1,
                100 << 20,
                left << 20,
                2,
                Duration.ofSeconds(seconds),
                left == 60 ? Optional.of("tier fast is full") : Optional.empty());
    }

    @Test
    void printsALineEveryFiveSecondsWithoutATerminal() {
        try (PlacementProgressLine line = line(false)) {
            line.progressed(at(1, 90));
            assertThat(err.toString()).isEmpty();
            now = Duration.ofSeconds(6).toNanos();
            line.progressed(at(4, 60));
            line.progressed(at(5, 50));
        }
        assertThat(err.toString())
                .isEqualTo(String.format("tier: 1/4 files, 60.0 MiB left, 10.0 MiB/s, 6 s; tier fast is full%n"));
    }

    @Test
    void redrawsABarOnATerminal() {
        try (PlacementProgressLine line = line(true)) {
            line.progressed(at(4, 60));
            line.progressed(at(4, 55));
            now = Duration.ofSeconds(1).toNanos();
            line.progressed(at(5, 50));
            line.progressed(at(10, 0));
        }
        String[] drawn = err.toString().split("\r", -1);
        assertThat(drawn).hasSize(4);
        assertThat(drawn[1])
                .isEqualTo("[#########---------------] 1/4 files, 60.0 MiB left, 10.0 MiB/s, 6 s; tier fast is full");
        assertThat(drawn[2].stripTrailing())
                .isEqualTo("[############------------] 1/4 files, 50.0 MiB left, 10.0 MiB/s, 5 s");
        assertThat(drawn[2]).hasSameSizeAs(drawn[1]);
        assertThat(drawn[3].stripTrailing()).isEqualTo("[########################] 4/4 files, 0 B left, 10.0 MiB/s");
        assertThat(drawn[3]).endsWith(System.lineSeparator());
    }
}
