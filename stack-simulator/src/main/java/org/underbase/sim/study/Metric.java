package org.underbase.sim.study;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Quantities by which alternatives are compared. */
public enum Metric {
    /** Mean latency of the page requests of user reads, cache hits included. */
    READ_MEAN("user read mean", Waits.READS, Statistic.MEAN),
    /** Their median. */
    READ_P50("user read p50", Waits.READS, Statistic.P50),
    /** Their 99th percentile. */
    READ_P99("user read p99", Waits.READS, Statistic.P99),
    /** Mean latency of logs at the disks. */
    LOG_MEAN("log mean", Waits.LOGS, Statistic.MEAN),
    /** Their median. */
    LOG_P50("log p50", Waits.LOGS, Statistic.P50),
    /** Their 99th percentile. */
    LOG_P99("log p99", Waits.LOGS, Statistic.P99),
    /** Mean latency of flushes at the disks. */
    FLUSH_MEAN("flush mean", Waits.FLUSHES, Statistic.MEAN),
    /** Their median. */
    FLUSH_P50("flush p50", Waits.FLUSHES, Statistic.P50),
    /** Their 99th percentile. */
    FLUSH_P99("flush p99", Waits.FLUSHES, Statistic.P99),
    /** Mean latency of compactions at the disks. */
    COMPACTION_MEAN("compaction mean", Waits.COMPACTIONS, Statistic.MEAN),
    /** Their median. */
    COMPACTION_P50("compaction p50", Waits.COMPACTIONS, Statistic.P50),
    /** Their 99th percentile. */
    COMPACTION_P99("compaction p99", Waits.COMPACTIONS, Statistic.P99),
    /** Mean latency of the requests for which clients wait: user reads, and with hsync also logs. */
    FOREGROUND_MEAN("foreground mean", Waits.FOREGROUND, Statistic.MEAN),
    /** Their median. */
    FOREGROUND_P50("foreground p50", Waits.FOREGROUND, Statistic.P50),
    /** Their 99th percentile. */
    FOREGROUND_P99("foreground p99", Waits.FOREGROUND, Statistic.P99),
    /** Bytes that clients read through the DataNode. */
    HDFS_READS("HDFS read"),
    /** Bytes that clients of this machine write, before replication. */
    HDFS_WRITES("HDFS written"),
    /** Bytes that other machines send. */
    NETWORK("received"),
    /** Bytes that the DataNode reads from its file systems. */
    FS_READS("FS read"),
    /** Bytes that the DataNode writes to its file systems. */
    FS_WRITES("FS written"),
    /** Bytes that RAM contains when they are read. */
    RAM_READS("RAM read"),
    /** Bytes that enter RAM. */
    RAM_WRITES("RAM written"),
    /** Bytes that flash contains when they are read. */
    FLASH_READS("flash read"),
    /** Bytes that enter flash. */
    FLASH_WRITES("flash written"),
    /** Bytes that disks read. */
    DISK_READS("disk read"),
    /** Bytes that disks write. */
    DISK_WRITES("disk written");

    private enum Statistic {
        MEAN(0),
        P50(Latency.P50),
        P99(Latency.P99);

        private final double share;

        Statistic(double share) {
            this.share = share;
        }
    }

    private final String label;
    private final Waits waits;
    private final Statistic statistic;

    Metric(String label) {
        this(label, null, null);
    }

    Metric(String label, Waits waits, Statistic statistic) {
        this.label = label;
        this.waits = waits;
        this.statistic = statistic;
    }

    /** Returns the latencies. */
    public static List<Metric> latencies() {
        return Arrays.stream(values()).filter(metric -> !metric.isRate()).toList();
    }

    /** Returns the bytes of the layers, per minute. */
    public static List<Metric> layers() {
        return Arrays.stream(values()).filter(Metric::isRate).toList();
    }

    /** Returns the requests of a latency, null of a rate. */
    public Waits waits() {
        return waits;
    }

    /** Returns the head of a column. */
    public String label() {
        return label;
    }

    /** Returns the unit of the values. */
    public String unit() {
        return isRate() ? "MiB/min" : "ms";
    }

    /** Returns the name in goals and JSON. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether the metric is a rate of bytes, which the slices of a trace do not estimate but count. */
    public boolean isRate() {
        return waits == null;
    }

    /** Whether the metric is a quantile, which has the resolution of a histogram of latencies. */
    boolean isQuantile() {
        return !isRate() && statistic != Statistic.MEAN;
    }

    /** Whether hsync adds requests to those of the metric, so that values with and without it are not comparable. */
    boolean dependsOnHsync() {
        return waits == Waits.FOREGROUND;
    }

    /** Returns a latency in milliseconds. */
    double of(Slice slice) {
        return statistic == Statistic.MEAN ? slice.millis(waits) : slice.millis(waits, statistic.share);
    }
}
