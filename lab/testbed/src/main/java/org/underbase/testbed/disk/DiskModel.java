package org.underbase.testbed.disk;

import java.time.Duration;

/**
 * How slow an emulated disk is. An operation costs bytes / bandwidth, plus a seek when it does not
 * start where the last one ended; a flush costs a constant. Zero means that it costs nothing.
 *
 * @param bytesPerSecond bandwidth, the same for reads and writes
 * @param seek the mean time to get to another place
 * @param flush the time to make what was written durable
 */
public record DiskModel(long bytesPerSecond, Duration seek, Duration flush) {
    /** About a 7,200 rpm SATA disk: 100 MB/s, 10 ms, 8 ms. */
    public static final DiskModel HDD = new DiskModel(100_000_000, Duration.ofMillis(10), Duration.ofMillis(8));

    /** About a SATA flash disk: 400 MB/s, 80 us, 0.5 ms. */
    public static final DiskModel SSD = new DiskModel(400_000_000, Duration.ofNanos(80_000), Duration.ofNanos(500_000));

    /** Costs nothing beyond the emulation itself; the bytes are counted all the same. */
    public static final DiskModel UNLIMITED = new DiskModel(0, Duration.ZERO, Duration.ZERO);

    public DiskModel {
        if (bytesPerSecond < 0 || seek.isNegative() || flush.isNegative()) {
            throw new IllegalArgumentException(
                    "a disk's model cannot be negative: " + bytesPerSecond + " B/s, seek " + seek + ", flush " + flush);
        }
    }

    /** The same disk with another bandwidth. */
    public DiskModel bandwidth(long newBytesPerSecond) {
        return new DiskModel(newBytesPerSecond, seek, flush);
    }
}
