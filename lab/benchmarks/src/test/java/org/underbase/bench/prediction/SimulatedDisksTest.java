package org.underbase.bench.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.testbed.disk.DiskBytes;
import org.underbase.testbed.disk.DiskCounters;
import org.underbase.testbed.disk.DiskModel;

class SimulatedDisksTest {
    /** A page takes 1 ms. */
    private static final DiskModel MODEL = new DiskModel(4_096_000, Duration.ofMillis(10), Duration.ZERO);

    private static final long MILLI = 1_000_000;

    private static final List<DiskRequest> REQUESTS = List.of(
            DiskRequest.read(0, 0, 16, 16),
            DiskRequest.read(MILLI, 1, 16, 16),
            new DiskRequest(2 * MILLI, 1, 1, 32, 4, true),
            DiskRequest.read(3 * MILLI, 0, 48, 16));

    @Test
    void requestsWaitForEarlierOnesOfTheirDisk() {
        SimulatedDisks one = SimulatedDisks.run(REQUESTS, MODEL, 1);
        // The write continues the second read and needs no seek.
        assertThat(one.readNanos()).containsExactly(26 * MILLI, 51 * MILLI, 79 * MILLI);
        assertThat(one.counters())
                .isEqualTo(new DiskCounters(new DiskBytes(48 * 4096, 4 * 4096), 3, 1, 0, 3, 82 * MILLI));
    }

    @Test
    void blocksAreOnTheDisksInTurns() {
        SimulatedDisks two = SimulatedDisks.run(REQUESTS, MODEL, 2);
        assertThat(two.readNanos()).containsExactly(26 * MILLI, 26 * MILLI, 49 * MILLI);
        assertThat(two.counters().busyNanos()).isEqualTo(82 * MILLI);
    }
}
