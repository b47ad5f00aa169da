package org.underbase.sim.sync;

/**
 * Settings on which the time of hsyncs depends, besides the seeks and the bandwidth of the disks.
 *
 * @param flushNanos time in which a disk makes its writes durable, in nanoseconds; negative if it is unknown
 * @param segmentBytes size of a segment of a combined log
 */
public record SyncSettings(long flushNanos, long segmentBytes) {
    /** Disks with an unknown time, and segments of the default size. */
    public static final SyncSettings UNKNOWN = new SyncSettings(-1, 64L << 20);

    /** Whether the time of a flush is known. */
    public boolean isKnown() {
        return flushNanos >= 0;
    }

    /** Returns these settings with another time of a flush. */
    public SyncSettings withFlush(long nanos) {
        return new SyncSettings(nanos, segmentBytes);
    }

    /** Returns these settings with segments of another size. */
    public SyncSettings withSegments(long bytes) {
        return new SyncSettings(flushNanos, bytes);
    }
}
