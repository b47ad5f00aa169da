package org.underbase.bench.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RankingTest {
    private static final double[] MEASURED = {100, 50, 52, 80};

    private static Ranking predicted(double... values) {
        return Ranking.of(values, MEASURED, 5);
    }

    @Test
    void pairsWithinTheNoiseDoNotCount() {
        assertThat(predicted(100, 55, 50, 90)).isEqualTo(new Ranking(5, 5));
        assertThat(predicted(100, 55, 50, 90).tau()).isEqualTo(1);
    }

    @Test
    void pairsInTheOppositeOrderCountAgainstThePrediction() {
        assertThat(predicted(90, 55, 50, 100)).isEqualTo(new Ranking(3, 5));
        assertThat(predicted(-100, -50, -52, -80).tau()).isEqualTo(-1);
    }

    @Test
    void predictedTiesAreNoOrder() {
        assertThat(predicted(1, 1, 1, 1)).isEqualTo(new Ranking(0, 5));
    }

    @Test
    void rankingsAdd() {
        assertThat(predicted(1, 1, 1, 1).plus(predicted(100, 55, 50, 90))).isEqualTo(new Ranking(5, 10));
    }
}
