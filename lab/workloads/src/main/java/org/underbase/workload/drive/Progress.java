package org.underbase.workload.drive;

import java.time.Duration;

/** Hears how long work goes on; called every few seconds from one thread. */
public interface Progress {
    void report(Report report);

    /** Hears nothing. */
    static Progress none() {
        return report -> {};
    }

    /**
     * @param phase what is going on
     * @param elapsed since the phase began
     * @param done units so far
     * @param total units in all, or 0 when time is the bound
     * @param unit what is counted, in the plural
     * @param perSecond units a second since the last report
     * @param p50 median latency since the last report, nanoseconds; 0 where nothing is timed
     * @param p99 99th percentile of latency since the last report, nanoseconds
     * @param errors operations that failed so far
     */
    record Report(
            String phase,
            Duration elapsed,
            long done,
            long total,
            String unit,
            double perSecond,
            long p50,
            long p99,
            long errors) {}
}
