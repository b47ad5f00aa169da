package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Delay of a commit for the writers of the previous two commits. */
@Timeout(300)
class GroupCommitDelayTest {
    private static final long SEEKING = TimeUnit.MILLISECONDS.toNanos(8);
    private static final long FAST = TimeUnit.MICROSECONDS.toNanos(200);

    private static final long FOREVER = TimeUnit.DAYS.toNanos(1);

    private final GroupCommitDelay delay = new GroupCommitDelay(() -> Duration.ofMillis(4));
    private final Waiters waiters = new Waiters();
    private long sequence;

    /** Completes a commit for which new threads wait. */
    private void commit(GroupCommitDelay delay, int writers, long fsyncNanos) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        long upTo = ++sequence;
        for (int i = 0; i < writers; i++) {
            Thread thread = new Thread(() -> waiters.await(waiters.enter(upTo), FOREVER));
            thread.start();
            threads.add(thread);
        }
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> waiters.count() == writers);
        delay.committed(fsyncNanos, waiters, upTo);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void delaysForBothCohortsOnASeekingDisk() throws Exception {
        commit(delay, 3, SEEKING);
        assertThat(delay.nanos()).isEqualTo(SEEKING / 4);
        commit(delay, 1, SEEKING);
        assertThat(delay.nanos()).as("the earlier cohort counts").isEqualTo(SEEKING / 4);
        commit(delay, 1, SEEKING);
        commit(delay, 0, SEEKING);
        assertThat(delay.nanos()).as("no other writer came twice").isZero();
    }

    @Test
    void isZeroForASingleWriterAndForAFastDisk() throws Exception {
        Object mine = waiters.enter(++sequence);
        delay.committed(SEEKING, waiters, sequence);
        assertThat(waiters.await(mine, FOREVER)).isTrue();
        Object again = waiters.enter(++sequence);
        delay.committed(SEEKING, waiters, sequence);
        assertThat(waiters.await(again, FOREVER)).isTrue();
        assertThat(delay.nanos()).as("the same one twice").isZero();

        commit(delay, 3, FAST);
        assertThat(delay.nanos()).isZero();
        commit(delay, 3, TimeUnit.SECONDS.toNanos(1));
        assertThat(delay.nanos()).as("a disk that hangs").isEqualTo(TimeUnit.MILLISECONDS.toNanos(4));
    }

    @Test
    void isZeroWhenDisabled() throws Exception {
        GroupCommitDelay off = new GroupCommitDelay(() -> Duration.ZERO);
        commit(off, 2, SEEKING);
        assertThat(off.nanos()).isZero();
    }

    @Test
    void errorWhileWritersAreWokenLeavesNoneBehind() {
        Object first = waiters.enter(1);
        Object second = waiters.enter(2);
        assertThatThrownBy(() -> waiters.wake(2, thread -> {
                    throw new OutOfMemoryError("injected error");
                }))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(waiters.await(first, FOREVER)).isTrue();
        assertThat(waiters.count()).isEqualTo(1);
        waiters.wake(Long.MAX_VALUE, thread -> {});
        assertThat(waiters.await(second, FOREVER)).isTrue();
        assertThat(waiters.count()).isZero();
    }

    @Test
    void leavingWaitersAreCountedOnce() {
        Object first = waiters.enter(1);
        Object second = waiters.enter(2);
        waiters.leave(first);
        waiters.wake(2, thread -> {});
        waiters.leave(second);
        assertThat(waiters.count()).isZero();
    }
}
