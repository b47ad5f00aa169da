package org.underbase.bench.tiers.io;

import java.util.List;

/**
 * Time of one task, without the call that opens or creates the file, as in TestDFSIO.
 *
 * @param bytes bytes read or written
 * @param startNanos start of the task after the begin of its phase, in nanoseconds
 * @param nanos duration, in nanoseconds
 * @param hosts hosts with a replica of the range, if the task only located it; otherwise empty
 */
public record TaskTime(long bytes, long startNanos, long nanos, List<String> hosts) {
    /** Computes the I/O rate in bytes per second. */
    public double rate() {
        return bytes * 1e9 / nanos;
    }
}
