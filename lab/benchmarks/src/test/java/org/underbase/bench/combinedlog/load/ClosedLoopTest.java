package org.underbase.bench.combinedlog.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests of the executions that a closed loop measures, with a clock that only the task advances. */
class ClosedLoopTest {
    private final AtomicLong clock = new AtomicLong();

    /** Creates a task of this duration by the test's clock. */
    private Task lasting(long millis) {
        return () -> clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private Timings loop(Task task, long fromMillis, long untilMillis) throws Exception {
        return ClosedLoop.loop(
                task,
                clock::get,
                TimeUnit.MILLISECONDS.toNanos(fromMillis),
                TimeUnit.MILLISECONDS.toNanos(untilMillis));
    }

    @Test
    void executionLongerThanTheMeasuredTimeIsMeasuredInFull() throws Exception {
        Timings timings = loop(lasting(120), 0, 30);
        assertThat(timings.nanos().getTotalCount()).isEqualTo(1);
        assertThat(timings.p50()).isCloseTo(120, within(0.2));
        assertThat(timings.perSecond()).isCloseTo(1000.0 / 120, within(0.001));
    }

    @Test
    void executionsThatStartInTheWarmUpAreNotMeasured() throws Exception {
        Timings timings = loop(lasting(7), 30, 60);
        assertThat(clock).hasValue(TimeUnit.MILLISECONDS.toNanos(63));
        assertThat(timings.nanos().getTotalCount())
                .as("starts at 35, 42, 49 and 56 ms")
                .isEqualTo(4);
    }

    @Test
    void everyTaskMeasuresAtLeastOneExecution() throws Exception {
        AtomicInteger executions = new AtomicInteger();
        Task task = executions::incrementAndGet;
        Timings timings = ClosedLoop.run(List.of(task, task), Duration.ZERO, Duration.ZERO);
        assertThat(timings.nanos().getTotalCount()).isBetween(2L, (long) executions.get());
    }

    @Test
    void failureOfATaskEndsTheLoop() {
        Task fails = () -> {
            throw new IOException("the disk is on fire");
        };
        assertThatThrownBy(() -> ClosedLoop.run(List.of(fails), Duration.ZERO, Duration.ZERO))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the disk is on fire");
    }
}
