package org.underbase.bench.tiers.mapreduce;

/**
 * Successful task.
 *
 * @param seconds time from the start of its JVM to its end, in seconds
 * @param bytesRead bytes that it read from HDFS
 * @param bytesWritten bytes that it wrote to HDFS, without replication
 */
public record TaskRun(double seconds, long bytesRead, long bytesWritten) {
    /** Returns the rate of reads and writes on HDFS. */
    public double bytesPerSecond() {
        return (bytesRead + bytesWritten) / seconds;
    }
}
