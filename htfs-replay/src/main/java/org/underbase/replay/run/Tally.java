package org.underbase.replay.run;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.replay.execute.Divergence;
import org.underbase.replay.execute.Outcome;
import org.underbase.replay.order.Step;
import org.underbase.replay.trace.Operation;

/** Counters of a replay. Thread-safe. */
final class Tally {
    private static final int SHOWN = 10;

    /** Bytes of an activity. */
    static final class Bytes {
        long traced;
        long replayed;
    }

    private final long maxDivergence;
    private final boolean fromDue;
    private final Map<Call, CallTally> calls = new EnumMap<>(Call.class);
    private final Map<Activity, Bytes> bytes = new EnumMap<>(Activity.class);
    private final Histogram lateness = new Histogram(3);
    private final List<String> examples = new ArrayList<>();
    private long finished;
    private long diverged;
    private long endNanos;

    /**
     * @param maxDivergence number of divergences after which the replay stops
     * @param fromDue whether latencies count from the time at which a call should have begun
     */
    Tally(long maxDivergence, boolean fromDue) {
        this.maxDivergence = maxDivergence;
        this.fromDue = fromDue;
        for (Activity activity : Activity.values()) {
            bytes.put(activity, new Bytes());
        }
    }

    /** Adds a call; returns false if too many calls diverged. */
    synchronized boolean add(Step step, Outcome outcome) {
        Operation operation = step.operation();
        TraceEvent event = operation.event();
        Optional<String> divergence = Divergence.of(operation, outcome);
        long began = fromDue ? step.due() : step.issued();
        calls.computeIfAbsent(event.call(), call -> new CallTally())
                .add(
                        event.durationNanos(),
                        operation.failed(),
                        step.finished() - began,
                        outcome,
                        divergence.isPresent());
        finished++;
        endNanos = Math.max(endNanos, step.finished());
        if (outcome.type() == Outcome.Type.MADE) {
            lateness.recordValue(Math.max(0, step.issued() - step.due()));
        }
        if (Call.moves(event.call().code())) {
            Bytes moved = bytes.get(event.activity());
            moved.traced += Math.max(0, event.result());
            moved.replayed += outcome.type() == Outcome.Type.MADE ? Math.max(0, outcome.result()) : 0;
        }
        if (divergence.isPresent()) {
            diverged++;
            if (examples.size() < SHOWN) {
                examples.add(event.call().label() + " " + event.path() + ": " + divergence.get());
            }
        }
        return diverged <= maxDivergence;
    }

    /** Returns the number of calls that have ended. */
    synchronized long finished() {
        return finished;
    }

    synchronized long diverged() {
        return diverged;
    }

    /** Returns a quantile of the delays of calls, in nanoseconds. */
    synchronized long lateness(double percentile) {
        return lateness.getValueAtPercentile(percentile);
    }

    /** Returns the end of the last call, in nanoseconds since the start of the replay. */
    synchronized long endNanos() {
        return endNanos;
    }

    // After the end of the replay.
    Map<Call, CallTally> calls() {
        return calls;
    }

    Map<Activity, Bytes> bytes() {
        return bytes;
    }

    List<String> examples() {
        return examples;
    }
}
