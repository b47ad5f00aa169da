package org.underbase.workload.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AliasTableTest {
    @Test
    void drawsByWeight() {
        double[] weights = {60, 34, 6, 0};
        AliasTable table = new AliasTable(weights);
        SeededRandom random = new SeededRandom(11);
        long[] counts = new long[4];
        for (int i = 0; i < 100_000; i++) {
            counts[table.draw(random)]++;
        }
        assertThat(counts[3]).isZero();
        long[] drawn = {counts[0], counts[1], counts[2]};
        // Two degrees of freedom: 13.8 is exceeded by one seed in a thousand.
        assertThat(ChiSquare.of(drawn, new double[] {.6, .34, .06})).isLessThan(13.8);
    }

    @Test
    void zipfTableFollowsZipfsLaw() {
        int ranks = 50;
        AliasTable table = AliasTable.zipf(ranks, 0.8);
        double[] shares = AliasTable.zipfWeights(ranks, 0.8);
        double sum = java.util.Arrays.stream(shares).sum();
        for (int i = 0; i < ranks; i++) {
            shares[i] /= sum;
        }
        SeededRandom random = new SeededRandom(12);
        long[] counts = new long[ranks];
        for (int i = 0; i < 300_000; i++) {
            counts[table.draw(random)]++;
        }
        // 49 degrees of freedom: 85.4 is exceeded by one seed in a thousand.
        assertThat(ChiSquare.of(counts, shares)).isLessThan(85.4);
    }

    @Test
    void oneWeightIsAlwaysDrawn() {
        assertThat(new AliasTable(0.3).draw(new SeededRandom(1))).isZero();
    }

    @Test
    void invalidWeightsAreRejected() {
        assertThatThrownBy(() -> new AliasTable()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new AliasTable(1, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new AliasTable(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new AliasTable(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }
}
