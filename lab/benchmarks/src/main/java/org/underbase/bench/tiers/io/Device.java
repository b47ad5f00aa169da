package org.underbase.bench.tiers.io;

import java.time.Duration;
import org.underbase.testbed.disk.DiskModel;

/**
 * A kind of device of the hatS paper (Table I), {@link #SCALE} times as slow, so that the machine below is not what is
 * measured. Waits between requests are the paper's IOPS, not slowed down.
 */
enum Device {
    PCIE(533, 245, 70_000),
    SATA(191, 139, 25_000),
    HDD(61, 46, 3_500);

    /** How much slower than the paper's all devices and links are. */
    static final int SCALE = 160;

    /** InfiniBand and Gigabit Ethernet, as slow. */
    static final String FAST_LINK = 10_000_000 / SCALE + "kbit";

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

    /** The tier, and the disk's name on its node. */
    String tier() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Bytes a second that it reads. */
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
