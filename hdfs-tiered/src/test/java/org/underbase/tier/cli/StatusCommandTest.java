package org.underbase.tier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.underbase.tier.client.MonitorStatus;

/** Text of the status before the first scan. */
class StatusCommandTest {
    private static MonitorStatus unscanned(String monitor) {
        return new MonitorStatus(
                "active",
                monitor,
                0,
                Duration.ZERO,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void idleMonitorWithoutAScanWaitsForAPolicy() {
        assertThat(StatusCommand.scan(unscanned("idle")))
                .startsWith("none yet: the monitor scans when a DataNode has announced a tier, and a policy");
        assertThat(StatusCommand.scan(unscanned("scanning"))).isEqualTo("none has finished yet");
    }
}
