package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Limits and statistics of holds of the namesystem's lock. */
class LockHoldTest {
    private final AtomicLong clock = new AtomicLong(17);

    private LockHold hold(int maxBlocks) {
        return new LockHold(maxBlocks, clock::get);
    }

    @Test
    void aHoldIsOverAfterItsTime() {
        LockHold hold = hold(1000);
        clock.addAndGet(LockHold.NANOS - 1);
        assertThat(hold.over()).isFalse();
        clock.incrementAndGet();
        assertThat(hold.over()).isTrue();
        assertThat(hold.nanos()).isEqualTo(LockHold.NANOS);
    }

    @Test
    void aHoldIsOverAfterItsBlocks() {
        LockHold hold = hold(2);
        hold.block();
        assertThat(hold.over()).isFalse();
        hold.block();
        assertThat(hold.over()).isTrue();
    }

    @Test
    void aHoldIsOverAfterItsDatanodesAndABlockCannotExamineMoreThanAsManyAgain() {
        LockHold hold = hold(1000);
        for (int i = 0; i < LockHold.DATANODES; i++) {
            assertThat(hold.over()).isFalse();
            assertThat(hold.datanode()).isTrue();
        }
        assertThat(hold.over()).isTrue();
        for (int i = 0; i < LockHold.DATANODES; i++) {
            assertThat(hold.datanode()).isTrue();
        }
        assertThat(hold.datanode()).isFalse();
        assertThat(hold.datanodes()).isEqualTo(2 * LockHold.DATANODES);
    }

    @Test
    void statisticsSeparateHoldsWithGarbageCollection() {
        HoldTimes times = new HoldTimes();
        assertThat(times.p99Micros()).isZero();
        for (int i = 1; i <= 1000; i++) {
            LockHold hold = hold(10);
            hold.block();
            times.record(hold, TimeUnit.MICROSECONDS.toNanos(i), false);
        }
        times.record(hold(10), TimeUnit.MILLISECONDS.toNanos(90), true);
        assertThat(times.count()).isEqualTo(1000);
        // The bucket's upper limit.
        assertThat(times.p99Micros()).isBetween(990L, 1000L);
        assertThat(times.maxMicros()).isEqualTo(1000);
        assertThat(times.maxMicrosWithCollection()).isEqualTo(90_000);
        assertThat(times.maxBlocks()).isEqualTo(1);
        assertThat(times.maxDatanodes()).isZero();
    }

    @Test
    void aPercentileIsAtMostOneBucketTooHigh() {
        HoldTimes times = new HoldTimes();
        for (int i = 0; i < 990; i++) {
            times.record(hold(1), TimeUnit.MICROSECONDS.toNanos(100), false);
        }
        for (int i = 0; i < 10; i++) {
            times.record(hold(1), TimeUnit.MILLISECONDS.toNanos(10), false);
        }
        assertThat(times.p99Micros()).isBetween(100L, 110L);
        assertThat(times.maxMicros()).isEqualTo(10_000);
    }
}
