package org.underbase.analysis.reconcile;

/**
 * Lengths of an output stream at its hflush and hsync calls, in the order of time. HDFS computes checksums by chunks of 512
 * bytes: after a sync inside a chunk, the client sends the beginning of the chunk a second time.
 */
final class SyncPositions {
    static final int CHUNK = 512;

    private long last = -1;
    /** Bytes sent a second time because data followed the sync; without the last sync. */
    private long resent;

    void sync(long position) {
        if (last >= 0 && position != last) {
            resent += last % CHUNK;
        }
        last = position;
    }

    /** Returns the bytes sent a second time. */
    long resent(long fileSize) {
        return resent + (last > 0 && last < fileSize ? last % CHUNK : 0);
    }
}
