package org.underbase.bench.tiers.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests of TestDFSIO's metrics. */
class MovedTest {
    private static final double EPSILON = 1e-9;

    private static TaskTime task(long bytes, long startSeconds, long seconds) {
        return new TaskTime(
                bytes, TimeUnit.SECONDS.toNanos(startSeconds), TimeUnit.SECONDS.toNanos(seconds), List.of());
    }

    private static Moved moved(TaskTime... tasks) {
        return new Moved(0, 1, 0, 0, List.of(tasks));
    }

    @Test
    void throughputWeightsByTimeAndTheAverageRateByTask() {
        // One task at 100 B/s and one at 10 B/s, both of 100 bytes: 200 bytes in 11 s.
        Moved moved = moved(task(100, 0, 1), task(100, 0, 10));
        assertThat(moved.throughput()).isCloseTo(200 / 11.0, within(EPSILON));
        assertThat(moved.averageRate()).isCloseTo(55, within(EPSILON));
        assertThat(moved.rateDeviation()).isCloseTo(45, within(EPSILON));
    }

    @Test
    void tasksOfConcurrentClientsAreJoined() {
        Moved both = new Moved(5, 7, 1, 2, List.of(task(1, 0, 1)))
                .and(new Moved(6, 3, 10, 20, List.of(task(1, 2, 4), task(1, 1, 2))));
        assertThat(both.bytes()).isEqualTo(11);
        assertThat(both.nanos()).isEqualTo(7);
        assertThat(both.local()).isEqualTo(11);
        assertThat(both.rack()).isEqualTo(22);
        assertThat(both.seconds(0)).isEqualTo(1);
        assertThat(both.seconds(0.5)).isEqualTo(2);
        assertThat(both.seconds(1)).isEqualTo(4);
        assertThat(both.endSeconds(0.5)).isEqualTo(3);
        assertThat(both.endSeconds(1)).isEqualTo(6);
    }
}
