package org.underbase.replay.order;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;
import org.underbase.replay.trace.Operation;
import org.underbase.replay.trace.Traced;

/** Execution of a schedule with a virtual clock and without calls. */
final class VirtualRun {
    private record Running(Step step, long end) {}

    private final OrderRules rules = new OrderRules();
    private final Schedule schedule;
    private final ToLongFunction<Operation> durations;
    private final PriorityQueue<Running> running = new PriorityQueue<>(
            Comparator.comparingLong(Running::end).thenComparing(r -> r.step().number()));
    private final List<Step> finished = new ArrayList<>();
    private final List<Operation> log = new ArrayList<>();
    private final List<Operation> ends = new ArrayList<>();
    private long now;
    private int mostRunning;

    VirtualRun(Pace pace, int inFlight, ToLongFunction<Operation> durations) {
        this.schedule = new Schedule(pace, inFlight);
        this.durations = durations;
    }

    static VirtualRun of(Pace pace, int inFlight, long duration, Traced... events) {
        VirtualRun run = new VirtualRun(pace, inFlight, operation -> duration);
        for (Traced event : events) {
            run.add(event.operation());
        }
        while (run.advance()) {
            // The loop runs everything.
        }
        return run;
    }

    void add(Operation operation) {
        schedule.add(rules.next(operation));
    }

    /** Begins all calls that may begin, then moves the clock to the next event; returns false at the end. */
    boolean advance() {
        for (Optional<Step> next = schedule.poll(now); next.isPresent(); next = schedule.poll(now)) {
            Operation operation = next.get().operation();
            log.add(operation);
            running.add(new Running(next.get(), now + durations.applyAsLong(operation)));
            mostRunning = Math.max(mostRunning, running.size());
        }
        long due = schedule.nextDue();
        if (running.isEmpty() && due == Long.MAX_VALUE) {
            return false;
        }
        if (running.isEmpty() || due < running.peek().end()) {
            now = due;
            return true;
        }
        Running first = running.remove();
        now = Math.max(now, first.end());
        log.add(first.step().operation());
        ends.add(first.step().operation());
        schedule.finish(first.step(), now);
        finished.add(first.step());
        return true;
    }

    /** Returns the beginnings and ends of calls in their order: the first occurrence of a call is its beginning. */
    List<Operation> log() {
        return log;
    }

    /** Returns the calls in the order of their ends. */
    List<Operation> ends() {
        return ends;
    }

    int pending() {
        return schedule.pending();
    }

    int mostRunning() {
        return mostRunning;
    }

    /** Returns the times at which the calls were due, by their position in the trace. */
    List<Long> due() {
        return inOrder().map(Step::due).toList();
    }

    /** Returns the times at which the calls began, by their position in the trace. */
    List<Long> issued() {
        return inOrder().map(Step::issued).toList();
    }

    private java.util.stream.Stream<Step> inOrder() {
        return finished.stream().sorted(Comparator.comparingLong(Step::number));
    }
}
