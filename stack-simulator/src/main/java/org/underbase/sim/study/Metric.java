package org.underbase.sim.study;

import java.util.List;
import java.util.Locale;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.request.Activity;

/** Quantities by which alternatives are compared. */
public enum Metric {
    /** Mean latency of the page requests of user reads, cache hits included. */
    READ_MEAN("user read, ms"),
    /** Mean latency of logs at the disks. */
    LOG_MEAN("log, ms"),
    /** Mean latency of compactions at the disks. */
    COMPACTION_MEAN("compaction, ms"),
    /** Bytes that disks read. */
    DISK_READS("disk reads, MB/min"),
    /** Bytes that disks write. */
    DISK_WRITES("disk writes, MB/min");

    private static final double MB = 1 << 20;

    private final String label;

    Metric(String label) {
        this.label = label;
    }

    /** Returns the name and unit. */
    public String label() {
        return label;
    }

    /** Returns the name in goals and JSON. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether the metric is a rate of bytes, which the slices of a trace do not estimate but count. */
    boolean isRate() {
        return this == DISK_READS || this == DISK_WRITES;
    }

    double of(Slice slice, double minutes) {
        return switch (this) {
            case READ_MEAN -> slice.foregroundMillis();
            case LOG_MEAN -> slice.millis(Activity.LOG);
            case COMPACTION_MEAN -> slice.millis(Activity.COMPACTION_READ, Activity.COMPACTION_WRITE);
            case DISK_READS -> megabytes(slice, Activity.READS) / minutes;
            case DISK_WRITES -> megabytes(slice, Activity.WRITES) / minutes;
        };
    }

    private static double megabytes(Slice slice, List<Activity> activities) {
        return activities.stream()
                        .mapToDouble(activity -> slice.statistics().pages(activity.index()))
                        .sum()
                * Disk.PAGE
                / MB;
    }
}
