package org.underbase.bench.tiers.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Percentage;
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
        List<int[]> blocks = new ArrayList<>(Collections.nCopies(both, new int[] {0, 1}));
        blocks.addAll(Collections.nCopies(slow, new int[] {1}));
        return blocks;
    }

    @Test
    void randomReplicasHaveTheMaximumOverAllSetsOfDevices() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            int devices = 3 + random.nextInt(6);
            double[] rates = random.doubles(devices, 1, 20).toArray();
            List<int[]> blocks = random(random, 1 + random.nextInt(60), devices);
            assertThat(BestSplit.of(blocks, 10, rates))
                    .as("round %d", round)
                    .isCloseTo(overAllSets(blocks, 10, rates), Percentage.withPercentage(1e-4));
        }
    }

    private static List<int[]> random(Random random, int count, int devices) {
        List<int[]> blocks = new ArrayList<>();
        for (int block = 0; block < count; block++) {
            blocks.add(random.ints(0, devices).distinct().limit(3).toArray());
        }
        return blocks;
    }

    private static double overAllSets(List<int[]> blocks, long blockBytes, double[] rates) {
        double longest = 0;
        for (int set = 1; set < 1 << rates.length; set++) {
            long confined = 0;
            for (int[] replicas : blocks) {
                boolean inside = true;
                for (int device : replicas) {
                    inside &= (set >> device & 1) == 1;
                }
                confined += inside ? 1 : 0;
            }
            double rate = 0;
            for (int device = 0; device < rates.length; device++) {
                rate += (set >> device & 1) == 1 ? rates[device] : 0;
            }
            longest = Math.max(longest, confined * blockBytes / rate);
        }
        return blocks.size() * blockBytes / longest;
    }

    @Test
    void all39DevicesOfThePaperReachTheirSum() {
        double[] rates = new double[39];
        for (int device = 0; device < rates.length; device++) {
            rates[device] = device < 3 ? 533 : device < 12 ? 191 : 61;
        }
        // Each block has a replica on each tier: the split of 1599 + 1719 + 1647 MB/s is nearly even.
        Random random = new Random(1);
        List<int[]> blocks = new ArrayList<>();
        for (int block = 0; block < 4320; block++) {
            blocks.add(new int[] {random.nextInt(3), 3 + random.nextInt(9), 12 + random.nextInt(27)});
        }
        assertThat(BestSplit.of(blocks, 64, rates)).isBetween(4800.0, 4965.0 + 1e-3);
    }
}
