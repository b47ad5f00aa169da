package org.underbase.analysis.cdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.assertj.core.util.DoubleComparator;
import org.junit.jupiter.api.Test;

class CdfTest {
    @Test
    void equalValuesGiveOnePoint() {
        Cdf cdf = Cdf.of(new long[] {1, 5, 5, 5, 9}, 10);
        assertThat(cdf.points()).containsExactly(new Cdf.Point(1, 0.1), new Cdf.Point(5, 0.4), new Cdf.Point(9, 0.5));
        assertThat(cdf.shareAtMost(0)).isZero();
        assertThat(cdf.shareAtMost(5)).isEqualTo(0.4);
        assertThat(cdf.shareAtMost(8)).isEqualTo(0.4);
        assertThat(cdf.shareAtMost(100)).isEqualTo(0.5);
    }

    @Test
    void manyValuesAreReducedAndTheLargestIsKept() {
        for (int n : new int[] {1, 199, 200, 201, 399, 1000, 100_003}) {
            Cdf cdf = Cdf.of(LongStream.range(0, n).toArray(), n);
            assertThat(cdf.points()).hasSizeBetween(Math.min(n, 190), 405);
            assertThat(cdf.points().get(cdf.points().size() - 1)).isEqualTo(new Cdf.Point(n - 1, 1));
            assertThat(cdf.points())
                    .allSatisfy(point -> assertThat(point.share()).isEqualTo((point.value() + 1.0) / n));
        }
    }

    @Test
    void quantilesUseTheNearestRank() {
        long[] sorted = LongStream.rangeClosed(1, 10).toArray();
        assertThat(Cdf.quantile(sorted, 0)).isEqualTo(1);
        assertThat(Cdf.quantile(sorted, 0.1)).isEqualTo(1);
        assertThat(Cdf.quantile(sorted, 0.5)).isEqualTo(5);
        assertThat(Cdf.quantile(sorted, 0.91)).isEqualTo(10);
        assertThat(Cdf.quantile(sorted, 1)).isEqualTo(10);
        assertThat(Cdf.quantile(new long[0], 0.5)).isZero();
    }

    /** Two of five files exist at the end: 4 of 5 outlive 1, 2 of 3 outlive 3, none outlives 5. */
    @Test
    void limitsCountUntilTheyAreExceeded() {
        assertThat(Cdf.ofCensored(new long[] {1, 3, 5}, new long[] {2, 3}).points())
                .extracting(Cdf.Point::value)
                .containsExactly(1L, 3L, 5L);
        assertThat(Cdf.ofCensored(new long[] {1, 3, 5}, new long[] {2, 3}).points().stream()
                        .mapToDouble(Cdf.Point::share))
                .usingComparatorForType(new DoubleComparator(1e-12), Double.class)
                .containsExactly(1 - 4.0 / 5, 1 - 4.0 / 5 * 2 / 3, 1.0);
        assertThat(Cdf.ofCensored(new long[] {1}, new long[] {1, 9}).shareAtMost(1))
                .isCloseTo(1.0 / 3, within(1e-12));
        assertThat(Cdf.ofCensored(new long[0], new long[] {1}).points()).isEmpty();
    }

    @Test
    void noValuesGiveNoPoints() {
        assertThat(Cdf.of(new long[0], 5).points()).isEmpty();
        assertThatThrownBy(() -> Cdf.of(new long[] {1, 2}, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
