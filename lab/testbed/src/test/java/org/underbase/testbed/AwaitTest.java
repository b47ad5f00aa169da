package org.underbase.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AwaitTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofMinutes(1);

    private final AtomicInteger calls = new AtomicInteger();

    @Test
    void failedReadsCountAsNotYet() throws IOException {
        Await.until("third call", LONG, () -> "waiting", () -> {
            if (calls.incrementAndGet() < 3) {
                throw new IOException("connection refused");
            }
            return true;
        });
        assertThat(calls).hasValue(3);
    }

    @Test
    void clusterExceptionEndsTheWait() {
        assertThatThrownBy(() -> Await.until("event", LONG, () -> "waiting", () -> {
                    throw new ClusterException("daemon exited");
                }))
                .hasMessage("daemon exited");
    }

    @Test
    void timeoutMessageContainsTheState() {
        assertThatThrownBy(() -> Await.until("3 DataNodes", SHORT, () -> "2 are live", () -> false))
                .isInstanceOf(WaitTimeoutException.class)
                .hasMessage("3 DataNodes: not after 0 s; now: 2 are live");
    }

    @Test
    void timeoutMessageContainsTheFailureOfTheState() {
        assertThatThrownBy(() -> Await.until(
                        "3 DataNodes",
                        SHORT,
                        () -> {
                            throw new IOException("connection refused");
                        },
                        () -> false))
                .hasMessage("3 DataNodes: not after 0 s; no answer: connection refused");
    }

    @Test
    void timeoutMessageContainsTheLastViolation() {
        assertThatThrownBy(() -> Await.until("whole", SHORT, () -> {
                    if (calls.incrementAndGet() == 1) {
                        return Optional.of("2 blocks are missing");
                    }
                    throw new ClusterException("no NameNode is active");
                }))
                .isInstanceOf(WaitTimeoutException.class)
                .hasMessageStartingWith("whole: not after 0 s; ")
                .hasMessageContaining(
                        calls.get() == 1 ? "2 blocks are missing" : "ClusterException: no NameNode is active");
    }

    @Test
    void invariantIsAwaited() throws IOException {
        Await.until("whole", LONG, () -> calls.incrementAndGet() < 2 ? Optional.of("1 is missing") : Optional.empty());
        assertThat(calls).hasValue(2);
    }

    @Test
    void valueIsReturnedOnceItHasNotChangedForTheQuietTime() throws IOException {
        int value = Await.unchanged("files", Duration.ofSeconds(1), LONG, () -> Math.min(3, calls.incrementAndGet()));
        assertThat(value).isEqualTo(3);
        assertThat(calls.get()).isGreaterThan(3);
    }

    @Test
    void changingValueTimesOut() {
        assertThatThrownBy(() ->
                        Await.unchanged("files", LONG, Duration.ofSeconds(1), () -> "read " + calls.incrementAndGet()))
                .isInstanceOf(WaitTimeoutException.class)
                .hasMessageStartingWith("files: not after 1 s; now: read ");
    }

    @Test
    void holdsReportsWhetherTheConditionWasMet() {
        assertThat(Await.holds(LONG, () -> calls.incrementAndGet() == 2)).isTrue();
        assertThat(Await.holds(SHORT, () -> {
                    throw new IOException("connection refused");
                }))
                .isFalse();
    }
}
