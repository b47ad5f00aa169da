package org.underbase.sim.sync;

/**
 * Settings on which the time of hsyncs depends, besides the seeks and the bandwidth of the disks.
 *
 * @param flushNanos time in which a disk makes its writes durable, in nanoseconds; -1 if it is unknown
 * @param segmentBytes size of a segment of a combined log, 64 KiB to 16 GiB; segments do not grow
 */
public record SyncSettings(long flushNanos, long segmentBytes) {
    /** Disks with an unknown time, and segments of the default size. */
    public static final SyncSettings UNKNOWN = new SyncSettings(-1, 64L << 20);

    private static final long SMALLEST_SEGMENT = 64L << 10;
    private static final long LARGEST_SEGMENT = 16L << 30;

    /** Checks the settings. */
    public SyncSettings {
        if (flushNanos < -1) {
            throw new IllegalArgumentException("invalid time of a flush " + flushNanos + " ns: must not be negative");
        }
        if (segmentBytes < SMALLEST_SEGMENT || segmentBytes > LARGEST_SEGMENT) {
            throw new IllegalArgumentException("invalid segment of " + segmentBytes + " bytes: must have 64k to 16g");
        }
    }

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
