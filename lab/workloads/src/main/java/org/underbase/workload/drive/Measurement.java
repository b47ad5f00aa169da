package org.underbase.workload.drive;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Result of a run.
 *
 * @param elapsed time from the start to the end of the last operation
 * @param types one entry per type of operation, in the driver's order, including types that never occurred
 * @param service time from the actual start to the end of the operations of all types, in nanoseconds; in a closed loop
 *     equal to the latency
 * @param overdue operations of an open loop that were due before the end and never started
 * @param hanging clients that did not return from an operation
 * @param end how the run ended
 * @param failureReason reason of the failure in one line; empty unless the run failed
 */
public record Measurement(
        Duration elapsed,
        List<Type> types,
        Histogram service,
        long overdue,
        long hanging,
        End end,
        String failureReason) {
    public Measurement {
        types = List.copyOf(types);
    }

    /** Copies this measurement as that of a failed run. */
    public Measurement failed(String reason) {
        return new Measurement(elapsed, types, service, overdue, hanging, End.FAILED, reason);
    }

    /** Returns why the run failed, if it did. */
    public Optional<String> failure() {
        return end == End.FAILED ? Optional.of(failureReason) : Optional.empty();
    }

    /** Returns the number of successful operations. */
    public long operations() {
        return types.stream().mapToLong(Type::count).sum();
    }

    /** Returns the number of failed operations. */
    public long errors() {
        return types.stream().mapToLong(Type::errors).sum();
    }

    /** Returns the rate of successful operations, per second. */
    public double perSecond() {
        return elapsed.isZero() ? 0 : operations() * 1e9 / elapsed.toNanos();
    }

    /** Returns a new histogram of the latencies of all types, in nanoseconds. */
    public Histogram latency() {
        Histogram all = new Histogram(3);
        types.forEach(type -> all.add(type.latency()));
        return all;
    }

    /** How a run ended. */
    public enum End {
        /** It reached its bound. */
        COMPLETED,
        /** It was stopped from outside. */
        STOPPED,
        /** An operation or a client failed. */
        FAILED
    }

    /**
     * Result of one type of operation.
     *
     * @param name name of the type
     * @param errors failed operations; they are not in the histogram
     * @param latency latencies of the successful operations, in nanoseconds
     */
    public record Type(String name, long errors, Histogram latency) {
        /** Returns the number of successful operations. */
        public long count() {
            return latency.getTotalCount();
        }
    }
}
