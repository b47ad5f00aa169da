package org.underbase.htfs.cli;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.SaturatedSum;
import org.underbase.htfs.format.TraceEvent;

/** Sums over events. Not thread-safe. */
final class Totals {
    private final Sum all = new Sum();
    private final Map<Call, Sum> calls = new EnumMap<>(Call.class);
    private final Map<Activity, Sum> activities = new EnumMap<>(Activity.class);
    private final Map<String, Sum> processes = new TreeMap<>();

    void add(TraceEvent event) {
        if (event.call() == Call.LOST) {
            // It stands for calls that are not in the trace; the headers of the blocks count them.
            return;
        }
        all.add(event);
        calls.computeIfAbsent(event.call(), call -> new Sum()).add(event);
        activities.computeIfAbsent(event.activity(), activity -> new Sum()).add(event);
        processes.computeIfAbsent(process(event), process -> new Sum()).add(event);
    }

    void add(Totals other) {
        all.add(other.all);
        other.calls.forEach(
                (call, sum) -> calls.computeIfAbsent(call, c -> new Sum()).add(sum));
        other.activities.forEach((activity, sum) ->
                activities.computeIfAbsent(activity, a -> new Sum()).add(sum));
        other.processes.forEach((process, sum) ->
                processes.computeIfAbsent(process, p -> new Sum()).add(sum));
    }

    Sum all() {
        return all;
    }

    Map<Call, Sum> calls() {
        return calls;
    }

    Map<Activity, Sum> activities() {
        return activities;
    }

    /** Returns the sums by {@code host process label}. */
    Map<String, Sum> processes() {
        return processes;
    }

    private static String process(TraceEvent event) {
        return event.host() + " " + event.process() + (event.label().isEmpty() ? "" : " " + event.label());
    }

    /** Sums of a set of events. */
    static final class Sum {
        private long events;
        private long errors;
        private long nanos;
        private long bytesRead;
        private long bytesWritten;
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;

        private void add(TraceEvent event) {
            events = SaturatedSum.of(events, event.calls());
            errors += event.exception().isEmpty() ? 0 : 1;
            nanos = SaturatedSum.of(nanos, event.durationNanos());
            first = Math.min(first, event.startNanos());
            last = Math.max(last, event.startNanos() + event.durationNanos());
            long moved = Math.max(0, event.result());
            switch (event.call().kind()) {
                case READ -> bytesRead = SaturatedSum.of(bytesRead, moved);
                case WRITE -> bytesWritten = SaturatedSum.of(bytesWritten, moved);
                default -> {
                    // It moves no bytes, or other events count them.
                }
            }
        }

        private void add(Sum other) {
            events = SaturatedSum.of(events, other.events);
            errors += other.errors;
            nanos = SaturatedSum.of(nanos, other.nanos);
            bytesRead = SaturatedSum.of(bytesRead, other.bytesRead);
            bytesWritten = SaturatedSum.of(bytesWritten, other.bytesWritten);
            first = Math.min(first, other.first);
            last = Math.max(last, other.last);
        }

        long events() {
            return events;
        }

        long errors() {
            return errors;
        }

        /** Returns the time inside calls in nanoseconds, summed over threads. */
        long nanos() {
            return nanos;
        }

        long bytesRead() {
            return bytesRead;
        }

        long bytesWritten() {
            return bytesWritten;
        }

        /** Returns the earliest start in nanoseconds since the epoch; valid only if there are events. */
        long first() {
            return first;
        }

        /** Returns the latest end in nanoseconds since the epoch; valid only if there are events. */
        long last() {
            return last;
        }
    }
}
