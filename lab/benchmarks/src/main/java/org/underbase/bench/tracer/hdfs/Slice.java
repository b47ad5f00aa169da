package org.underbase.bench.tracer.hdfs;

/**
 * Work of a client in one slice of time.
 *
 * @param calls number of calls that read or wrote bytes
 * @param bytes bytes read or written
 * @param wallNanos time from the first call to the last close, in nanoseconds
 * @param cpuNanos CPU time of the client's process until the tracer's events are on disk, in nanoseconds
 */
record Slice(long calls, long bytes, long wallNanos, long cpuNanos) {
    static final Slice NONE = new Slice(0, 0, 0, 0);

    Slice plus(Slice other) {
        return new Slice(
                calls + other.calls, bytes + other.bytes, wallNanos + other.wallNanos, cpuNanos + other.cpuNanos);
    }

    double bytesPerSecond() {
        return bytes * 1e9 / wallNanos;
    }

    double callsPerSecond() {
        return calls * 1e9 / wallNanos;
    }

    double cpuMicrosPerCall() {
        return cpuNanos / 1e3 / calls;
    }
}
