package org.underbase.combinedlog.journal;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Delay of a commit until more writers arrive. If an fsync takes milliseconds, writers form two cohorts: one half arrives
 * while the commit of the other half runs, and each waits for two fsyncs. The delay joins the cohorts; it ends when all writers
 * of the last two commits wait. A fast disk and a single writer gain nothing, so there is no delay.
 *
 * <p>Any thread may call {@link #arrived}; the other methods are confined to the committing thread.
 */
final class GroupCommitDelay {
    private static final long SLOW_NANOS = 1_000_000;
    private static final int SHARE = 4;

    private final Supplier<Duration> longest;
    private final Set<Thread> writers = new HashSet<>();
    private Set<Thread> last = new HashSet<>();
    private Set<Thread> secondLast = new HashSet<>();
    private long lastFsyncNanos;
    private volatile int expected;
    private volatile Thread gathering;

    /** Creates the delay of at most the current value of the given time; zero for none. */
    GroupCommitDelay(Supplier<Duration> longest) {
        this.longest = longest;
    }

    void committed(long fsyncNanos, Waiters waiters, long sequence) {
        Set<Thread> woken = secondLast;
        woken.clear();
        waiters.wake(sequence, woken::add);
        secondLast = last;
        last = woken;
        lastFsyncNanos = fsyncNanos;
    }

    /** Returns the maximum delay of the next commit, in nanoseconds; 0 for none. */
    long nanos() {
        writers.clear();
        writers.addAll(last);
        writers.addAll(secondLast);
        expected = writers.size();
        return expected > 1 && lastFsyncNanos > SLOW_NANOS
                ? Math.min(lastFsyncNanos / SHARE, longest.get().toNanos())
                : 0;
    }

    void await(Waiters waiters) {
        long delay = nanos();
        long start = System.nanoTime();
        gathering = Thread.currentThread();
        long left = delay;
        while (left > 0 && waiters.count() < expected) {
            LockSupport.parkNanos(this, left);
            left = delay - (System.nanoTime() - start);
        }
        gathering = null;
    }

    /** Ends the delay if enough writers wait. */
    void arrived(int waiting) {
        Thread committer = gathering;
        if (committer != null && waiting >= expected) {
            LockSupport.unpark(committer);
        }
    }
}
