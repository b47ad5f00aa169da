package org.underbase.sim.sync;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Events of a simulation, in the order of their times. Thread-confined. */
public final class Events {
    private final PriorityQueue<Event> queue =
            new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
    private long now;
    private long number;

    private record Event(long nanos, long number, Runnable action) {}

    /** Returns the time of the current event, in nanoseconds. */
    public long now() {
        return now;
    }

    /** Adds an event, which follows earlier ones of the same time. */
    public void at(long nanos, Runnable action) {
        queue.add(new Event(nanos, number++, action));
    }

    /** Executes all events. */
    public void run() {
        while (next()) {
            // An event may add others.
        }
    }

    /** Executes the events before a time, which is the current one then. */
    public void runUntil(long nanos) {
        while (!queue.isEmpty() && queue.element().nanos() < nanos) {
            next();
        }
        now = Math.max(now, nanos);
    }

    /** Executes the next event; returns whether there was one. */
    public boolean next() {
        if (queue.isEmpty()) {
            return false;
        }
        Event event = queue.remove();
        now = Math.max(now, event.nanos());
        event.action().run();
        return true;
    }
}
