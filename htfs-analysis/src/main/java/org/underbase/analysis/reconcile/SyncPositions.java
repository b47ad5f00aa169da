package org.underbase.analysis.reconcile;

/**
 * The lengths at which an output stream was made visible or durable, in the order of the trace. HDFS checks data in
 * chunks of 512 bytes: what is written after a sync inside a chunk is sent together with the beginning of the chunk,
 * once more.
 */
final class SyncPositions {
    static final int CHUNK = 512;

    private long first = -1;
    private long last = -1;
    /** Bytes sent once more because more followed the sync; the last sync not included. */
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

    /** Bytes sent more than once. */
    long resent(long fileSize) {
        return resent + (last > 0 && last < fileSize ? last % CHUNK : 0);
    }
}
