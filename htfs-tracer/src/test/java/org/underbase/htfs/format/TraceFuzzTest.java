package org.underbase.htfs.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A slice of what {@code ./underbase soak trace-fuzz} does a million times. */
class TraceFuzzTest {
    private static final int INPUTS = 3_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void readingSpoiltTracesIsSafe(long seed) throws Exception {
        TraceFuzz.Result result = new TraceFuzz(seed).run(0, INPUTS, input -> {});

        assertThat(result.inputs()).isEqualTo(INPUTS);
        // The inputs are worth something only when all of these happen.
        assertThat(result.whole()).isPositive();
        assertThat(result.damaged()).isGreaterThan(INPUTS / 4);
        assertThat(result.refused()).isPositive();
        assertThat(result.unnoticeable()).isGreaterThan(INPUTS / 20);
        assertThat(result.salvaged()).isGreaterThan(INPUTS / 10);
    }
}
