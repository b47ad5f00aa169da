package org.underbase.workload.drive;

import org.HdrHistogram.Histogram;

/** Takes the latencies of each interval of a run; called from one thread. */
public interface HistogramSink {
    /**
     * @param type of operation
     * @param fromSeconds begin of the interval, since the start of the run
     * @param toSeconds end of the interval, since the start of the run
     * @param latencies nanoseconds; reused after the call
     */
    void interval(String type, double fromSeconds, double toSeconds, Histogram latencies);

    /** Takes nothing. */
    static HistogramSink none() {
        return (type, from, to, latencies) -> {};
    }
}
