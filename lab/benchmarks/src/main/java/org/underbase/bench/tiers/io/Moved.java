package org.underbase.bench.tiers.io;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Transfers of one or all clients in the measured time.
 *
 * @param bytes bytes read or written
 * @param nanos measured time, in nanoseconds
 * @param local bytes from a DataNode on the reader's node
 * @param rack bytes from another DataNode on the reader's rack
 * @param tasks started tasks, including those truncated by the end of the time
 */
public record Moved(long bytes, long nanos, long local, long rack, List<TaskTime> tasks) {
    static final Moved NONE = new Moved(0, 0, 0, 0, List.of());

    /** Copies the tasks. */
    public Moved {
        tasks = List.copyOf(tasks);
    }

    /** Adds the transfers of a concurrent client. */
    Moved and(Moved other) {
        List<TaskTime> all = new ArrayList<>(tasks);
        all.addAll(other.tasks);
        return new Moved(
                bytes + other.bytes, Math.max(nanos, other.nanos), local + other.local, rack + other.rack, all);
    }

    /** Returns the rate of all clients together, in bytes per second. */
    public double bytesPerSecond() {
        return bytes * 1e9 / nanos;
    }

    /** Returns TestDFSIO's throughput: the sum of the tasks' bytes by the sum of their times, in bytes per second. */
    public double throughput() {
        return tasks.stream().mapToLong(TaskTime::bytes).sum()
                * 1e9
                / tasks.stream().mapToLong(TaskTime::nanos).sum();
    }

    private DoubleStream rates() {
        return tasks.stream().mapToDouble(TaskTime::rate);
    }

    /** Returns TestDFSIO's average I/O rate: the mean of the tasks' rates, in bytes per second. */
    public double averageRate() {
        return rates().average().orElse(0);
    }

    /** Returns TestDFSIO's standard deviation of the I/O rate, in bytes per second. */
    public double rateDeviation() {
        double mean = averageRate();
        return Math.sqrt(
                rates().map(rate -> (rate - mean) * (rate - mean)).average().orElse(0));
    }

    /**
     * Returns a quantile of the tasks' durations in seconds.
     *
     * @param fraction 0 for the shortest, 1 for the longest
     */
    public double seconds(double fraction) {
        return quantile(tasks.stream().mapToDouble(task -> task.nanos() / 1e9), fraction);
    }

    /**
     * Returns a quantile of the times at which tasks ended after the begin of the phase, in seconds.
     *
     * @param fraction 0 for the first, 1 for the last
     */
    public double endSeconds(double fraction) {
        return quantile(tasks.stream().mapToDouble(task -> (task.startNanos() + task.nanos()) / 1e9), fraction);
    }

    private static double quantile(DoubleStream values, double fraction) {
        double[] sorted = values.sorted().toArray();
        return sorted[(int) Math.round(fraction * (sorted.length - 1))];
    }
}
