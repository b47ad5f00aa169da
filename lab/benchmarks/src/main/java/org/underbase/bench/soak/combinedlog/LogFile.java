package org.underbase.bench.soak.combinedlog;

import org.apache.hadoop.fs.Path;

/**
 * What a writer knows of a file. Nothing is noted any more once the round is struck: what a client learned after that
 * moment may be gone with the power. Thread-safe.
 */
final class LogFile {
    private final Path path;
    private final long seed;
    private long written;
    private long flushed;
    private long acked;
    private boolean closed;
    private boolean deleted;
    private boolean struck;

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

    synchronized void wrote(int bytes) {
        written += bytes;
    }

    synchronized long written() {
        return written;
    }

    synchronized void flushed() {
        if (!struck) {
            flushed = written;
        }
    }

    synchronized void synced() {
        if (!struck) {
            acked = written;
            flushed = written;
        }
    }

    /** Before the client asks for it: from here on the file may be open again, or shorter. */
    synchronized void reopens(long length) {
        if (!struck) {
            closed = false;
            flushed = Math.min(flushed, length);
            acked = Math.min(acked, length);
        }
        written = length;
    }

    synchronized void closed() {
        if (!struck) {
            closed = true;
            flushed = written;
            // A replica that was synced is whole on disk before its client hears that the file is closed.
            acked = acked > 0 ? written : 0;
        }
    }

    /** Before the client asks for it. */
    synchronized void goes() {
        deleted = true;
    }

    synchronized void strike() {
        struck = true;
    }

    synchronized long durable() {
        return acked;
    }

    synchronized long visible() {
        return flushed;
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
