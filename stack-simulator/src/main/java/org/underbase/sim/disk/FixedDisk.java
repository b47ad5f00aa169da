package org.underbase.sim.disk;

/**
 * Disk that seeks for a constant time unless a request is adjacent, and serves requests in the order of their arrival: the
 * emulated disk of the testbed.
 *
 * @param bytesPerSecond bandwidth
 * @param constantSeekNanos time of a seek
 * @param flushNanos time of a flush
 */
public record FixedDisk(long bytesPerSecond, long constantSeekNanos, long flushNanos) implements DiskModel {
    private static final double NANOS = 1e9;

    @Override
    public long seekNanos(long gapBytes) {
        return gapBytes == 0 ? 0 : constantSeekNanos;
    }

    @Override
    public long transferNanos(long bytes) {
        return Math.round(bytes * NANOS / bytesPerSecond);
    }

    @Override
    public boolean isFifo() {
        return true;
    }
}
