package org.underbase.localcompact.hdfs;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Bounded window of packets that are sent and not yet acknowledged. Thread-safe. */
final class AckWindow {
    private final int limit;
    private final long timeoutNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long sent;
    private long acknowledged;
    /** Number of changes that restart the timeout. */
    private long changes;
    /** Whether acknowledgments cannot arrive, and no wait times out. */
    private boolean suspended;

    private boolean ended;
    private IOException failure;

    /**
     * Creates an empty window.
     *
     * @param limit maximum number of packets in flight
     * @param timeoutNanos maximum time without an acknowledgment before a wait fails, in nanoseconds
     */
    AckWindow(int limit, long timeoutNanos) {
        this.limit = limit;
        this.timeoutNanos = timeoutNanos;
    }

    /** Waits for room and returns the sequence number of the packet to send next. */
    long claim(boolean last) throws IOException {
        lock.lock();
        try {
            awaitInFlight(limit - 1);
            if (ended) {
                throw new IllegalStateException("the last packet was sent");
            }
            ended = last;
            return sent++;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until nothing is in flight. */
    void awaitEmpty() throws IOException {
        lock.lock();
        try {
            awaitInFlight(0);
        } finally {
            lock.unlock();
        }
    }

    private void awaitInFlight(long max) throws IOException {
        long seen = changes;
        long left = timeoutNanos;
        while (true) {
            check();
            if (sent - acknowledged <= max) {
                return;
            }
            if (suspended || changes != seen) {
                seen = changes;
                left = timeoutNanos;
            }
            if (left <= 0) {
                throw new IOException(
                        "timed out waiting for an acknowledgment; packets in flight: " + (sent - acknowledged));
            }
            try {
                left = changed.awaitNanos(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted with packets in flight");
            }
        }
    }

    /**
     * Records an acknowledgment.
     *
     * @return whether it acknowledges the last packet
     * @throws IOException if the packet is not the next in sequence
     */
    boolean acknowledge(long seqno) throws IOException {
        lock.lock();
        try {
            if (acknowledged >= sent || seqno != acknowledged) {
                throw new IOException("unexpected acknowledgment of packet " + seqno + ": expected packet "
                        + acknowledged + " of " + sent);
            }
            acknowledged++;
            changes++;
            changed.signalAll();
            return ended && acknowledged == sent;
        } finally {
            lock.unlock();
        }
    }

    /** Stops or restarts the timeout of waits. */
    void setSuspended(boolean isSuspended) {
        lock.lock();
        try {
            suspended = isSuspended;
            changes++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends all current and future waits with a failure; the first failure is kept. */
    void fail(IOException cause) {
        lock.lock();
        try {
            if (failure == null) {
                failure = cause;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Throws the failure of the window, if any. */
    void check() throws IOException {
        lock.lock();
        try {
            if (failure != null) {
                throw new IOException(failure.getMessage(), failure);
            }
        } finally {
            lock.unlock();
        }
    }
}
