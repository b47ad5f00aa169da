package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.underbase.combinedlog.journal.Requests.Request;

/** Delay of a commit for the writers of the previous two commits. */
@Timeout(300)
class GroupCommitDelayTest {
    private static final long SEEKING = TimeUnit.MILLISECONDS.toNanos(8);
    private static final long FAST = TimeUnit.MICROSECONDS.toNanos(200);

    private static final long FOREVER = TimeUnit.DAYS.toNanos(1);

    private final GroupCommitDelay delay = new GroupCommitDelay(() -> Duration.ofMillis(4));
    private final Requests requests = new Requests();
    private final Waiters waiters = new Waiters();

    /** Completes a commit that new threads requested. */
    private static void commit(GroupCommitDelay delay, int writers, long fsyncNanos) {
        Set<Thread> requesters = new HashSet<>();
        for (int i = 0; i < writers; i++) {
            requesters.add(new Thread(() -> {}));
        }
        delay.committed(fsyncNanos, requesters);
    }

    @Test
    void delaysForBothCohortsOnASeekingDisk() {
        commit(delay, 3, SEEKING);
        assertThat(delay.nanos()).isEqualTo(SEEKING / 4);
        commit(delay, 1, SEEKING);
        assertThat(delay.nanos()).as("the earlier cohort counts").isEqualTo(SEEKING / 4);
        commit(delay, 1, SEEKING);
        commit(delay, 0, SEEKING);
        assertThat(delay.nanos()).as("no other writer came twice").isZero();
    }

    @Test
    void isZeroForASingleWriterAndForAFastDisk() {
        Set<Thread> same = Set.of(Thread.currentThread());
        delay.committed(SEEKING, same);
        delay.committed(SEEKING, same);
        assertThat(delay.nanos()).as("the same one twice").isZero();

        commit(delay, 3, FAST);
        assertThat(delay.nanos()).isZero();
        commit(delay, 3, TimeUnit.SECONDS.toNanos(1));
        assertThat(delay.nanos()).as("a disk that hangs").isEqualTo(TimeUnit.MILLISECONDS.toNanos(4));
    }

    @Test
    void isZeroWhenDisabled() {
        GroupCommitDelay off = new GroupCommitDelay(() -> Duration.ZERO);
        commit(off, 2, SEEKING);
        assertThat(off.nanos()).isZero();
    }

    /** A thread that requests commits without waiting for them is one writer until the last of them is on disk. */
    @Test
    void writersWithRequestsAreCountedOnce() throws Exception {
        List<Long> durable = new ArrayList<>();
        requests.add(1, () -> durable.add(1L));
        requests.add(3, () -> durable.add(3L));
        Thread other = new Thread(() -> requests.add(2, () -> durable.add(2L)));
        other.start();
        other.join();
        assertThat(requests.writers()).isEqualTo(2);

        List<Request> first = requests.removeUpTo(2);
        assertThat(first.stream().map(Request::writer)).containsExactlyInAnyOrder(Thread.currentThread(), other);
        first.forEach(each -> each.whenDurable().run());
        assertThat(durable).containsExactlyInAnyOrder(1L, 2L);
        assertThat(requests.writers()).isEqualTo(1);
        assertThat(requests.removeUpTo(2)).isEmpty();

        assertThat(requests.removeUpTo(3)).hasSize(1);
        assertThat(requests.writers()).isZero();
    }

    /** The delay of a day ends when the writers of both cohorts have requested a commit, although no thread waits. */
    @Test
    void requestsWithoutWaitsEndTheDelay() throws Exception {
        GroupCommitDelay day = new GroupCommitDelay(() -> Duration.ofDays(1));
        commit(day, 2, 4 * FOREVER);
        Thread committer = new Thread(() -> day.await(requests));
        committer.start();
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> committer.getState() == Thread.State.TIMED_WAITING);
        requests.add(1, () -> {});
        day.arrived(requests);
        Thread second = new Thread(() -> requests.add(2, () -> {}));
        second.start();
        second.join();
        day.arrived(requests);
        committer.join();
        assertThat(requests.writers()).isEqualTo(2);
    }

    @Test
    void aThreadThatLeavesIsNotWokenLater() {
        Object first = waiters.enter(1);
        Object second = waiters.enter(2);
        waiters.leave(first);
        waiters.wake(2);
        waiters.await(second);
        assertThat(Waiters.isWoken(first)).isFalse();
    }
}
