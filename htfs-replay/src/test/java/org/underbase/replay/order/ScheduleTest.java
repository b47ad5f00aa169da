package org.underbase.replay.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.underbase.htfs.format.Call;
import org.underbase.replay.trace.Traced;

/** Times of calls, on a virtual clock. */
class ScheduleTest {
    private static Traced read(String thread, long start, long end) {
        return Traced.call(Call.EXISTS, "/" + thread).by(thread).at(start, end);
    }

    @Test
    void anOpenLoopIssuesAtTheRecordedTimes() {
        VirtualRun run = VirtualRun.of(
                Pace.open(1000, 1), 8, 3, read("a", 1000, 1005), read("b", 1002, 1009), read("a", 1020, 1021));

        assertThat(run.issued()).containsExactly(0L, 2L, 20L);
    }

    @Test
    void anOpenLoopKeepsDueTimesWhenCallsAreSlow() {
        VirtualRun run = VirtualRun.of(
                Pace.open(0, 1), 8, 100, read("a", 0, 5), read("a", 10, 15), read("b", 12, 13), read("a", 400, 401));

        assertThat(run.due()).containsExactly(0L, 10L, 12L, 400L);
        assertThat(run.issued()).containsExactly(0L, 100L, 12L, 400L);
    }

    @Test
    void theSpeedDividesTheTimesOfAnOpenLoop() {
        VirtualRun run = VirtualRun.of(Pace.open(0, 2), 8, 1, read("a", 0, 5), read("a", 10, 15), read("b", 40, 41));

        assertThat(run.issued()).containsExactly(0L, 5L, 20L);
    }

    @Test
    void aClosedLoopKeepsThePauses() {
        VirtualRun run = VirtualRun.of(
                Pace.closed(0, 1), 8, 100, read("a", 0, 5), read("a", 10, 15), read("b", 12, 13), read("a", 30, 31));

        assertThat(run.issued()).containsExactly(0L, 105L, 12L, 220L);
    }

    @Test
    void theSpeedDividesThePausesOfAClosedLoop() {
        VirtualRun run = VirtualRun.of(Pace.closed(0, 5), 8, 100, read("a", 0, 5), read("a", 10, 15));

        assertThat(run.issued()).containsExactly(0L, 101L);
    }

    @Test
    void aClosedLoopWithoutPausesIssuesAfterThePreviousCallOfTheThread() {
        VirtualRun run = VirtualRun.of(Pace.max(), 8, 100, read("a", 0, 5), read("a", 10, 15), read("b", 500, 501));

        assertThat(run.issued()).containsExactly(0L, 100L, 0L);
    }

    @Test
    void theNumberOfConcurrentCallsIsBounded() {
        VirtualRun run = VirtualRun.of(
                Pace.open(0, 1), 2, 100, read("a", 0, 1), read("b", 0, 1), read("c", 0, 1), read("d", 0, 1));

        assertThat(run.mostRunning()).isEqualTo(2);
        assertThat(run.due()).containsExactly(0L, 0L, 0L, 0L);
        assertThat(run.issued()).containsExactly(0L, 0L, 100L, 100L);
    }

    @Test
    void aCallThatWaitsForAnotherThreadIsLate() {
        VirtualRun run = VirtualRun.of(
                Pace.open(0, 1),
                8,
                100,
                Traced.call(Call.CREATE, "/d/file").by("a").on(1).at(0, 5),
                Traced.call(Call.OPEN, "/d/file").by("b").on(2).at(5, 6));

        assertThat(run.due()).containsExactly(0L, 5L);
        assertThat(run.issued()).containsExactly(0L, 100L);
    }
}
