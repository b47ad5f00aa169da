package org.underbase.combinedlog.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules of the soak: which crashes it injects, and which must have occurred. */
class CountsTest {
    @Test
    void scheduleContainsAllKindsFromFiveCrashesOn() {
        assertThat(Crash.schedule(5)).containsExactlyInAnyOrder(Crash.values());
        List<Crash> all = Crash.schedule(350);
        assertThat(all).hasSize(350);
        assertThat(all).filteredOn(each -> each == Crash.POWER_FAILURE).hasSize(50);
        assertThat(all).filteredOn(each -> each == Crash.FAILED_FSYNC).hasSize(50);
        assertThat(all).filteredOn(each -> each == Crash.UPGRADE).hasSize(25);
        assertThat(all).filteredOn(each -> each == Crash.ROLLBACK).hasSize(25);
    }

    @Test
    void kindThatNeverOccurredIsMissing() {
        Counts counts = new Counts();
        for (Crash each : Crash.values()) {
            counts.add(each.metric(), 1);
        }
        counts.add(Counts.LOG_RECORDS, 10);
        counts.add(Counts.REPLAYS, 5);
        assertThat(counts.missing(Crash.schedule(5))).isEmpty();

        counts.add(Crash.ROLLBACK.metric(), -1);
        counts.add(Counts.LOG_RECORDS, -10);
        assertThat(counts.missing(Crash.schedule(5))).containsExactly("rollbacks", "log_records");
        assertThat(counts.missing(Crash.schedule(4))).containsExactly("log_records");
    }
}
