package org.underbase.localcompact.worker;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Bounded buffer between the thread that merges and the thread that writes the replica: the merge continues while the replica
 * waits for the other servers at the end of a block. One thread writes, and one thread drains.
 */
final class LookAhead extends OutputStream {
    /** Bytes that one thread passes to the other at once. */
    static final int PORTION = 64 << 10;
    /** Maximum number of portions: a merge of 200 MB/s fills them in 40 ms, longer than the end of a block usually takes. */
    static final int PORTIONS = 128;

    private final MergeTimes times;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Portion> full = new ArrayDeque<>();
    private final Deque<Portion> free = new ArrayDeque<>();
    private Portion current;
    private int created;
    private boolean ended;
    private IOException failure;
    private volatile boolean closed;

    private static final class Portion {
        private final byte[] bytes = new byte[PORTION];
        private int length;
    }

    /** {@code times} receives the waits of the thread that writes. */
    LookAhead(MergeTimes times) {
        this.times = times;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    /** Waits while the buffer is full; throws the failure of the drain. */
    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int at = offset;
        int left = length;
        while (left > 0) {
            if (current == null) {
                current = awaitFree();
            }
            int count = Math.min(left, PORTION - current.length);
            System.arraycopy(bytes, at, current.bytes, current.length, count);
            current.length += count;
            at += count;
            left -= count;
            if (current.length == PORTION) {
                pass();
            }
        }
    }

    private Portion awaitFree() throws IOException {
        long start = times.now();
        lock.lock();
        try {
            while (failure == null && free.isEmpty() && created == PORTIONS) {
                await();
            }
            times.add(MergeTimes.Part.BUFFER, start);
            checkFailure();
            if (free.isEmpty()) {
                created++;
                return new Portion();
            }
            return free.pop();
        } finally {
            lock.unlock();
        }
    }

    private void pass() throws IOException {
        lock.lock();
        try {
            checkFailure();
            full.add(current);
            current = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Throws the first failure. */
    void check() throws IOException {
        lock.lock();
        try {
            checkFailure();
        } finally {
            lock.unlock();
        }
    }

    private void checkFailure() throws IOException {
        if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
        }
    }

    // Every caller checks its condition in a loop.
    @SuppressWarnings("WaitNotInLoop")
    private void await() throws IOException {
        try {
            changed.await();
        } catch (InterruptedException e) {
            throw (IOException) new InterruptedIOException("the merge was interrupted").initCause(e);
        }
    }

    /** Only records the call: HBase closes its file both when it is complete and when it aborts. */
    @Override
    public void close() {
        closed = true;
    }

    boolean closed() {
        return closed;
    }

    /** Passes the rest; the drain ends when it has written all. */
    void end() throws IOException {
        if (current != null) {
            pass();
        }
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends both threads; the first failure is kept. */
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

    /** Writes all portions to a stream; returns whether it reached the end. A failure ends the merge as well. */
    boolean drain(OutputStream replica) {
        try {
            drainAll(replica);
            return true;
        } catch (IOException e) {
            fail(e);
        } catch (RuntimeException e) {
            fail(new IOException(e.getMessage(), e));
        } catch (Error e) {
            fail(new IOException(e.toString(), e));
            throw e;
        }
        return false;
    }

    private void drainAll(OutputStream replica) throws IOException {
        for (Portion next = awaitFull(); next != null; next = awaitFull()) {
            replica.write(next.bytes, 0, next.length);
            next.length = 0;
            lock.lock();
            try {
                free.push(next);
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private Portion awaitFull() throws IOException {
        lock.lock();
        try {
            while (failure == null && full.isEmpty() && !ended) {
                await();
            }
            checkFailure();
            return full.poll();
        } finally {
            lock.unlock();
        }
    }
}
