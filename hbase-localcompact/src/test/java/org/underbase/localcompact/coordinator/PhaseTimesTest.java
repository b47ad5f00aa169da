package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.coordinator.PhaseTimes.Phase;

/** Test of the sums of phases with a clock that the test sets. */
class PhaseTimesTest {
    private final AtomicLong nanos = new AtomicLong(TimeUnit.DAYS.toNanos(1));

    private void pass(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void phasesOfAllBlocksAreSummedUp() {
        PhaseTimes times = new PhaseTimes(nanos::get);
        pass(3);
        for (int block = 0; block < 2; block++) {
            times.enter(Phase.ALLOCATE);
            pass(5);
            times.enter(Phase.MERGE);
            pass(700);
            times.enter(Phase.FINALIZE);
            pass(11);
        }
        times.enter(Phase.COMPLETE);
        pass(13);
        times.end();
        pass(1000);
        assertThat(times).hasToString("start 3 ms, allocate 10 ms, merge 1400 ms, finalize 22 ms, complete 13 ms");
    }
}
