package org.underbase.sim.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
    private static final double PRECISION = 3.2;

    private final LatencyHistogram histogram = new LatencyHistogram();

    @Test
    void quantilesOfSeriesAreThoseOfTheirTerms() {
        SplittableRandom random = new SplittableRandom(1);
        List<Double> all = new ArrayList<>();
        for (int series = 0; series < 100; series++) {
            double first = random.nextDouble(1, 1e10);
            double step = random.nextDouble(1, 1e6);
            int terms = random.nextInt(1, 300);
            histogram.addSeries(first, step, terms);
            for (int term = 0; term < terms; term++) {
                all.add(first + term * step);
            }
        }
        all.sort(null);
        for (double share : new double[] {0.01, 0.5, 0.9, 0.99, 1}) {
            double exact = all.get((int) Math.ceil(share * all.size()) - 1);
            assertThat(histogram.quantile(share))
                    .as("quantile %s", share)
                    .isCloseTo(exact, withinPercentage(PRECISION));
        }
    }

    @Test
    void histogramsAreAddedAndCleared() {
        LatencyHistogram other = new LatencyHistogram();
        histogram.add(0, 98);
        other.add(10_000_000, 2);
        histogram.add(other);

        assertThat(histogram.quantile(0.98)).isZero();
        assertThat(histogram.quantile(0.99)).isCloseTo(10_000_000, withinPercentage(PRECISION));
        histogram.clear();
        assertThat(histogram.quantile(0.5)).isNaN();
    }
}
