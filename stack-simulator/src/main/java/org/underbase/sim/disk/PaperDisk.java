package org.underbase.sim.disk;

/**
 * Disk of FAST '14 section 3.2: a request to another file seeks, an adjacent one does not, and another one to the same file
 * seeks for the time in which the disk transfers the bytes between, at most for a full seek.
 *
 * @param bytesPerSecond bandwidth
 * @param fullSeekNanos time of a full seek
 */
public record PaperDisk(long bytesPerSecond, long fullSeekNanos) implements DiskModel {
    /** 100 MB/s and 10 ms. */
    public static final PaperDisk DEFAULT = new PaperDisk(100_000_000, 10_000_000);

    private static final double NANOS = 1e9;

    @Override
    public long seekNanos(long gapBytes) {
        return gapBytes == OTHER_FILE ? fullSeekNanos : Math.min(fullSeekNanos, transferNanos(Math.abs(gapBytes)));
    }

    @Override
    public long transferNanos(long bytes) {
        return Math.round(bytes * NANOS / bytesPerSecond);
    }
}
