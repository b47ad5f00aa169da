package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Lock of a journal with the two ways in which it stops: a failure and a close. Both wake every waiting thread.
 * Thread-safe.
 */
final class JournalState {
    /** Longest wait of an idle thread before it checks its condition again. */
    static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long NO_TIME = 0;

    private final String journal;
    private final Waiters waiters = new Waiters();
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Condition> conditions = new ArrayList<>();
    private final Condition segments = newCondition();
    /** Created in advance: if memory is exhausted, no other exception can be created. */
    private final JournalFailedException outOfMemory;
    /** Guards the two fields below. Held during the callback, which must be complete before any writer is notified. */
    private final Object notification = new Object();

    private Consumer<IOException> onFailure = failure -> {};
    private boolean ownerNotified;
    private volatile JournalFailedException failure;
    private volatile boolean closing;

    /** @param journal name of the journal, for messages */
    JournalState(String journal) {
        this.journal = journal;
        this.outOfMemory =
                new JournalFailedException("the journal in " + journal + " failed: memory is exhausted", null);
    }

    /** Returns the lock that guards buffers and sequences. */
    ReentrantLock lock() {
        return lock;
    }

    /** Returns the threads that wait for a commit. */
    Waiters waiters() {
        return waiters;
    }

    /** Creates a condition of {@link #lock} that a failure and a close signal. Called before the journal is started. */
    Condition newCondition() {
        Condition condition = lock.newCondition();
        conditions.add(condition);
        return condition;
    }

    /** Sets the callback of the first failure. */
    void onFailure(Consumer<IOException> callback) {
        synchronized (notification) {
            onFailure = callback;
        }
    }

    boolean hasFailed() {
        return failure != null;
    }

    boolean isClosing() {
        return closing;
    }

    boolean hasStopped() {
        return closing || failure != null;
    }

    /** Throws the failure, if the journal failed or was closed. */
    void check() throws JournalFailedException {
        if (failure != null) {
            throw new JournalFailedException(failure.getMessage(), failure.getCause());
        }
    }

    /** Notifies the owner before any writer: a writer that fails asks the owner how to continue. May be repeated. */
    void fail(Throwable cause) {
        JournalFailedException reason = reason(cause);
        try {
            synchronized (notification) {
                if (!ownerNotified) {
                    ownerNotified = true;
                    onFailure.accept(reason);
                }
            }
        } finally {
            stop(reason, false);
        }
    }

    private JournalFailedException reason(Throwable cause) {
        try {
            Object detail = cause instanceof IOException ? cause.getMessage() : cause;
            return new JournalFailedException("the journal in " + journal + " failed: " + detail, cause);
        } catch (OutOfMemoryError e) {
            return outOfMemory;
        }
    }

    /** Stops the journal; false if it was already closing. */
    boolean close() {
        return stop(new JournalFailedException("the journal is closed", null), true);
    }

    private boolean stop(JournalFailedException reason, boolean close) {
        lock.lock();
        try {
            if (close && closing) {
                return false;
            }
            closing |= close;
            if (failure == null) {
                failure = reason;
            }
            conditions.forEach(Condition::signalAll);
        } finally {
            lock.unlock();
        }
        waiters.wake(Long.MAX_VALUE, thread -> {});
        return true;
    }

    /** Waits for a change of the segments until the condition holds, but at most for the given time. */
    void awaitSegments(long nanos, BooleanSupplier condition) {
        lock.lock();
        try {
            long left = nanos;
            while (left > NO_TIME && !condition.getAsBoolean()) {
                long start = System.nanoTime();
                awaitNanos(segments, left);
                left -= System.nanoTime() - start;
            }
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #awaitSegments}, in the thread of a writer: an interrupt ends the wait and stays set. */
    void awaitSegmentsInterruptibly(long nanos, BooleanSupplier condition) {
        lock.lock();
        try {
            long left = nanos;
            while (left > NO_TIME && !condition.getAsBoolean()) {
                long start = System.nanoTime();
                left = Math.min(segments.awaitNanos(left), left - (System.nanoTime() - start));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    void signalSegments() {
        lock.lock();
        try {
            segments.signalAll();
        } finally {
            lock.unlock();
        }
    }

    // Every caller checks its condition again in a loop.
    @SuppressWarnings("WaitNotInLoop")
    static void awaitNanos(Condition condition, long nanos) {
        try {
            long left = condition.awaitNanos(nanos);
            assert left <= nanos;
        } catch (InterruptedException e) {
            // No code interrupts the journal's threads: an interrupt would close the channel of the segment.
            assert Thread.currentThread().isDaemon();
        }
    }
}
