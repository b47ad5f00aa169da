package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class OutputSizeEstimatorTest {
    private final OutputSizeEstimator estimator = new OutputSizeEstimator();

    @Test
    void firstEstimateIsInputSize() {
        assertThat(estimator.estimate("r/f/all", 1000)).isEqualTo(1000);
    }

    @Test
    void estimateWeighsLastCompactionByHalf() {
        estimator.learn("r/f/all", 1000, 200);
        assertThat(estimator.estimate("r/f/all", 1000)).isEqualTo(200);
        estimator.learn("r/f/all", 1000, 1000);
        assertThat(estimator.estimate("r/f/all", 1000)).isEqualTo(600);
        estimator.learn("r/f/all", 1000, 200);
        assertThat(estimator.estimate("r/f/all", 1000)).isEqualTo(400);
    }

    @Test
    void estimatesOfStoresAndKindsAreIndependent() {
        estimator.learn("r/f/all", 1000, 0);
        assertThat(estimator.estimate("r/f/some", 1000)).isEqualTo(1000);
        assertThat(estimator.estimate("r/g/all", 1000)).isEqualTo(1000);
    }

    @Test
    void ratioIsBounded() {
        for (int i = 0; i < 100; i++) {
            estimator.learn("r/f/all", 1000, 0);
        }
        assertThat(estimator.estimate("r/f/all", 64_000)).isEqualTo(1000);
        for (int i = 0; i < 100; i++) {
            estimator.learn("r/f/all", 1, 1_000_000);
        }
        assertThat(estimator.estimate("r/f/all", 1000)).isEqualTo(2000);
        estimator.learn("r/f/all", 0, 1000);
        assertThat(estimator.estimate("r/f/all", 1000)).isEqualTo(2000);
    }

    @Test
    void leastRecentlyUsedStoreIsEvicted() {
        estimator.learn("old", 1000, 500);
        for (int i = 0; i < 10_000; i++) {
            estimator.learn("r" + i, 1000, 500);
        }
        assertThat(estimator.estimate("old", 1000)).isEqualTo(1000);
        assertThat(estimator.estimate("r9999", 1000)).isEqualTo(500);
    }

    @Test
    void expiredCellsAreExcludedFromEstimate() {
        assertThat(OutputSizeEstimator.unexpiredShare(100, 200, 50)).isEqualTo(1);
        assertThat(OutputSizeEstimator.unexpiredShare(100, 200, 100)).isEqualTo(1);
        assertThat(OutputSizeEstimator.unexpiredShare(100, 200, 175)).isCloseTo(0.25, Offset.offset(1e-9));
        assertThat(OutputSizeEstimator.unexpiredShare(100, 200, 201)).isZero();
        assertThat(OutputSizeEstimator.unexpiredShare(100, 100, 101)).isZero();
        // HBase reports no oldest timestamp for a file with deletes.
        assertThat(OutputSizeEstimator.unexpiredShare(0, 200, 100)).isEqualTo(1);
        assertThat(OutputSizeEstimator.unexpiredShare(0, 200, 201)).isZero();
        // A file without cells has no timestamps.
        assertThat(OutputSizeEstimator.unexpiredShare(Long.MAX_VALUE, Long.MAX_VALUE, 100))
                .isEqualTo(1);
    }
}
