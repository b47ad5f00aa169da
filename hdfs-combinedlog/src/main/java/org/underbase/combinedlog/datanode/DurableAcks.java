package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;

/**
 * Acknowledgements of one replica. HDFS writes packets and acknowledges them in two threads. An hsync starts in the thread that
 * writes, and the acknowledgement waits here until the bytes are on disk. So the next packets are written while a commit runs, and
 * the thread that a commit wakes is the one that answers.
 *
 * <p>HDFS may acknowledge a packet without the sync bit before it is written. If hflush is durable, the acknowledgement also waits
 * until the sync of its bytes has started. Thread-safe.
 */
final class DurableAcks {
    /** Wait for the commit of a sync. */
    interface Sync {
        /**
         * Waits until the bytes are on disk.
         *
         * @throws IOException if they may be missing
         */
        void await() throws IOException;
    }

    private record Pending(long length, Sync sync) {}

    private final boolean durableHflush;
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    // Guarded by the lock.
    private final Queue<Pending> pending = new ArrayDeque<>();
    private long started;
    /** Bytes whose acknowledgement waits, or has waited, for their syncs. */
    private long acknowledged;
    /** Length of the last deferred sync. */
    private long last;

    private boolean ended;

    DurableAcks(boolean durableHflush) {
        this.durableHflush = durableHflush;
    }

    /** Whether each packet is synced. */
    boolean durableHflush() {
        return durableHflush;
    }

    /** Notes that the bytes up to a length are on disk, or that their sync was started. */
    void started(long bytes) {
        lock.lock();
        try {
            started = Math.max(started, bytes);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether hflush is durable and the sync of the bytes up to a length was started. */
    boolean covers(long bytes) {
        lock.lock();
        try {
            return durableHflush && started >= bytes;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Lets the acknowledgement of a length wait for a sync.
     *
     * @param bytes length of the replica
     * @param alreadyAcknowledged number of bytes that HDFS has acknowledged: it calls {@link #acknowledge} for a larger length only
     * @return false if the bytes are already being acknowledged: then the caller must wait
     */
    boolean defer(long bytes, long alreadyAcknowledged, Sync sync) {
        lock.lock();
        try {
            if (bytes < last) {
                // An acknowledgement in between would not wait for the later of the two syncs.
                throw new IllegalStateException("a sync of " + bytes + " bytes follows one of " + last);
            }
            boolean deferred = bytes > Math.max(acknowledged, alreadyAcknowledged);
            if (deferred) {
                pending.add(new Pending(bytes, sync));
                last = bytes;
            }
            return deferred;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the bytes may be acknowledged, and acknowledges them.
     *
     * @param stock sets the acknowledged bytes of the replica
     * @throws IOException if they may be missing on disk, or if their receiver has ended: a recovery may have truncated the replica
     *     since. HDFS interrupts this thread when the receiver fails, but a wait for a commit does not end by an interrupt
     */
    void acknowledge(long bytes, LongConsumer stock) throws IOException {
        // If one fails, the others are not awaited: the acknowledging thread ends.
        for (Sync each : due(bytes)) {
            each.await();
        }
        lock.lock();
        try {
            checkReceiver();
            stock.accept(bytes);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends all acknowledgements. The receiver of the bytes calls this before it ends, and a recovery of the replica waits for the end
     * of the receiver.
     */
    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void checkReceiver() throws InterruptedIOException {
        if (ended || Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("the receiver ended before its bytes were acknowledged");
        }
    }

    /**
     * Returns the number of acknowledged bytes, without any that a sync still has to confirm: HDFS skips {@link #acknowledge} for
     * bytes that are already acknowledged.
     *
     * @param bytes acknowledged bytes of the replica
     */
    long confirmed(long bytes) {
        lock.lock();
        try {
            return pending.isEmpty() ? bytes : Math.min(bytes, pending.element().length() - 1);
        } finally {
            lock.unlock();
        }
    }

    private List<Sync> due(long bytes) throws InterruptedIOException {
        lock.lock();
        try {
            while (durableHflush && started < bytes) {
                checkReceiver();
                try {
                    changed.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException(
                            "interrupted while " + (bytes - started) + " bytes were not yet on disk");
                }
            }
            // Before the waits: a later sync of these bytes waits in its own thread.
            acknowledged = Math.max(acknowledged, bytes);
            List<Sync> due = new ArrayList<>();
            while (!pending.isEmpty() && pending.element().length() <= bytes) {
                due.add(pending.remove().sync());
            }
            return due;
        } finally {
            lock.unlock();
        }
    }
}
