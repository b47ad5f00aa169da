package org.underbase.combinedlog.client;

import java.io.InterruptedIOException;

/** Wait between two polls of HDFS, which offers no notification. */
final class Pause {
    private Pause() {}

    /** @throws InterruptedIOException if the thread is interrupted; it stays interrupted */
    static void millis(long millis) throws InterruptedIOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for HDFS");
        }
    }
}
