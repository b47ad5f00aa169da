package org.underbase.analysis.reconcile;

/**
 * Lengths of an output stream at its hflush and hsync calls, in the order of the trace. HDFS computes checksums by chunks of
 * 512 bytes: after a sync inside a chunk, the client sends the beginning of the chunk a second time.
 */
final class SyncPositions {
    static final int CHUNK = 512;

    private long first = -1;
    private long last = -1;
    /** Bytes sent a second time because data followed the sync; without the last sync. */
    private long resent;

    void sync(long position) {
        if (first < 0) {
            first = position;
        } else if (position != last) {
            resent += last % CHUNK;
        }
        last = position;
    }

    void add(SyncPositions later) {
        if (later.first >= 0) {
            sync(later.first);
            resent += later.resent;
            last = later.last;
        }
    }

    /** Returns the bytes sent a second time. */
    long resent(long fileSize) {
        return resent + (last > 0 && last < fileSize ? last % CHUNK : 0);
    }
}
