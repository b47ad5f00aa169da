package org.underbase.testbed.disk;

import java.time.Duration;

/**
 * Speed of an emulated disk. An operation takes bytes / bandwidth, plus a seek unless it starts where the last operation
 * ended. A flush takes a constant time. Zero stands for no delay.
 *
 * @param bytesPerSecond bandwidth of reads and of writes, in bytes per second
 * @param seek mean time of a seek
 * @param flush time of a flush, which makes writes durable
 */
public record DiskModel(long bytesPerSecond, Duration seek, Duration flush) {
    /** Model of a 7,200 rpm SATA disk: 100 MB/s, 10 ms, 8 ms. */
    public static final DiskModel HDD = new DiskModel(100_000_000, Duration.ofMillis(10), Duration.ofMillis(8));

    /** Model of a SATA SSD: 400 MB/s, 80 us, 0.5 ms. */
    public static final DiskModel SSD = new DiskModel(400_000_000, Duration.ofNanos(80_000), Duration.ofNanos(500_000));

    /** Model without delays; bytes are still counted. */
    public static final DiskModel UNLIMITED = new DiskModel(0, Duration.ZERO, Duration.ZERO);

    public DiskModel {
        if (bytesPerSecond < 0 || seek.isNegative() || flush.isNegative()) {
            throw new IllegalArgumentException("invalid model of a disk, values must not be negative: " + bytesPerSecond
                    + " B/s, seek " + seek + ", flush " + flush);
        }
    }

    /** Copies the model with another bandwidth. */
    public DiskModel bandwidth(long newBytesPerSecond) {
        return new DiskModel(newBytesPerSecond, seek, flush);
    }
}
