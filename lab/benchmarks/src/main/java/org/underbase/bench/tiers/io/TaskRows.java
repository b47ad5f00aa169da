package org.underbase.bench.tiers.io;

import org.underbase.testbed.report.Measurements;

/** Rows of a phase: TestDFSIO's metrics and the distribution of the tasks' times. */
public final class TaskRows {
    private static final double MEGA = 1e6;

    private TaskRows() {}

    /**
     * Adds the rows.
     *
     * @param measurements receiver
     * @param title kind of the tasks, configuration and network
     * @param moved the phase
     */
    public static void add(Measurements measurements, String title, Moved moved) {
        measurements.measured(title + ": throughput per task", "MB/s", moved.throughput() / MEGA);
        measurements.measured(title + ": average I/O rate", "MB/s", moved.averageRate() / MEGA);
        measurements.measured(title + ": standard deviation of the I/O rate", "MB/s", moved.rateDeviation() / MEGA);
        times(measurements, title, moved);
    }

    /** Adds the distribution of the tasks' times only. */
    static void times(Measurements measurements, String title, Moved moved) {
        measurements.measured(title + ": time of a task, minimum", "s", moved.seconds(0));
        measurements.measured(title + ": time of a task, p50", "s", moved.seconds(0.5));
        measurements.measured(title + ": time of a task, p90", "s", moved.seconds(0.9));
        measurements.measured(title + ": time of a task, maximum", "s", moved.seconds(1));
        measurements.measured(title + ": half of the tasks ended after", "s", moved.endSeconds(0.5));
        measurements.measured(title + ": 90% of the tasks ended after", "s", moved.endSeconds(0.9));
        measurements.measured(title + ": all tasks ended after", "s", moved.endSeconds(1));
    }
}
