package org.underbase.bench.tracer.paired;

/**
 * Counters of a system since its start.
 *
 * @param calls completed calls
 * @param callerNanos CPU time of the system without the tracer's own threads, in nanoseconds
 * @param tracerNanos CPU time of the tracer's own threads, in nanoseconds
 */
public record Mark(long calls, long callerNanos, long tracerNanos) {
    /** Returns the counts since an earlier mark. */
    Mark since(Mark earlier) {
        return new Mark(calls - earlier.calls, callerNanos - earlier.callerNanos, tracerNanos - earlier.tracerNanos);
    }

    Mark plus(Mark other) {
        return new Mark(calls + other.calls, callerNanos + other.callerNanos, tracerNanos + other.tracerNanos);
    }

    double callerNanosPerCall() {
        return (double) callerNanos / calls;
    }
}
