package org.underbase.tier.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LastChangeTrackerTest {
    @Test
    void theTimeIsThatOfTheLastGrowth() {
        AtomicLong number = new AtomicLong(5);
        AtomicLong clock = new AtomicLong(1000);
        LastChangeTracker times = new LastChangeTracker(number::get, clock::get);
        times.notice();
        assertThat(times.millis()).isZero();
        number.incrementAndGet();
        times.notice();
        clock.set(2000);
        assertThat(times.millis()).isEqualTo(1000);
        number.incrementAndGet();
        assertThat(times.millis()).isEqualTo(2000);
    }
}
