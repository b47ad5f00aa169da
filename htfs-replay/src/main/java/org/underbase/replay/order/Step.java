package org.underbase.replay.order;

import java.util.ArrayList;
import java.util.List;
import org.underbase.replay.trace.Operation;

/** Call in the schedule. All times but the recorded ones are nanoseconds since the start of the replay. */
public final class Step {
    private final Operation operation;
    private final long number;
    private final List<Step> successors = new ArrayList<>(2);
    private int waiting;
    private boolean linked;
    private long due;
    private long issued;
    private long finished;
    private volatile boolean done;

    Step(Operation operation, long number) {
        this.operation = operation;
        this.number = number;
    }

    public Operation operation() {
        return operation;
    }

    /** Returns the position in the trace, from 0. */
    long number() {
        return number;
    }

    long tracedStart() {
        return operation.event().startNanos();
    }

    long tracedEnd() {
        return operation.endNanos();
    }

    /** Returns the time at which the call should begin. */
    public long due() {
        return due;
    }

    /** Returns the time at which the call began. */
    public long issued() {
        return issued;
    }

    /** Returns the time at which the call ended. */
    public long finished() {
        return finished;
    }

    boolean isDone() {
        return done;
    }

    /** Waits for a step, unless it is done. */
    void after(Step earlier) {
        if (!earlier.done && earlier != this) {
            earlier.successors.add(this);
            waiting++;
        }
    }

    /** Ends the addition of predecessors; returns whether the step waits for none. */
    boolean link() {
        linked = true;
        return waiting == 0;
    }

    void due(long time) {
        due = time;
    }

    void issue(long time) {
        issued = time;
    }

    /** Ends the step; returns the steps that now wait for none. */
    List<Step> finish(long time) {
        finished = time;
        done = true;
        List<Step> ready = new ArrayList<>();
        for (Step successor : successors) {
            if (--successor.waiting == 0 && successor.linked) {
                ready.add(successor);
            }
        }
        successors.clear();
        return ready;
    }
}
