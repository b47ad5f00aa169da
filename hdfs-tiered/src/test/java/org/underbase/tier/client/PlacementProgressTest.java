package org.underbase.tier.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PlacementProgressTest {
    private static PlacementProgress after(long seconds, long left) {
        return new PlacementProgress(
                2, left == 0 ? 2 : 1, 1000, left, 1, Duration.ofSeconds(seconds), Optional.empty());
    }

    @Test
    void theRateAndTheTimeLeftComeFromWhatWasDone() {
        assertThat(after(10, 750).bytesPerSecond()).isEqualTo(25);
        assertThat(after(10, 750).remaining()).contains(Duration.ofSeconds(30));
    }

    @Test
    void nothingIsGuessed() {
        assertThat(after(10, 1000).remaining()).isEmpty();
        assertThat(after(0, 500).remaining()).isEmpty();
        assertThat(after(10, 0).remaining()).isEmpty();
        assertThat(after(10, 0).done()).isTrue();
    }
}
