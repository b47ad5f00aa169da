package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StoreBackoffTest {
    private static final Duration PAUSE = Duration.ofMinutes(1);

    // System.nanoTime may overflow.
    private long now = Long.MAX_VALUE - 1;
    private final StoreBackoff backoff = new StoreBackoff(PAUSE, () -> now);

    private void pass(Duration time) {
        now += time.toNanos();
    }

    @Test
    void oneFailureExcludesNoStore() {
        backoff.failed("a", "cause");
        assertThat(backoff.obstacle("a")).isEmpty();
    }

    @Test
    void furtherFailuresExcludeTheirStoreForDoubledPauses() {
        backoff.failed("a", "first");
        for (int factor : new int[] {1, 2, 4, 8, 16, 32, 64, 64}) {
            backoff.failed("a", "bad codec");
            pass(PAUSE.multipliedBy(factor).minusSeconds(1));
            assertThat(backoff.obstacle("a"))
                    .hasValueSatisfying(
                            cause -> assertThat(cause).contains(" in 1 s").endsWith("last failure: bad codec"));
            assertThat(backoff.obstacle("b")).isEmpty();
            pass(Duration.ofSeconds(1));
            assertThat(backoff.obstacle("a")).isEmpty();
        }
    }

    @Test
    void failureDuringPauseDoesNotExtendIt() {
        backoff.failed("a", "first");
        backoff.failed("a", "second");
        pass(PAUSE.dividedBy(2));
        backoff.failed("a", "of an earlier compaction");
        pass(PAUSE.dividedBy(2));
        assertThat(backoff.obstacle("a")).isEmpty();
    }

    @Test
    void successResetsFailures() {
        backoff.failed("a", "first");
        backoff.succeeded("a");
        backoff.failed("a", "second");
        assertThat(backoff.obstacle("a")).isEmpty();
        backoff.failed("a", "third");
        assertThat(backoff.obstacle("a"))
                .hasValueSatisfying(cause -> assertThat(cause).startsWith("2 local compactions"));
    }

    @Test
    void noStoreWaitsWithoutPause() {
        StoreBackoff none = new StoreBackoff(Duration.ZERO, () -> now);
        none.failed("a", "first");
        none.failed("a", "second");
        assertThat(none.obstacle("a")).isEmpty();
    }

    @Test
    void failuresAreForgottenAfterADay() {
        backoff.failed("a", "first");
        pass(Duration.ofDays(1).plusNanos(1));
        backoff.failed("a", "second");
        assertThat(backoff.obstacle("a")).isEmpty();
    }
}
