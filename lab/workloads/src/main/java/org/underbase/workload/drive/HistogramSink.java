package org.underbase.workload.drive;

import org.HdrHistogram.Histogram;

/** Receiver of the latencies of each interval of a run, called from one thread. */
public interface HistogramSink {
    /**
     * Receives the latencies of one type in one interval.
     *
     * @param type name of the type of operation
     * @param fromSeconds start of the interval, in seconds since the start of the run
     * @param toSeconds end of the interval, in seconds since the start of the run
     * @param latencies latencies in nanoseconds; reused after the call
     */
    void interval(String type, double fromSeconds, double toSeconds, Histogram latencies);

    /** Creates a receiver that ignores all intervals. */
    static HistogramSink none() {
        return (type, from, to, latencies) -> {};
    }
}
