package org.underbase.tier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.underbase.tier.client.PlacementProgress;

final class ProgressBarTest {
    private final StringWriter err = new StringWriter();
    private long now;

    private ProgressBar bar(boolean terminal) {
        return new ProgressBar(new PrintWriter(err), terminal, () -> now);
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
    void elsewhereItIsALineNowAndThen() {
        try (ProgressBar bar = bar(false)) {
            bar.progressed(at(1, 90));
            assertThat(err.toString()).isEmpty();
            now = Duration.ofSeconds(6).toNanos();
            bar.progressed(at(4, 60));
            bar.progressed(at(5, 50));
        }
        assertThat(err.toString())
                .isEqualTo(String.format("tier: 1/4 files, 60 M left, 10 M/s, 6 s; tier fast is full%n"));
    }

    @Test
    void onATerminalItIsDrawnOverAndOver() {
        try (ProgressBar bar = bar(true)) {
            bar.progressed(at(4, 60));
            bar.progressed(at(4, 55));
            now = Duration.ofSeconds(1).toNanos();
            bar.progressed(at(5, 50));
            bar.progressed(at(10, 0));
        }
        String[] drawn = err.toString().split("\r", -1);
        assertThat(drawn).hasSize(4);
        assertThat(drawn[1])
                .isEqualTo("[#########---------------] 1/4 files, 60 M left, 10 M/s, 6 s; tier fast is full");
        assertThat(drawn[2].stripTrailing()).isEqualTo("[############------------] 1/4 files, 50 M left, 10 M/s, 5 s");
        assertThat(drawn[2]).hasSameSizeAs(drawn[1]);
        assertThat(drawn[3].stripTrailing()).isEqualTo("[########################] 4/4 files, 0 left, 10 M/s");
        assertThat(drawn[3]).endsWith(System.lineSeparator());
    }
}
