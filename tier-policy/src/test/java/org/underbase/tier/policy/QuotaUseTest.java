package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class QuotaUseTest {
    private static final long INTERVAL = TimeUnit.MINUTES.toNanos(10);

    private final QuotaUse use = new QuotaUse(2);

    private void count(long begin, long end, long used, long wanted) {
        use.begin(begin);
        use.end(end, new long[] {used, 0}, new long[] {wanted, 0});
    }

    @Test
    void isUnknownUntilTheFirstCount() {
        assertThat(use.counted()).isFalse();
        assertThat(use.due(0, INTERVAL)).isTrue();
        assertThat(use.waits(0)).isEqualTo(Long.MAX_VALUE);
        use.begin(0);
        assertThat(use.due(INTERVAL, INTERVAL)).as("while it is counted").isFalse();
        use.end(1, new long[] {10, 0}, new long[] {20, 0});
        assertThat(use.counted()).isTrue();
        assertThat(use.used(0)).isEqualTo(10);
        assertThat(use.wanted(0)).isEqualTo(20);
    }

    @Test
    void aCountReplacesEarlierReservationsAndKeepsThoseSinceItsBeginning() {
        use.reserve(0, 5, 6);
        use.begin(0);
        use.reserve(0, 7, 8);
        assertThat(use.used(0)).isEqualTo(12);
        assertThat(use.wanted(0)).isEqualTo(14);
        use.end(1, new long[] {100, 0}, new long[] {200, 0});
        assertThat(use.used(0)).isEqualTo(107);
        assertThat(use.wanted(0)).isEqualTo(208);
        assertThat(use.used(1)).isZero();
        count(2, 3, 100, 200);
        assertThat(use.used(0)).isEqualTo(100);
    }

    @Test
    void aReservationIsReleasedUnlessACountHasReplacedIt() {
        TierCounts replicas = TierCounts.none(2).plus(0, 1).plus(1, 2);
        long first = use.reserve(replicas, 100, true);
        use.release(replicas, 90, first);
        assertThat(use.used(0)).isEqualTo(10);
        assertThat(use.wanted(1)).isEqualTo(20);
        long second = use.reserve(replicas, 100, false);
        assertThat(use.used(1)).isEqualTo(220);
        assertThat(use.wanted(1)).isEqualTo(20);
        count(0, 1, 17, 17);
        use.release(replicas, 90, second);
        assertThat(use.used(0)).isEqualTo(17);
        assertThat(use.used(1)).isZero();
    }

    @Test
    void aReservationIsRepeatedIfACountHasReplacedIt() {
        TierCounts replicas = TierCounts.none(2).plus(0, 1);
        long first = use.reserve(replicas, 100, true);
        assertThat(use.reserveAgain(replicas, 100, first)).isEqualTo(first);
        assertThat(use.used(0)).isEqualTo(100);
        use.begin(0);
        long second = use.reserveAgain(replicas, 100, first);
        assertThat(second).isNotEqualTo(first);
        use.end(1, new long[2], new long[2]);
        assertThat(use.used(0)).isEqualTo(100);
        use.release(replicas, 100, second);
        assertThat(use.used(0)).isZero();
    }

    @Test
    void aMoveCountsUntilTheCountAfterItsEnd() {
        use.move(1, 9);
        count(0, 1, 0, 0);
        assertThat(use.used(1)).isEqualTo(9);
        use.begin(2);
        use.moved(1, 9);
        use.end(3, new long[2], new long[2]);
        assertThat(use.used(1)).as("the count may have missed it").isEqualTo(9);
        count(4, 5, 0, 0);
        assertThat(use.used(1)).isZero();
        assertThat(use.wanted(1)).isZero();
    }

    @Test
    void isCountedSoonAfterChangesAndRarelyWithout() {
        long second = TimeUnit.SECONDS.toNanos(1);
        count(0, second, 0, 0);
        long now = second;
        assertThat(use.due(now + 4 * second, INTERVAL)).as("without a change").isFalse();
        assertThat(use.due(now + INTERVAL, INTERVAL)).isTrue();
        assertThat(use.waits(now + 7)).isEqualTo(7);
        use.change();
        assertThat(use.due(now + 4 * second - 1, INTERVAL))
                .as("a count took a second")
                .isFalse();
        assertThat(use.due(now + 4 * second, INTERVAL)).isTrue();
        use.begin(now + 4 * second);
        use.reserve(0, 1, 1);
        use.end(now + 4 * second, new long[2], new long[2]);
        assertThat(use.due(now + 5 * second, INTERVAL))
                .as("a change during the count")
                .isTrue();
    }

    @Test
    void subtractionsNeverMakeItNegative() {
        use.reserve(0, -5, -5);
        assertThat(use.used(0)).isZero();
        assertThat(use.wanted(0)).isZero();
    }
}
