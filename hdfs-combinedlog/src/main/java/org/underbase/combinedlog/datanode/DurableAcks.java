package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

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
    private final Queue<Pending> pending = new ArrayDeque<>();
    private long started;
    private long acknowledged;

    DurableAcks(boolean durableHflush) {
        this.durableHflush = durableHflush;
    }

    /** Whether each packet is synced. */
    boolean durableHflush() {
        return durableHflush;
    }

    /** Notes that the bytes up to a length are on disk, or that their sync was started. */
    synchronized void started(long bytes) {
        started = Math.max(started, bytes);
        notifyAll();
    }

    /** Whether hflush is durable and the sync of the bytes up to a length was started. */
    synchronized boolean covers(long bytes) {
        return durableHflush && started >= bytes;
    }

    /**
     * Lets the acknowledgement of a length wait for a sync.
     *
     * @param bytes length of the replica
     * @param alreadyAcknowledged number of bytes that HDFS has acknowledged: it calls {@link #await} for a larger length only
     * @return false if the bytes are already being acknowledged: then the caller must wait
     */
    synchronized boolean defer(long bytes, long alreadyAcknowledged, Sync sync) {
        boolean deferred = bytes > Math.max(acknowledged, alreadyAcknowledged);
        if (deferred) {
            pending.add(new Pending(bytes, sync));
        }
        return deferred;
    }

    /**
     * Waits until the bytes may be acknowledged.
     *
     * @throws IOException if they may be missing on disk. If the receiver of the bytes fails, HDFS interrupts this thread while it
     *     waits for their sync to start
     */
    void await(long bytes) throws IOException {
        for (Sync each : due(bytes)) {
            each.await();
        }
        if (Thread.currentThread().isInterrupted()) {
            // The receiver has ended, and a recovery may have truncated the replica since.
            throw new InterruptedIOException("interrupted while bytes were not yet on disk");
        }
    }

    /**
     * Returns the number of acknowledged bytes, without any that a sync still has to confirm: HDFS skips {@link #await} for bytes
     * that are already acknowledged.
     *
     * @param bytes acknowledged bytes of the replica, perhaps by an earlier writer
     */
    synchronized long confirmed(long bytes) {
        return pending.isEmpty() ? bytes : Math.min(bytes, pending.element().length() - 1);
    }

    private synchronized List<Sync> due(long bytes) throws InterruptedIOException {
        while (durableHflush && started < bytes) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException(
                        "interrupted while " + (bytes - started) + " bytes were not yet on disk");
            }
        }
        acknowledged = Math.max(acknowledged, bytes);
        List<Sync> due = new ArrayList<>();
        while (!pending.isEmpty() && pending.peek().length() <= bytes) {
            due.add(pending.remove().sync());
        }
        return due;
    }
}
