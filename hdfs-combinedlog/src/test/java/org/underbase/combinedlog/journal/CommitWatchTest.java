package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Age of requested commits. {@link JournalSchedulesTest} contains the timeouts. */
class CommitWatchTest {
    private static final long PART = TimeUnit.SECONDS.toNanos(1);

    private final CommitWatch watch =
            new CommitWatch(JournalFixture.SMALL, new JournalState("watched"), new Requests());

    private static OptionalLong request(long nanosAgo) {
        return OptionalLong.of(System.nanoTime() - nanosAgo);
    }

    @Test
    void pausesOfTheJvmDoNotCount() {
        OptionalLong beforeThePause = request(TimeUnit.HOURS.toNanos(1));
        for (int parts = 1; parts <= 3; parts++) {
            assertThat(watch.age(beforeThePause, PART)).isEqualTo(parts * PART);
        }
    }

    @Test
    void ageIsThatOfTheOldestOpenRequest() {
        assertThat(watch.age(OptionalLong.empty(), PART)).isZero();
        OptionalLong first = request(PART / 2);
        long age = watch.age(first, PART);
        assertThat(age).isBetween(PART / 2, PART);
        assertThat(watch.age(first, PART)).isEqualTo(age + PART);
        assertThat(watch.age(request(PART), PART)).isEqualTo(PART);
        assertThat(watch.age(OptionalLong.empty(), PART)).isZero();
    }
}
