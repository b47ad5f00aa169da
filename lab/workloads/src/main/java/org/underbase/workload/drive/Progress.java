package org.underbase.workload.drive;

import java.time.Duration;

/** Receiver of the progress of a phase, called at the interval of its plan from one thread. */
public interface Progress extends AutoCloseable {
    /** Receives a report. */
    void report(Report report);

    /** Ends the output. */
    @Override
    default void close() {}

    /** Creates a receiver that ignores all reports. */
    static Progress none() {
        return report -> {};
    }

    /**
     * State of a phase.
     *
     * @param phase name of the phase
     * @param elapsed time since the phase began
     * @param done completed units
     * @param total units of the whole phase, or 0 if time is the bound
     * @param unit name of the unit, in the plural
     * @param perSecond units per second since the last report
     * @param p50 median latency since the last report, in nanoseconds; 0 if nothing was timed
     * @param p99 99th percentile of the latency since the last report, in nanoseconds
     * @param errors failed operations so far
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
