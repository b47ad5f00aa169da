package org.underbase.combinedlog.datanode;

import java.io.InterruptedIOException;
import org.apache.commons.lang3.exception.ExceptionUtils;

/**
 * Limit of the acknowledgements of one replica. HDFS acknowledges a packet without the sync bit by another thread, possibly
 * before the packet is written: the acknowledgement waits here until the bytes are on disk. Thread-safe.
 */
final class DurableAcks {
    private long length;

    /** Allows acknowledgements up to a length, in bytes. */
    synchronized void reached(long bytes) {
        length = Math.max(length, bytes);
        notifyAll();
    }

    /** Whether the bytes up to a length are on disk. */
    synchronized boolean covers(long bytes) {
        return length >= bytes;
    }

    /**
     * Waits until the bytes are on disk. HDFS interrupts the thread if their receiver fails. Then this throws an
     * {@code InterruptedIOException}, which the thread handles: the bytes must not be acknowledged.
     */
    synchronized void await(long bytes) {
        while (length < bytes) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw ExceptionUtils.<RuntimeException>rethrow(new InterruptedIOException(
                        "interrupted while " + (bytes - length) + " bytes were not yet on disk"));
            }
        }
    }
}
