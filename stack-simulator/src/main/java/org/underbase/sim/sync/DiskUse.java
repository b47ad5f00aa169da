package org.underbase.sim.sync;

/**
 * Operations of a disk.
 *
 * @param bytesRead bytes read
 * @param bytesWritten bytes written
 * @param reads number of reads
 * @param writes number of writes
 * @param flushes number of flushes
 * @param seeks number of seeks
 * @param busyNanos time of all operations, in nanoseconds
 */
public record DiskUse(
        long bytesRead, long bytesWritten, long reads, long writes, long flushes, long seeks, long busyNanos) {
    /** No operations. */
    public static final DiskUse NONE = new DiskUse(0, 0, 0, 0, 0, 0, 0);

    /** Adds other operations. */
    public DiskUse plus(DiskUse other) {
        return new DiskUse(
                bytesRead + other.bytesRead,
                bytesWritten + other.bytesWritten,
                reads + other.reads,
                writes + other.writes,
                flushes + other.flushes,
                seeks + other.seeks,
                busyNanos + other.busyNanos);
    }
}
