package org.underbase.bench.tracer.paired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Bounds of the interval of a median. */
class IntervalTest {
    /** Median of the exponential distribution with mean 1. */
    private static final double MEDIAN = Math.log(2);

    @Test
    void theSameSeedGivesTheSameInterval() {
        double[] sample = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5};
        Interval interval = Interval.ofMedian(sample, 7);
        assertThat(interval).isEqualTo(Interval.ofMedian(sample, 7));
        assertThat(interval.median()).isEqualTo(4);
        assertThat(interval.lower()).isBetween(1.0, 4.0);
        assertThat(interval.upper()).isBetween(4.0, 9.0);
    }

    @Test
    void equalValuesHaveAnEmptyInterval() {
        assertThat(Interval.ofMedian(new double[] {2, 2, 2}, 1)).isEqualTo(new Interval(2, 2, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> Interval.ofMedian(new double[] {2}, 1));
    }

    @Test
    void oneOutlierDoesNotMoveTheInterval() {
        double[] sample = new SplittableRandom(1).doubles(51).sorted().toArray();
        Interval before = Interval.ofMedian(sample, 1);
        sample[50] = 1e9;
        assertThat(Interval.ofMedian(sample, 1)).isEqualTo(before);
    }

    /** 95% of the intervals of 95% contain the median of a skewed distribution, within the error of 600 samples. */
    @Test
    void theIntervalCoversTheMedianAsOftenAsItSays() {
        SplittableRandom random = new SplittableRandom(42);
        int samples = 600;
        int covered = 0;
        for (int i = 0; i < samples; i++) {
            double[] sample = new double[50];
            Arrays.setAll(sample, at -> -Math.log(1 - random.nextDouble()));
            Interval interval = Interval.ofMedian(sample, i, 1_000);
            covered += interval.lower() <= MEDIAN && MEDIAN <= interval.upper() ? 1 : 0;
        }
        assertThat((double) covered / samples).isBetween(0.92, 0.98);
    }
}
