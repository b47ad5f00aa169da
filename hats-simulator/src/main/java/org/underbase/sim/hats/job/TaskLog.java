package org.underbase.sim.hats.job;

/** Times of tasks, in the metrics of TestDFSIO. */
public final class TaskLog {
    private long tasks;
    private double megabytes;
    private double seconds;
    private double rates;

    /** Adds a finished task. */
    public void add(long bytes, double taskSeconds) {
        if (bytes > 0 && taskSeconds > 0) {
            tasks++;
            megabytes += bytes / 1e6;
            seconds += taskSeconds;
            rates += bytes / 1e6 / taskSeconds;
        }
    }

    public long tasks() {
        return tasks;
    }

    /** Returns the bytes of all tasks divided by the sum of their times, in MB/s. */
    public double throughput() {
        return megabytes / seconds;
    }

    /** Returns the mean of the tasks' rates, in MB/s. */
    public double averageRate() {
        return rates / tasks;
    }
}
