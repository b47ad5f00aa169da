package org.underbase.bench.tracer.hdfs;

/**
 * What a client did in one slice of time.
 *
 * @param calls how many calls moved bytes
 * @param bytes how many bytes they moved
 * @param wallNanos from the first call to the last close
 * @param cpuNanos that the client's process used: all its threads, and the tracer until its events are on disk
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
