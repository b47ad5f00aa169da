package org.underbase.localcompact.hdfs;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Pauses that grow, of something that may end meanwhile. Not thread-safe, except for the latch. */
final class Patience {
    private final CountDownLatch ended;
    private final long longest;
    private long next;

    /**
     * Makes the pauses.
     *
     * @param ended its end ends a pause with an exception
     * @param first milliseconds
     * @param longest milliseconds
     */
    Patience(CountDownLatch ended, long first, long longest) {
        this.ended = ended;
        this.next = first;
        this.longest = longest;
    }

    void pause() throws IOException {
        try {
            if (ended.await(next, TimeUnit.MILLISECONDS)) {
                throw new IOException("closed meanwhile");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the NameNode was waited for");
        }
        next = Math.min(next * 2, longest);
    }
}
