package org.underbase.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/**
 * Relations between the values of FAST '14 that the simulator's model assumes. They fix the units (binary), the meaning of a
 * hit rate (pages), and the definition of a request (the part of a call in one page).
 */
class PaperArithmeticTest {
    private static final double MINUTES = 8.3 * 24 * 60;
    private static final double MB_PER_TB = 1 << 20;
    private static final int MACHINES = 9;

    @Test
    void ratesOfTableOneAreBinary() {
        double total = MACHINES * MINUTES / MB_PER_TB;

        assertThat(576 * total).isCloseTo(59.1, within(0.1));
        assertThat(447 * total).isCloseTo(45.9, within(0.1));
        assertThat(345 * total).isCloseTo(35.4, within(0.1));
        assertThat(616 * total).isCloseTo(63.2, within(0.1));
    }

    @Test
    void localCompactionIsThatOfOneMachine() {
        assertThat(305 * MINUTES / MB_PER_TB).isCloseTo(3.5, within(0.05));
    }

    @Test
    void receivedBytesAreTheWritesOfOthers() {
        assertThat(447 - 305).isEqualTo(142);
    }

    @Test
    void cachesReadWholePages() {
        assertThat((287 + 345) / 576.0).isCloseTo(1.097, within(0.001));
    }

    @Test
    void hitRatesCountPages() {
        assertThat(287.0 / (287 + 345)).isCloseTo(0.45, within(0.005));
    }

    @Test
    void weightedSumsOfTableOneAgree() {
        double[] requests = {65.8, 104.1, 4.5, 100.6};
        double[] queue = {12.3, 2.47, 5.33, 6.0};
        double[] execution = {0.84, 0.26, 0.15, 0.24};
        double all = 0;
        double queues = 0;
        double executions = 0;
        for (int i = 0; i < requests.length; i++) {
            all += requests[i];
            queues += requests[i] * queue[i];
            executions += requests[i] * execution[i];
        }

        assertThat(all).isCloseTo(275.0, within(0.01));
        assertThat(queues / all).isCloseTo(6.16, within(0.01));
        assertThat(executions / all).isCloseTo(0.390, within(0.001));
        assertThat(275.1e3 * 0.39 / 60_000 / 15).as("busy share of a disk").isCloseTo(0.119, within(0.001));
        assertThat(275.1e3 / 60_000 * (6.17 + 0.39))
                .as("requests in the system")
                .isCloseTo(30, within(0.1));
        assertThat(275.1e3 / 60_000 * 0.39).as("requests in service").isCloseTo(1.8, within(0.02));
    }

    @Test
    void writesOfActivitiesHaveTheSharesOfTheText() {
        assertThat(new double[] {71 * 0.79, 71 * 0.21}).containsExactly(new double[] {56.1, 14.9}, within(0.05));
        assertThat(10.0 / 28).isCloseTo(0.357, within(0.001));
        assertThat(17.0 / 28).isCloseTo(0.607, within(0.001));
        assertThat(14.9 / 28).as("TB of flushes").isCloseTo(0.53, within(0.003));
        assertThat((56.1 - 46.5) / (14.9 * 17 / 28))
                .as("input of compactions over output")
                .isCloseTo(1.056, within(0.007));
    }

    @Test
    void aRequestIsSmallerThanAPage() {
        double mb = 1 << 20;
        assertThat((345 + 616) * mb / 275.1e3).isCloseTo(3_663, within(1.0));
        double readPages = 345 * mb / 4096;
        assertThat(readPages).isCloseTo(88.3e3, within(50.0));
        double writes = 275.0e3 - readPages;
        assertThat(1 - 616 / (writes * 4096 / mb)).as("merged while waiting").isCloseTo(0.155, within(0.01));
    }

    @Test
    void filesOfFlushesHaveTheMedianOfTheText() {
        double perMinute = 862e3 / MACHINES / MINUTES;

        assertThat(perMinute).isCloseTo(8, within(0.02));
        assertThat(5.3 / perMinute).as("MB").isCloseTo(0.7, within(0.05));
    }

    @Test
    void someInsertedPagesAreDeletedBeforeEviction() {
        double evicted = 467 / 1.58;

        assertThat(evicted).isCloseTo(296, within(1.0));
        assertThat(1 - evicted / 345).isCloseTo(0.14, within(0.005));
    }
}
