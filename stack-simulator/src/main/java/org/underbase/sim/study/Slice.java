package org.underbase.sim.study;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import org.underbase.sim.disk.DiskStatistics;
import org.underbase.sim.disk.LatencyHistogram;
import org.underbase.sim.request.Activity;

/** Measurements of one system in one slice of the time. */
final class Slice {
    private static final double FLASH_NANOS = 500_000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final DiskStatistics statistics;
    private final boolean logsAreForeground;
    private long foreground;
    private long flashHits;

    Slice() {
        this(false, false);
    }

    /**
     * Creates measurements.
     *
     * @param distributions whether the distributions of latencies are measured
     * @param logsAreForeground whether clients wait for the disk writes of logs
     */
    Slice(boolean distributions, boolean logsAreForeground) {
        this.statistics = new DiskStatistics(2 * Activity.COUNT, distributions);
        this.logsAreForeground = logsAreForeground;
    }

    /** Returns the class of the requests of an activity for which no process waits. */
    static int background(Activity activity) {
        return Activity.COUNT + activity.index();
    }

    /** Returns the pages that disks transferred for an activity. */
    long pages(Activity activity) {
        return statistics.pages(activity.index()) + statistics.pages(background(activity));
    }

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
        return millis(Waits.READS);
    }

    /** Returns the activities whose disk requests count, besides those of user reads. */
    private List<Activity> atDisks(Waits waits) {
        return switch (waits) {
            case READS -> List.of();
            case LOGS -> List.of(Activity.LOG);
            case FLUSHES -> List.of(Activity.FLUSH);
            case COMPACTIONS -> List.of(Activity.COMPACTION_READ, Activity.COMPACTION_WRITE);
            case FOREGROUND -> logsAreForeground ? List.of(Activity.LOG) : List.of();
        };
    }

    /** Returns a mean latency in milliseconds. */
    double millis(Waits waits) {
        return mean(waits, this::nanos, FLASH_NANOS);
    }

    private double nanos(int kind) {
        return statistics.queueNanos(kind) + statistics.executionNanos(kind);
    }

    private double mean(Waits waits, IntToDoubleFunction nanosAtDisks, double flashNanos) {
        double requests = waits.hasReads() ? foreground : 0;
        double nanos =
                waits.hasReads() ? nanosAtDisks.applyAsDouble(Activity.USER_READ.index()) + flashHits * flashNanos : 0;
        for (Activity activity : atDisks(waits)) {
            requests += statistics.requests(activity.index());
            nanos += nanosAtDisks.applyAsDouble(activity.index());
        }
        return nanos / requests / NANOS_PER_MILLI;
    }

    /** Returns the latency in milliseconds that a share of the requests does not exceed. */
    double millis(Waits waits, double share) {
        return distribution(waits, statistics::latencies, FLASH_NANOS).quantile(share) / NANOS_PER_MILLI;
    }

    /** Returns a part of the latencies. */
    Latency latency(Waits waits, LatencyPart part) {
        double flashNanos = part == LatencyPart.DEVICE ? FLASH_NANOS : 0;
        LatencyHistogram all = distribution(waits, kind -> part.distribution(statistics, kind), flashNanos);
        return new Latency(
                mean(waits, kind -> part.nanos(statistics, kind), flashNanos),
                all.quantile(Latency.P50) / NANOS_PER_MILLI,
                all.quantile(Latency.P99) / NANOS_PER_MILLI);
    }

    private LatencyHistogram distribution(Waits waits, IntFunction<LatencyHistogram> atDisks, double flashNanos) {
        LatencyHistogram all = new LatencyHistogram();
        if (waits.hasReads()) {
            int user = Activity.USER_READ.index();
            all.add(0, Math.max(0, foreground - flashHits - statistics.requests(user)));
            all.add(flashNanos, flashHits);
            all.add(atDisks.apply(user));
        }
        atDisks(waits).forEach(activity -> all.add(atDisks.apply(activity.index())));
        return all;
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
