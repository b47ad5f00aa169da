package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Lock of a journal with the two ways in which it stops: a failure and a close. Both wake every waiting thread.
 * Thread-safe.
 */
final class JournalState {
    /** Longest wait of an idle thread before it checks its condition again. */
    static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long SLICE_NANOS = TimeUnit.SECONDS.toNanos(1);

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
    private volatile boolean hung;
    private boolean closing;

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

    /** Whether the journal failed or was closed. */
    boolean hasStopped() {
        return failure != null;
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

    /**
     * Fails the journal in the thread of a writer.
     *
     * @param inKernel whether the disk does not respond, so that a thread may never return from the kernel
     * @return exception for the writer
     */
    JournalFailedException failInWriter(String cause, boolean inKernel) {
        hung |= inKernel;
        fail(new IOException(cause));
        return new JournalFailedException(failure.getMessage(), failure.getCause());
    }

    /** Whether a thread may hang in the kernel. */
    boolean isHung() {
        return hung;
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
        waiters.wake(Long.MAX_VALUE);
        return true;
    }

    /**
     * Waits for a change of the segments until the condition holds, but at most for the given time. An interrupt does not end the
     * wait; it stays set.
     */
    void awaitSegments(LongSupplier nanos, BooleanSupplier condition) {
        boolean holds = await(segments, nanos, condition);
        assert holds || nanos.getAsLong() < Long.MAX_VALUE;
    }

    /**
     * Waits for a signal until the condition holds. An interrupt does not end the wait; it stays set.
     *
     * @param nanos maximum wait, which may change during the wait; pauses of the JVM do not count
     * @return whether the condition holds
     */
    boolean await(Condition signal, LongSupplier nanos, BooleanSupplier condition) {
        boolean interrupted = false;
        lock.lock();
        try {
            long waited = 0;
            while (!condition.getAsBoolean()) {
                long left = nanos.getAsLong() - waited;
                if (left <= 0) {
                    return false;
                }
                long slice = slice(left);
                long start = System.nanoTime();
                interrupted |= isInterruptedIn(signal, slice);
                waited += Math.min(slice, System.nanoTime() - start);
            }
            return true;
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Returns the next part of a wait. A wait has parts because a part that takes longer, due to a pause of the JVM, counts as
     * its planned time.
     */
    static long slice(long nanos) {
        return Math.min(nanos, SLICE_NANOS);
    }

    // Every caller checks its condition again in a loop.
    @SuppressWarnings("WaitNotInLoop")
    private static boolean isInterruptedIn(Condition signal, long nanos) {
        try {
            long left = signal.awaitNanos(nanos);
            assert left <= nanos;
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    /** Lets all threads check their conditions and maximum waits, because the segments or the options changed. */
    void signalChange() {
        lock.lock();
        try {
            conditions.forEach(Condition::signalAll);
        } finally {
            lock.unlock();
        }
    }
}
