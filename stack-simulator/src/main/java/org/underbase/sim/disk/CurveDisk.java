package org.underbase.sim.disk;

import java.util.Arrays;

/** Disk whose seek time follows a measured curve of distances, plus half a rotation. */
public final class CurveDisk implements DiskModel {
    private final PaperDisk transfer;
    private final long[] distances;
    private final long[] seeks;
    private final long rotationNanos;

    /**
     * Creates a disk.
     *
     * @param bytesPerSecond bandwidth
     * @param distances distances of the curve in bytes, ascending
     * @param seeks seek times at the distances, in nanoseconds; the last one also holds for larger distances
     * @param rotationNanos time of a full rotation
     */
    public CurveDisk(long bytesPerSecond, long[] distances, long[] seeks, long rotationNanos) {
        if (distances.length == 0 || distances.length != seeks.length) {
            throw new IllegalArgumentException(
                    "invalid curve: " + distances.length + " distances and " + seeks.length + " seek times");
        }
        this.transfer = new PaperDisk(bytesPerSecond, 0);
        this.distances = distances.clone();
        this.seeks = seeks.clone();
        this.rotationNanos = rotationNanos;
    }

    @Override
    public long seekNanos(long gapBytes) {
        if (gapBytes == 0) {
            return 0;
        }
        long distance = Math.abs(gapBytes);
        int at = Arrays.binarySearch(distances, distance);
        int next = at < 0 ? -at - 1 : at;
        long seek;
        if (next == distances.length) {
            seek = seeks[next - 1];
        } else {
            long fromDistance = next == 0 ? 0 : distances[next - 1];
            long fromSeek = next == 0 ? 0 : seeks[next - 1];
            double share = (double) (distance - fromDistance) / (distances[next] - fromDistance);
            seek = fromSeek + Math.round(share * (seeks[next] - fromSeek));
        }
        return seek + rotationNanos / 2;
    }

    @Override
    public long transferNanos(long bytes) {
        return transfer.transferNanos(bytes);
    }
}
