package org.underbase.bench.tiers.io;

import java.time.Duration;
import org.underbase.testbed.disk.DiskModel;

/**
 * Kind of device of the hatS paper (Table I), slowed down by {@link #SCALE}, so that the machine is not the bottleneck. The
 * delay per request follows the paper's IOPS and is not scaled.
 */
public enum Device {
    PCIE("PCIe SSD", 533, 245, 70_000),
    SATA("SATA SSD", 191, 139, 25_000),
    HDD("HDD", 61, 46, 3_500);

    /** Factor by which all devices and links are slower than in the paper. */
    public static final int SCALE = 160;

    /** Rate of InfiniBand, scaled. */
    public static final String FAST_LINK = 10_000_000 / SCALE + "kbit";

    /** Rate of Gigabit Ethernet, scaled. */
    public static final String SLOW_LINK = 1_000_000 / SCALE + "kbit";

    private static final long MEGA = 1_000_000;

    private final String title;
    private final long read;
    private final long write;
    private final int iops;

    Device(String title, int read, int write, int iops) {
        this.title = title;
        this.read = read * MEGA / SCALE;
        this.write = write * MEGA / SCALE;
        this.iops = iops;
    }

    /** Returns the name for tables. */
    public String title() {
        return title;
    }

    /** Returns the name of the tier, which is also the name of the disk. */
    public String tier() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Returns the read bandwidth in bytes per second. */
    public long readBytes() {
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
