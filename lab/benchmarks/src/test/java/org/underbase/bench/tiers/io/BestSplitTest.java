package org.underbase.bench.tiers.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the optimal split of reads. */
class BestSplitTest {
    private static final double EPSILON = 1e-9;

    @Test
    void blocksOnAllDevicesUseTheSumOfTheirRates() {
        assertThat(BestSplit.of(Collections.nCopies(10, new int[] {0, 1, 2}), 4, new double[] {5, 3, 2}))
                .isCloseTo(10, within(EPSILON));
    }

    @Test
    void blocksOnlyOnASlowDeviceLimitTheRate() {
        // Blocks of 10 bytes: nine on both devices and one on the slow device only; then one and nine.
        double[] speeds = {9, 1};
        assertThat(BestSplit.of(split(9, 1), 10, speeds)).isCloseTo(10, within(EPSILON));
        assertThat(BestSplit.of(split(1, 9), 10, speeds)).isCloseTo(100 / 90.0, within(EPSILON));
    }

    private static List<int[]> split(int both, int slow) {
        List<int[]> blocks = new java.util.ArrayList<>(Collections.nCopies(both, new int[] {0, 1}));
        blocks.addAll(Collections.nCopies(slow, new int[] {1}));
        return blocks;
    }

    @Test
    void moreThan20DevicesAreRejected() {
        assertThatThrownBy(() -> BestSplit.of(List.of(new int[] {0}), 1, new double[21]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("invalid number of devices 21: must be at most 20");
    }
}
