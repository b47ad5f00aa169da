package org.underbase.workload.dfsio;

import org.underbase.workload.drive.Measurement;

/**
 * Result of a phase, also of a failed or stopped one.
 *
 * @param measurement latencies by type of call
 * @param bytes bytes read or written
 * @param wrong requests that returned other bytes than were written; 0 without verification
 */
public record DfsioResult(Measurement measurement, long bytes, long wrong) {
    /** Returns the mean rate of the phase, in bytes per second. */
    public double bytesPerSecond() {
        return measurement.elapsed().isZero()
                ? 0
                : bytes * 1e9 / measurement.elapsed().toNanos();
    }

    /** Whether the phase completed and all verified data was correct. */
    public boolean good() {
        return measurement.end() == Measurement.End.COMPLETED && wrong == 0;
    }
}
