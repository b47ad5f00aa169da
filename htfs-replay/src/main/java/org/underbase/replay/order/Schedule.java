package org.underbase.replay.order;

import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.PriorityQueue;
import org.underbase.replay.order.OrderRules.Ordered;

/** Steps that wait for others, for their time, or run. It has no clock. Not thread-safe. */
public final class Schedule {
    private final Pace pace;
    private final int maxRunning;
    private final IdentityHashMap<Step, Step> previous = new IdentityHashMap<>();
    private final PriorityQueue<Step> ready =
            new PriorityQueue<>(Comparator.<Step>comparingLong(Step::due).thenComparingLong(Step::number));
    private int running;
    private int pending;

    /** @param maxRunning maximum number of concurrent calls */
    public Schedule(Pace pace, int maxRunning) {
        this.pace = pace;
        this.maxRunning = maxRunning;
    }

    /** Adds the next step. */
    public void add(Ordered ordered) {
        Step step = ordered.step();
        pending++;
        ordered.before().forEach(step::after);
        previous.put(step, ordered.previous());
        if (step.link()) {
            ready(step);
        }
    }

    private void ready(Step step) {
        step.due(pace.due(step, previous.remove(step)));
        ready.add(step);
    }

    /** Returns a step that begins now, if one should and may. */
    public Optional<Step> poll(long now) {
        if (running >= maxRunning || ready.isEmpty() || ready.peek().due() > now) {
            return Optional.empty();
        }
        Step step = ready.remove();
        step.issue(now);
        running++;
        return Optional.of(step);
    }

    /** Returns the time of the next step that waits for nothing but its time; {@link Long#MAX_VALUE} without one. */
    public long nextDue() {
        return ready.isEmpty() || running >= maxRunning
                ? Long.MAX_VALUE
                : ready.peek().due();
    }

    /** Ends a running step. */
    public void finish(Step step, long now) {
        running--;
        pending--;
        step.finish(now).forEach(this::ready);
    }

    /** Returns the number of steps that have not ended. */
    public int pending() {
        return pending;
    }
}
