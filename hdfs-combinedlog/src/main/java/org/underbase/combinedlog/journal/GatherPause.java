package org.underbase.combinedlog.journal;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a commit waits for more writers. On a disk whose flush takes milliseconds, writers fall into two cohorts:
 * one half arrives while the commit of the other runs, and each waits for two flushes. A pause joins them; it ends when
 * all writers of the last two commits are there. On a fast disk, and for a lone writer, there is nothing to gain.
 *
 * <p>{@link #arrived} may be called by any thread, the rest by the committing one.
 */
final class GatherPause {
    private static final long SLOW_NANOS = 1_000_000;
    private static final long LONGEST_NANOS = 4_000_000;
    private static final int SHARE = 4;

    private final boolean on;
    private final Set<Thread> writers = new HashSet<>();
    private Set<Thread> last = new HashSet<>();
    private Set<Thread> secondLast = new HashSet<>();
    private long lastForceNanos;
    private volatile int expected;
    private volatile Thread gathering;

    GatherPause(boolean on) {
        this.on = on;
    }

    void committed(long forceNanos, Waiters waiters, long sequence) {
        Set<Thread> woken = secondLast;
        woken.clear();
        waiters.wake(sequence, woken::add);
        secondLast = last;
        last = woken;
        lastForceNanos = forceNanos;
    }

    /** How long a pause may be before the next commit. */
    long nanos() {
        writers.clear();
        writers.addAll(last);
        writers.addAll(secondLast);
        expected = writers.size();
        return on && expected > 1 && lastForceNanos > SLOW_NANOS ? Math.min(lastForceNanos / SHARE, LONGEST_NANOS) : 0;
    }

    void await(Waiters waiters) {
        long pause = nanos();
        long began = System.nanoTime();
        gathering = Thread.currentThread();
        long left = pause;
        while (left > 0 && waiters.count() < expected) {
            LockSupport.parkNanos(this, left);
            left = pause - (System.nanoTime() - began);
        }
        gathering = null;
    }

    /** A writer waits now, besides others. */
    void arrived(int waiting) {
        Thread committer = gathering;
        if (committer != null && waiting >= expected) {
            LockSupport.unpark(committer);
        }
    }
}
