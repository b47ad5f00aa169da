package org.underbase.sim.synthetic;

import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;

/** File of HDFS, whose blocks are local files with consecutive numbers. */
final class StoreFile {
    static final int BLOCK = 256 << 20;

    /** {@link #firstBlock} of a file that no client has read. */
    static final int UNREAD = -1;

    private static final int MEGABYTE = 1 << 20;

    final int firstLocal;
    final long bytes;
    /** Output of the compaction that replaced this file. */
    StoreFile successor;
    /** Number of the first block, among the blocks of all files that clients have read. */
    int firstBlock = UNREAD;

    private double successorStart;
    private double successorScale;

    StoreFile(int firstLocal, long bytes) {
        this.firstLocal = firstLocal;
        this.bytes = bytes;
    }

    int localFiles() {
        return (int) ((bytes + BLOCK - 1) / BLOCK);
    }

    void replace(StoreFile output, double start, double scale) {
        successor = output;
        successorStart = start;
        successorScale = scale;
    }

    /** Returns the offset in the successor of an offset in this file. */
    long inSuccessor(long offset) {
        return (long) (successorStart + offset * successorScale);
    }

    /** Emits a call, split at the borders of HDFS blocks. */
    void request(RequestListener listener, long time, Activity activity, long offset, int length, boolean received) {
        long at = offset;
        long end = Math.min(bytes, offset + length);
        while (at < end) {
            int local = (int) (at / BLOCK);
            int within = (int) (at % BLOCK);
            int count = (int) Math.min(end - at, BLOCK - within);
            listener.request(time, activity, firstLocal + local, within, count, received);
            at += count;
        }
    }

    void created(RequestListener listener, long time, Activity activity, boolean received) {
        int megabytes = (int) ((bytes + MEGABYTE - 1) / MEGABYTE);
        for (int i = 0; i < localFiles(); i++) {
            listener.created(time, activity, firstLocal + i, length(i), megabytes, received);
        }
    }

    private int length(int local) {
        return (int) Math.min(BLOCK, bytes - (long) local * BLOCK);
    }

    void delete(RequestListener listener, long time) {
        for (int i = 0; i < localFiles(); i++) {
            listener.deleted(time, firstLocal + i, length(i));
        }
    }
}
