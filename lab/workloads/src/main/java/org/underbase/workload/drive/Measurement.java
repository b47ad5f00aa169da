package org.underbase.workload.drive;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * What a run measured.
 *
 * @param elapsed from the start to the end of the last operation
 * @param types one entry for each type of operation, in the driver's order, also those that never occurred
 * @param service time from the actual start to the end of operations of all types, nanoseconds; in a closed loop the
 *     same as the latency
 * @param overdue operations of an open loop that were due before the end and never started
 * @param hanging clients that were given up inside an operation
 * @param end how the run ended
 * @param failure why it failed, when it did
 */
public record Measurement(
        Duration elapsed,
        List<Type> types,
        Histogram service,
        long overdue,
        long hanging,
        End end,
        Optional<String> failure) {
    public Measurement {
        types = List.copyOf(types);
    }

    /** The same, but failed. */
    public Measurement failed(String why) {
        return new Measurement(elapsed, types, service, overdue, hanging, End.FAILED, Optional.of(why));
    }

    /** Operations that succeeded. */
    public long operations() {
        return types.stream().mapToLong(Type::count).sum();
    }

    public long errors() {
        return types.stream().mapToLong(Type::errors).sum();
    }

    /** Operations that succeeded, a second. */
    public double perSecond() {
        return elapsed.isZero() ? 0 : operations() * 1e9 / elapsed.toNanos();
    }

    /** Latencies of all types together, nanoseconds; a new object. */
    public Histogram latency() {
        Histogram all = new Histogram(3);
        types.forEach(type -> all.add(type.latency()));
        return all;
    }

    /** How a run ended. */
    public enum End {
        /** It reached its bound. */
        COMPLETED,
        /** Somebody stopped it. */
        STOPPED,
        /** It could not go on. */
        FAILED
    }

    /**
     * @param name of the type
     * @param errors operations that failed; they are not in the histogram
     * @param latency nanoseconds, of those that succeeded
     */
    public record Type(String name, long errors, Histogram latency) {
        public long count() {
            return latency.getTotalCount();
        }
    }
}
