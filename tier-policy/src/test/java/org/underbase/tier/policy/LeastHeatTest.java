package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LeastHeatTest {
    @Test
    void readsCountHalfAfterEachHalfLife() {
        DecayedReads reads = DecayedReads.NONE.plusRead(1000, 100).plusRead(1100, 100);
        assertThat(reads.at(1100, 100)).isEqualTo(1.5, within(1e-9));
        assertThat(reads.at(1300, 100)).isEqualTo(0.375, within(1e-9));
        assertThat(reads.at(900, 100)).as("a step of the clock").isEqualTo(1.5, within(1e-9));
        assertThat(reads.plusRead(900, 100)).isEqualTo(new DecayedReads(2.5, 1100));
        assertThat(DecayedReads.NONE.at(Long.MAX_VALUE, 1)).isZero();
    }

    @Test
    void changeCountsAsAReadAndTheAccessTimeReplacesForgottenReads() {
        FileHeat written = FileHeat.of(DecayedReads.NONE, 1000, 1000, 7, 1100, 100);
        assertThat(written).isEqualTo(new FileHeat(1000, 1000, 0.5, 7));
        FileHeat forgotten = FileHeat.of(DecayedReads.NONE, 1100, 1000, 7, 1100, 100);
        assertThat(forgotten).isEqualTo(new FileHeat(1100, 1000, 1.5, 7));
        FileHeat known = FileHeat.of(new DecayedReads(3, 1000), 900, 900, 7, 1100, 100);
        assertThat(known).isEqualTo(new FileHeat(1000, 900, 1.75, 7));
        assertThat(new LeastHeat().worth(known, 1100)).isEqualTo(1.75);
    }
}
