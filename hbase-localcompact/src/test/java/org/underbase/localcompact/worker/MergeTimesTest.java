package org.underbase.localcompact.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.worker.MergeTimes.Part;

/** Test of the times of a merge with a clock that the test sets. */
class MergeTimesTest {
    private final AtomicLong nanos = new AtomicLong(TimeUnit.DAYS.toNanos(2));

    private void pass(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void waitsAreNoMergeTime() {
        MergeTimes times = new MergeTimes(nanos::get);
        pass(100);
        long start = times.now();
        pass(30);
        start = times.add(Part.LIMIT, start);
        pass(7);
        start = times.add(Part.BUFFER, start);
        pass(70);
        times.merged();
        pass(5);
        start = times.add(Part.WRITE, start);
        pass(11);
        start = times.add(Part.OTHERS, start);
        pass(3);
        times.add(Part.FINALIZE, start);
        assertThat(times)
                .hasToString("merged in 207 ms: merge 170 ms, limit 30 ms, buffer 7 ms;"
                        + " replica: digest 0 ms, write 75 ms, finalize 3 ms, others 11 ms");
    }
}
