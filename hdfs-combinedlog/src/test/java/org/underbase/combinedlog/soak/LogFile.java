package org.underbase.combinedlog.soak;

import org.apache.hadoop.fs.Path;

/**
 * State of a file as its writer observes it. The state is frozen at the crash of the round, because later acknowledgements may be
 * lost in a power failure. Thread-safe.
 */
final class LogFile {
    /** Bytes per checksum, HDFS's default. */
    private static final int CHUNK = 512;

    private final Path path;
    private final long seed;
    private long written;
    private long flushed;
    private long acked;
    private boolean writing;
    private boolean closed;
    private boolean deleted;
    private boolean crashed;

    LogFile(Path path, long seed) {
        this.path = path;
        this.seed = seed;
    }

    Path path() {
        return path;
    }

    long seed() {
        return seed;
    }

    /** Called before a write, which HDFS may send before the next flush. */
    synchronized void writing() {
        writing = true;
    }

    synchronized void wrote(int bytes) {
        written += bytes;
    }

    synchronized long written() {
        return written;
    }

    synchronized void flushed() {
        if (!crashed) {
            flushed = written;
            writing = false;
        }
    }

    synchronized void synced() {
        if (!crashed) {
            acked = written;
            flushed = written;
            writing = false;
        }
    }

    /** Called before an append or a truncation: from now on the file may be open, or shorter. */
    synchronized void reopens(long length) {
        if (!crashed) {
            closed = false;
            flushed = Math.min(flushed, length);
            acked = Math.min(acked, length);
        }
        written = length;
    }

    synchronized void closed() {
        if (!crashed) {
            closed = true;
            flushed = written;
            writing = false;
            // A synced replica is completely on disk before the close is acknowledged.
            acked = acked > 0 ? written : 0;
        }
    }

    /** Called before the deletion. */
    synchronized void deleting() {
        deleted = true;
    }

    synchronized void crash() {
        crashed = true;
    }

    synchronized long durable() {
        return acked;
    }

    /**
     * Returns the number of bytes that the exit of a DataNode must preserve. A DataNode writes the bytes of a packet, then their
     * checksums. If it is killed in between, the last chunk on disk does not match its checksum, and HDFS removes that chunk at the
     * start. So the exit can remove bytes of that chunk that were flushed earlier, but no synced ones: the journal contains them.
     */
    synchronized long visible() {
        return writing ? Math.max(acked, flushed - flushed % CHUNK) : flushed;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    synchronized boolean isDeleted() {
        return deleted;
    }

    @Override
    public synchronized String toString() {
        return path + " (seed " + seed + ", written " + written + ", flushed " + flushed + ", acknowledged " + acked
                + (closed ? ", closed)" : ")");
    }
}
