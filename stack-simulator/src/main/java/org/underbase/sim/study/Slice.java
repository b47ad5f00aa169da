package org.underbase.sim.study;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.underbase.sim.disk.DiskStatistics;
import org.underbase.sim.request.Activity;

/** Measurements of one system in one slice of the time. */
final class Slice {
    private static final double FLASH_NANOS = 500_000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final DiskStatistics statistics = new DiskStatistics(Activity.COUNT);
    private long foreground;
    private long flashHits;

    DiskStatistics statistics() {
        return statistics;
    }

    /** Adds page requests of user reads. */
    void foreground(int pages, int inFlash) {
        foreground += pages;
        flashHits += inFlash;
    }

    void add(Slice other) {
        statistics.add(other.statistics);
        foreground += other.foreground;
        flashHits += other.flashHits;
    }

    void clear() {
        statistics.clear();
        foreground = 0;
        flashHits = 0;
    }

    /** Returns the mean latency of the page requests of user reads, cache hits included, in milliseconds. */
    double foregroundMillis() {
        int user = Activity.USER_READ.index();
        double disk = statistics.queueNanos(user) + statistics.executionNanos(user);
        return (disk + flashHits * FLASH_NANOS) / foreground / NANOS_PER_MILLI;
    }

    /** Returns the mean time of requests in the queue in milliseconds. */
    double queueMillis(Activity... activities) {
        return sum(statistics::queueNanos, activities) / sum(statistics::requests, activities) / NANOS_PER_MILLI;
    }

    /** Returns the mean time of seek and transfer in milliseconds. */
    double executionMillis(Activity... activities) {
        return sum(statistics::executionNanos, activities) / sum(statistics::requests, activities) / NANOS_PER_MILLI;
    }

    /** Returns the mean latency at the disks in milliseconds. */
    double millis(Activity... activities) {
        return queueMillis(activities) + executionMillis(activities);
    }

    private static double sum(IntToDoubleFunction value, Activity... activities) {
        return Arrays.stream(activities)
                .mapToDouble(activity -> value.applyAsDouble(activity.index()))
                .sum();
    }

    /** Returns the standard error of the mean of values. */
    static double standardError(double[] values) {
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return Math.sqrt(squares / (values.length - 1) / values.length);
    }
}
