package org.underbase.workload.dfsio;

import org.underbase.workload.drive.Measurement;

/**
 * What was read or written. Present also when it failed or was stopped on the way.
 *
 * @param measurement latencies by type of call
 * @param bytes read or written
 * @param wrong requests that returned other bytes than were written; 0 without verification
 */
public record DfsioResult(Measurement measurement, long bytes, long wrong) {
    /** Bytes a second over the whole time. */
    public double bytesPerSecond() {
        return measurement.elapsed().isZero()
                ? 0
                : bytes * 1e9 / measurement.elapsed().toNanos();
    }

    public boolean good() {
        return measurement.end() == Measurement.End.COMPLETED && wrong == 0;
    }
}
