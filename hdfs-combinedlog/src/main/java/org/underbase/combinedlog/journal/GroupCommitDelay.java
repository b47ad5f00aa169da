package org.underbase.combinedlog.journal;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Delay of a commit until more writers arrive. If an fsync takes milliseconds, writers form two cohorts: one half arrives
 * while the commit of the other half runs, and each waits for two fsyncs. The delay joins the cohorts; it ends when all writers
 * of the last two commits have requested another one. A fast disk and a single writer gain nothing, so there is no delay.
 *
 * <p>Any thread may call {@link #arrived}; the other methods are confined to the committing thread.
 */
final class GroupCommitDelay {
    private static final long SLOW_NANOS = 1_000_000;
    private static final int SHARE = 4;

    private final Supplier<Duration> longest;
    private final Set<Thread> writers = new HashSet<>();
    private Set<Thread> last = Set.of();
    private Set<Thread> secondLast = Set.of();
    private long lastFsyncNanos;
    private volatile int expected;
    private volatile Thread gathering;

    /** Creates the delay of at most the current value of the given time; zero for none. */
    GroupCommitDelay(Supplier<Duration> longest) {
        this.longest = longest;
    }

    /** Notes a commit and the threads that requested it. */
    void committed(long fsyncNanos, Set<Thread> requesters) {
        secondLast = last;
        last = requesters;
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

    void await(Requests requests) {
        long delay = nanos();
        long start = System.nanoTime();
        gathering = Thread.currentThread();
        long left = delay;
        while (left > 0 && requests.writers() < expected) {
            LockSupport.parkNanos(this, left);
            left = delay - (System.nanoTime() - start);
        }
        gathering = null;
    }

    /** Ends the delay if enough writers have requested a commit. */
    void arrived(Requests requests) {
        Thread committer = gathering;
        if (committer != null && requests.writers() >= expected) {
            LockSupport.unpark(committer);
        }
    }
}
