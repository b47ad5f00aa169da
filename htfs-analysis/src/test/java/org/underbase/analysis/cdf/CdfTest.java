package org.underbase.analysis.cdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
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

    @Test
    void noValuesGiveNoPoints() {
        assertThat(Cdf.of(new long[0], 5).points()).isEmpty();
        assertThatThrownBy(() -> Cdf.of(new long[] {1, 2}, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
