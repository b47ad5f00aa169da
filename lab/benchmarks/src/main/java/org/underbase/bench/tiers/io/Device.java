package org.underbase.bench.tiers.io;

import java.time.Duration;
import org.underbase.testbed.disk.DiskModel;

/**
 * Kind of device of the hatS paper (Table I), slowed down by {@link #SCALE}, so that the machine is not the bottleneck. The
 * delay per request follows the paper's IOPS and is not scaled.
 */
enum Device {
    PCIE(533, 245, 70_000),
    SATA(191, 139, 25_000),
    HDD(61, 46, 3_500);

    /** Factor by which all devices and links are slower than in the paper. */
    static final int SCALE = 160;

    /** Rate of InfiniBand, scaled. */
    static final String FAST_LINK = 10_000_000 / SCALE + "kbit";

    /** Rate of Gigabit Ethernet, scaled. */
    static final String SLOW_LINK = 1_000_000 / SCALE + "kbit";

    private static final long MEGA = 1_000_000;

    private final long read;
    private final long write;
    private final int iops;

    Device(int read, int write, int iops) {
        this.read = read * MEGA / SCALE;
        this.write = write * MEGA / SCALE;
        this.iops = iops;
    }

    /** Returns the name of the tier, which is also the name of the disk. */
    String tier() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Returns the read bandwidth in bytes per second. */
    long readBytes() {
        return read;
    }

    DiskModel reading() {
        return model(read);
    }

    DiskModel writing() {
        return model(write);
    }

    private DiskModel model(long bytesPerSecond) {
        return new DiskModel(bytesPerSecond, Duration.ofNanos(1_000_000_000L / iops), Duration.ZERO);
    }
}
