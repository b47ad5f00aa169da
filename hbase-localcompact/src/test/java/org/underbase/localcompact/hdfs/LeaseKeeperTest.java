package org.underbase.localcompact.hdfs;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Test of temporary and permanent renewal failures. */
final class LeaseKeeperTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Test
    void failedRenewalsAreToleratedUpToLimit() {
        AtomicInteger failures = new AtomicInteger();
        LeaseKeeper.Renewal failing = () -> {
            failures.incrementAndGet();
            throw new IOException("no NameNode");
        };
        try (LeaseKeeper tolerant = new LeaseKeeper("LC_a", failing, Duration.ofMillis(5), Duration.ofHours(1))) {
            await().atMost(LIMIT).until(() -> failures.get() >= 3);
            assertThatCode(tolerant::check).doesNotThrowAnyException();
        }
        try (LeaseKeeper strict = new LeaseKeeper("LC_b", failing, Duration.ofMillis(5), Duration.ofMillis(50))) {
            await().atMost(LIMIT).untilAsserted(() -> assertThatThrownBy(strict::check)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("LC_b"));
        }
    }

    @Test
    void renewalAfterFailuresResetsAge() {
        AtomicBoolean failing = new AtomicBoolean(true);
        LeaseKeeper.Renewal renewal = () -> {
            if (failing.get()) {
                throw new IllegalStateException("unexpected");
            }
        };
        Duration limit = Duration.ofSeconds(1);
        try (LeaseKeeper lease = new LeaseKeeper("LC_c", renewal, Duration.ofMillis(5), limit)) {
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThatThrownBy(lease::check).isInstanceOf(IOException.class));
            failing.set(false);
            // An exception would end the wait.
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThatCode(lease::check).doesNotThrowAnyException());
        }
    }
}
