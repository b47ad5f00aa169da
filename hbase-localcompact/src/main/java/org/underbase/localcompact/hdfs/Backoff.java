package org.underbase.localcompact.hdfs;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Growing pauses between retries, ended early by a latch. Not thread-safe, except for the latch. */
final class Backoff {
    private final CountDownLatch closed;
    private final long maxMillis;
    private long nextMillis;

    /**
     * Creates the pauses.
     *
     * @param closed latch that ends a pause with an exception when it opens
     * @param firstMillis first pause, in milliseconds; each next pause is twice as long
     * @param maxMillis maximum pause, in milliseconds
     */
    Backoff(CountDownLatch closed, long firstMillis, long maxMillis) {
        this.closed = closed;
        this.nextMillis = firstMillis;
        this.maxMillis = maxMillis;
    }

    void pause() throws IOException {
        try {
            if (closed.await(nextMillis, TimeUnit.MILLISECONDS)) {
                throw new IOException("file was closed during a retry");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the NameNode");
        }
        nextMillis = Math.min(nextMillis * 2, maxMillis);
    }
}
