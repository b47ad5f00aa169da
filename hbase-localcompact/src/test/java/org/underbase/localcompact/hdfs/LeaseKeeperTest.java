package org.underbase.localcompact.hdfs;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Renewals fail for a while, and for too long. */
final class LeaseKeeperTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void failuresAreToleratedUpToTheLimit() {
        AtomicInteger failures = new AtomicInteger();
        LeaseKeeper.Renewal failing = () -> {
            failures.incrementAndGet();
            throw new IOException("no NameNode");
        };
        try (LeaseKeeper tolerant = new LeaseKeeper("LC_a", failing, Duration.ofMillis(5), Duration.ofHours(1))) {
            await().atMost(PATIENCE).until(() -> failures.get() >= 3);
            assertThatCode(tolerant::check).doesNotThrowAnyException();
        }
        try (LeaseKeeper strict = new LeaseKeeper("LC_b", failing, Duration.ofMillis(5), Duration.ofMillis(50))) {
            await().atMost(PATIENCE).untilAsserted(() -> assertThatThrownBy(strict::check)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("LC_b"));
        }
    }

    @Test
    void aRenewalAfterFailuresCounts() {
        AtomicBoolean failing = new AtomicBoolean(true);
        LeaseKeeper.Renewal renewal = () -> {
            if (failing.get()) {
                throw new IllegalStateException("unexpected");
            }
        };
        Duration limit = Duration.ofSeconds(1);
        try (LeaseKeeper lease = new LeaseKeeper("LC_c", renewal, Duration.ofMillis(5), limit)) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThatThrownBy(lease::check).isInstanceOf(IOException.class));
            failing.set(false);
            await().atMost(PATIENCE).untilAsserted(lease::check);
        }
    }
}
