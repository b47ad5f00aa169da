package org.underbase.bench.prediction.tiers;

import java.time.Duration;
import java.util.Locale;
import org.underbase.sim.disk.FixedDisk;
import org.underbase.sim.hats.cluster.DeviceClass;
import org.underbase.testbed.disk.DiskModel;

/**
 * Tier of the cluster, with a kind of device of the hatS paper (Table I): SATA SSDs and HDDs. They are slowed down by {@link
 * #SCALE}, so that the devices determine the latency of reads. The delay per request follows the paper's IOPS and is not scaled.
 */
public enum Tier {
    FAST(191, 139, 25_000),
    DISK(61, 46, 3_500);

    /** Factor by which devices and links are slower than in the paper. */
    public static final int SCALE = 240;

    /** Rate of every node's link: InfiniBand, scaled. */
    static final long LINK_BYTES_PER_SECOND = 1_250_000_000 / SCALE;

    private static final long MEGA = 1_000_000;
    /** DataNodes require 1 GB of free space. */
    private static final long CAPACITY = 3L << 30;

    private final int read;
    private final int write;
    private final long seekNanos;

    Tier(int read, int write, int iops) {
        this.read = read;
        this.write = write;
        this.seekNanos = 1_000_000_000L / iops;
    }

    /** Returns the name of the tier, which is also the name of its disks. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    long readBytesPerSecond() {
        return read * MEGA / SCALE;
    }

    long capacity() {
        return CAPACITY;
    }

    /** Returns the model of the emulated device while it is read. */
    DiskModel emulated() {
        return new DiskModel(readBytesPerSecond(), Duration.ofNanos(seekNanos), Duration.ZERO);
    }

    /** Returns the same model for the prediction. */
    FixedDisk simulated() {
        return new FixedDisk(readBytesPerSecond(), seekNanos, 0);
    }

    /** Returns the class of the device for decisions, which depend on the ratio of the rates only. */
    DeviceClass device() {
        return new DeviceClass(read, write, CAPACITY);
    }
}
