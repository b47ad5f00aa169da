package org.underbase.workload.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SeededRandomTest {
    private static final int DRAWS = 200_000;

    @Test
    void theSequenceMatchesThePublishedReference() {
        // The published SplitMix64 for seed 1234567, as in the reference code of xoshiro's authors.
        SeededRandom random = new SeededRandom(1234567);
        assertThat(random.nextLong()).isEqualTo(6457827717110365317L);
        assertThat(random.nextLong()).isEqualTo(3203168211198807973L);
        assertThat(random.nextLong()).isEqualTo(-8629252141511181193L);
    }

    @Test
    void differentKeysGiveDifferentStreams() {
        assertThat(SeededRandom.of(1, 2).nextLong())
                .isNotEqualTo(SeededRandom.of(2, 1).nextLong())
                .isNotEqualTo(SeededRandom.of(1, 2, 0).nextLong())
                .isEqualTo(SeededRandom.of(1, 2).nextLong());
    }

    @Test
    void boundedNumbersAreUniform() {
        SeededRandom random = new SeededRandom(5);
        long[] counts = new long[10];
        for (int i = 0; i < DRAWS; i++) {
            counts[random.nextInt(10)]++;
        }
        // Nine degrees of freedom: 27.9 is exceeded by one seed in a thousand.
        assertThat(ChiSquare.uniform(counts)).isLessThan(27.9);
        assertThatThrownBy(() -> random.nextInt(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theDistributionsHaveTheirMeans() {
        SeededRandom random = new SeededRandom(6);
        assertThat(mean(random::nextDouble)).isCloseTo(0.5, within(0.005));
        assertThat(mean(random::nextGaussian)).isCloseTo(0, within(0.01));
        assertThat(mean(() -> Math.pow(random.nextGaussian(), 2))).isCloseTo(1, within(0.02));
        assertThat(mean(random::nextExponential)).isCloseTo(1, within(0.01));
        assertThat(mean(() -> random.nextGeometric(7))).isCloseTo(7, within(0.1));
        assertThat(mean(() -> random.nextLogNormal(100, 0.5))).isCloseTo(100 * Math.exp(0.125), within(1.0));
    }

    @Test
    void logUniformRanksFollowZipfWithExponentOne() {
        SeededRandom random = new SeededRandom(7);
        long[] counts = new long[100];
        for (int i = 0; i < DRAWS; i++) {
            counts[random.nextLogUniform(100)]++;
        }
        double expected = Math.log(2) / Math.log(101);
        assertThat(counts[0] / (double) DRAWS).isCloseTo(expected, within(0.01));
        assertThat(counts[0] / (double) counts[9]).isCloseTo(Math.log(2) / Math.log(11.0 / 10), within(0.8));
        assertThat(random.nextLogUniform(1)).isZero();
    }

    private static double mean(java.util.function.DoubleSupplier draw) {
        return DoubleStream.generate(draw).limit(DRAWS).average().orElseThrow();
    }
}
