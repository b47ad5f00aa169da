package org.underbase.bench.tiers.mapreduce;

import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * Successful job.
 *
 * @param name name of the job
 * @param seconds time from the start of its ApplicationMaster to its end, in seconds
 * @param counters counters by name, such as {@code HDFS_BYTES_READ}
 * @param maps map tasks
 * @param reduces reduce tasks
 */
public record JobRun(
        String name, double seconds, Map<String, Long> counters, List<TaskRun> maps, List<TaskRun> reduces) {
    /** Copies counters and tasks. */
    public JobRun {
        counters = Map.copyOf(counters);
        maps = List.copyOf(maps);
        reduces = List.copyOf(reduces);
    }

    /** Returns a counter; 0 if no task has counted. */
    public long counter(String counter) {
        return counters.getOrDefault(counter, 0L);
    }

    /** Returns the mean of the map tasks' rates on HDFS, in bytes per second: the average I/O rate. */
    public double averageRate() {
        return rates().average().orElse(0);
    }

    /** Returns the standard deviation of the map tasks' rates, in bytes per second. */
    public double rateDeviation() {
        double mean = averageRate();
        return Math.sqrt(
                rates().map(rate -> (rate - mean) * (rate - mean)).average().orElse(0));
    }

    private DoubleStream rates() {
        return maps.stream().mapToDouble(TaskRun::bytesPerSecond);
    }

    /** Returns the duration of the longest map task, in seconds. */
    public double longestMap() {
        return maps.stream().mapToDouble(TaskRun::seconds).max().orElse(0);
    }
}
