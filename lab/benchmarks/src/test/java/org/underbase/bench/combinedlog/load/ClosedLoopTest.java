package org.underbase.bench.combinedlog.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Tests of the executions that a closed loop measures. */
class ClosedLoopTest {
    private static final Duration SHORT = Duration.ofMillis(30);

    /** Creates a task that takes at least {@code millis}, even if a park returns early. */
    private static Task lasting(long millis) {
        return () -> {
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        };
    }

    @Test
    void executionLongerThanTheMeasuredTimeIsMeasuredInFull() throws Exception {
        Timings timings = ClosedLoop.run(List.of(lasting(120), lasting(120)), Duration.ZERO, SHORT);
        assertThat(timings.nanos().getTotalCount()).isEqualTo(2);
        assertThat(timings.p50()).isGreaterThanOrEqualTo(119);
        assertThat(timings.perSecond()).isBetween(0.1, 2000.0 / 119);
    }

    @Test
    void executionsThatStartInTheWarmUpAreNotMeasured() throws Exception {
        AtomicInteger times = new AtomicInteger();
        Task once = lasting(5);
        Timings timings = ClosedLoop.run(
                List.of(() -> {
                    times.incrementAndGet();
                    once.execute();
                }),
                SHORT,
                SHORT);
        assertThat(timings.nanos().getTotalCount()).isBetween(1L, times.get() - 1L);
    }

    @Test
    void failureOfATaskEndsTheLoop() {
        Task fails = () -> {
            throw new IOException("the disk is on fire");
        };
        assertThatThrownBy(() -> ClosedLoop.run(List.of(fails), SHORT, SHORT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the disk is on fire");
    }
}
