package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Limits of announced rates by those of the tier's other DataNodes. */
class DeviceRatesTest {
    private static double[] limited(double... announced) {
        return DeviceRates.limited(announced);
    }

    @Test
    void anExcessiveRateIsLimitedByTheMedianOfTheOthers() {
        assertThat(limited(100, 1e15, 120, 110)).containsExactly(100, 440, 120, 110);
        assertThat(limited(100, 1e15)).containsExactly(100, 400);
    }

    @Test
    void aMinorityOfExcessiveRatesDoesNotRaiseTheLimit() {
        assertThat(limited(1e9, 1e9, 60, 60, 60)).containsExactly(240, 240, 60, 60, 60);
    }

    @Test
    void plausibleRatesAreUnchanged() {
        double[] rates = new Random(7).doubles(100, 50, 200).toArray();
        assertThat(limited(rates)).containsExactly(rates);
    }

    @Test
    void unknownRatesAreTheLowerMedianAndNoLimits() {
        assertThat(limited(0, 533, 0, 0)).containsExactly(533, 533, 533, 533);
        assertThat(limited(0, 533, 0, 9000)).containsExactly(533, 533, 533, 2132);
        assertThat(limited(0, 0)).containsExactly(0, 0);
        assertThat(limited()).isEmpty();
    }

    @Test
    void equalsTheMedianOfTheOthersByDefinition() {
        Random random = new Random(11);
        for (int n = 2; n < 40; n++) {
            double[] rates = random.ints(n, 1, 30).asDoubleStream().toArray();
            double[] result = limited(rates);
            for (int i = 0; i < n; i++) {
                int self = i;
                double[] others = java.util.stream.IntStream.range(0, n)
                        .filter(j -> j != self)
                        .mapToDouble(j -> rates[j])
                        .sorted()
                        .toArray();
                double median = others[(others.length - 1) / 2];
                assertThat(result[i])
                        .as("rate %s of %s", i, Arrays.toString(rates))
                        .isEqualTo(Math.min(rates[i], DeviceRates.MAX_RATIO * median));
            }
        }
    }
}
