package org.underbase.localcompact.hdfs;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Which packets are sent and not yet acknowledged: a bounded number. Thread-safe. */
final class AckWindow {
    private final int limit;
    private final long timeoutNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long sent;
    private long acknowledged;
    private boolean ended;
    private IOException failure;

    /**
     * Makes an empty window.
     *
     * @param limit the packets it holds
     * @param timeoutNanos a wait fails when no packet is acknowledged for that long
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

    private void awaitInFlight(long most) throws IOException {
        long seen = acknowledged;
        long left = timeoutNanos;
        while (true) {
            check();
            if (sent - acknowledged <= most) {
                return;
            }
            if (acknowledged != seen) {
                seen = acknowledged;
                left = timeoutNanos;
            }
            if (left <= 0) {
                throw new IOException(
                        "no packet was acknowledged in time; " + (sent - acknowledged) + " are in flight");
            }
            try {
                left = changed.awaitNanos(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while packets were in flight");
            }
        }
    }

    /**
     * Takes note of an acknowledgment.
     *
     * @return whether it was that of the last packet
     * @throws IOException when it is not the turn of this packet
     */
    boolean acknowledge(long seqno) throws IOException {
        lock.lock();
        try {
            if (acknowledged >= sent || seqno != acknowledged) {
                throw new IOException("packet " + seqno + " was acknowledged, but packet " + acknowledged + " of "
                        + sent + " sent ones was due");
            }
            acknowledged++;
            changed.signalAll();
            return ended && acknowledged == sent;
        } finally {
            lock.unlock();
        }
    }

    /** Ends all waits, now and later; the first failure stays. */
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

    /** Throws what the window failed with, if it did. */
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
