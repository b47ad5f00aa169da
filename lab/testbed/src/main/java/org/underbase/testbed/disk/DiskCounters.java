package org.underbase.testbed.disk;

/**
 * Counters of an emulated disk since its creation.
 *
 * @param bytes bytes read and written
 * @param reads number of reads
 * @param writes number of writes
 * @param flushes number of flushes
 * @param seeks number of seeks
 * @param busyNanos time of all operations according to the model, in nanoseconds
 */
public record DiskCounters(DiskBytes bytes, long reads, long writes, long flushes, long seeks, long busyNanos) {
    /** No operations. */
    public static final DiskCounters NONE = new DiskCounters(DiskBytes.NONE, 0, 0, 0, 0, 0);

    /** Adds the counters of another disk. */
    public DiskCounters plus(DiskCounters other) {
        return new DiskCounters(
                bytes.plus(other.bytes),
                reads + other.reads,
                writes + other.writes,
                flushes + other.flushes,
                seeks + other.seeks,
                busyNanos + other.busyNanos);
    }

    /** Subtracts an earlier reading. */
    public DiskCounters minus(DiskCounters earlier) {
        return new DiskCounters(
                bytes.minus(earlier.bytes),
                reads - earlier.reads,
                writes - earlier.writes,
                flushes - earlier.flushes,
                seeks - earlier.seeks,
                busyNanos - earlier.busyNanos);
    }
}
