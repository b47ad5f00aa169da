package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A commit waits for the writers of the commits before it, where that is worth it. */
@Timeout(60)
class GatherPauseTest {
    private static final long SEEKING = TimeUnit.MILLISECONDS.toNanos(8);
    private static final long FAST = TimeUnit.MICROSECONDS.toNanos(200);

    private final GatherPause gather = new GatherPause(true);
    private final Waiters waiters = new Waiters();
    private long sequence;

    /** As many new threads wait for one commit, and it is done. */
    private void commit(GatherPause gather, int writers, long forceNanos) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        long upTo = ++sequence;
        for (int i = 0; i < writers; i++) {
            Thread thread = new Thread(() -> waiters.await(waiters.enter(upTo)));
            thread.start();
            threads.add(thread);
        }
        Awaitility.await().until(() -> waiters.count() == writers);
        gather.committed(forceNanos, waiters, upTo);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void twoCohortsAreAwaitedOnASeekingDisk() throws Exception {
        commit(gather, 3, SEEKING);
        assertThat(gather.nanos()).isEqualTo(SEEKING / 4);
        commit(gather, 1, SEEKING);
        assertThat(gather.nanos()).as("another cohort was there before").isEqualTo(SEEKING / 4);
        commit(gather, 1, SEEKING);
        commit(gather, 0, SEEKING);
        assertThat(gather.nanos()).as("nobody else came twice").isZero();
    }

    @Test
    void aLoneWriterAndAFastDiskDoNotWait() throws Exception {
        Object mine = waiters.enter(++sequence);
        gather.committed(SEEKING, waiters, sequence);
        waiters.await(mine);
        Object again = waiters.enter(++sequence);
        gather.committed(SEEKING, waiters, sequence);
        waiters.await(again);
        assertThat(gather.nanos()).as("the same one twice").isZero();

        commit(gather, 3, FAST);
        assertThat(gather.nanos()).isZero();
        commit(gather, 3, TimeUnit.SECONDS.toNanos(1));
        assertThat(gather.nanos()).as("a disk that hangs").isEqualTo(TimeUnit.MILLISECONDS.toNanos(4));
    }

    @Test
    void itCanBeSwitchedOff() throws Exception {
        GatherPause off = new GatherPause(false);
        commit(off, 2, SEEKING);
        assertThat(off.nanos()).isZero();
    }

    @Test
    void thoseWhoLeaveAreNotCountedTwice() {
        Object first = waiters.enter(1);
        Object second = waiters.enter(2);
        waiters.leave(first);
        waiters.wake(2, thread -> {});
        waiters.leave(second);
        assertThat(waiters.count()).isZero();
    }
}
