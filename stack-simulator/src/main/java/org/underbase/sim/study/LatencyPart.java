package org.underbase.sim.study;

import org.underbase.sim.disk.DiskStatistics;
import org.underbase.sim.disk.LatencyHistogram;

/** Part of a latency. The mean latency is the sum of the means of both parts; its percentiles are not. */
public enum LatencyPart {
    /** Wait for other requests, and for earlier pages of the same request. */
    QUEUE,
    /** Seek and transfer; for a hit in flash, its read. */
    DEVICE;

    double nanos(DiskStatistics statistics, int kind) {
        return this == QUEUE ? statistics.queueNanos(kind) : statistics.executionNanos(kind);
    }

    LatencyHistogram distribution(DiskStatistics statistics, int kind) {
        return this == QUEUE ? statistics.queues(kind) : statistics.executions(kind);
    }
}
