package org.underbase.bench.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EnsembleTest {
    private static final Quantity BYTES = new Quantity("bytes", Measure.bytes(0.1));

    private static Values alternating(long seed) {
        return new Values().put(BYTES, seed % 2 == 0 ? 90 : 110);
    }

    @Test
    void theMeanOfMoreRunsHasASmallerSpread() {
        Ensemble one = Ensemble.of(EnsembleTest::alternating, 1);
        Ensemble four = Ensemble.of(EnsembleTest::alternating, 4);

        assertThat(one.mean().of(BYTES)).isEqualTo(100);
        assertThat(one.spread().of(BYTES)).isCloseTo(20, within(0.1));
        assertThat(four.spread().of(BYTES)).isCloseTo(10, within(0.1));
    }
}
