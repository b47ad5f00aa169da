package org.underbase.htfs.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.underbase.htfs.format.Call;

/**
 * The reads of one thread that continue each other, as one event. The producer opens and extends a series; the producer or
 * the consumer takes it. Neither waits for the other: the side that finds it in use does without it. {@code RingStress}
 * tests it with jcstress.
 */
final class Series {
    static final int NONE = 0;
    static final int OPEN = 1;
    private static final int IN_USE = 2;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Series.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Not an {@link java.util.concurrent.atomic.AtomicInteger}: the side that has the series must be able to release it with
     * an assignment, which needs no stack.
     */
    volatile int state = NONE;

    // Guarded by the state.
    /** Number of the event in the ring that follows the series. */
    long position;

    StreamRef stream;
    int call;
    long count;
    long start;
    long end;
    long duration;
    long offset;
    long length;
    long bytes;

    /** Begins a series with one read; returns false if the consumer still takes the previous one. */
    boolean open(long at, long begin, long nanos, int code, long from, long requested, long moved, StreamRef on) {
        if (state != NONE) {
            return false;
        }
        position = at;
        stream = on;
        call = code;
        count = 1;
        start = begin;
        end = begin + nanos;
        duration = nanos;
        offset = from;
        length = requested;
        bytes = moved;
        state = OPEN;
        return true;
    }

    /** Adds a read if it continues the series. */
    boolean extend(long begin, long nanos, int code, long from, long requested, long moved, StreamRef on) {
        if (!STATE.compareAndSet(this, OPEN, IN_USE)) {
            return false;
        }
        boolean continues = stream == on && code == call && from == offset + bytes;
        if (continues) {
            count++;
            end = begin + nanos;
            duration += nanos;
            length += requested;
            bytes += moved;
        }
        state = OPEN;
        return continues;
    }

    /** Gives the caller the fields until {@link #taken}; false if there is no series or the other side has it. */
    boolean take() {
        return state == OPEN && STATE.compareAndSet(this, OPEN, IN_USE);
    }

    /** Ends a {@link #take}. */
    void taken() {
        stream = null;
        state = NONE;
    }

    /** Copies the fields from a series that the caller has taken. */
    void copy(Series from) {
        position = from.position;
        stream = from.stream;
        call = from.call;
        count = from.count;
        start = from.start;
        end = from.end;
        duration = from.duration;
        offset = from.offset;
        length = from.length;
        bytes = from.bytes;
    }

    /** Whether no event waits in this series. */
    boolean empty() {
        return state == NONE;
    }

    /** Returns the subject of the event. */
    Subject subject() {
        return count == 1 ? stream : SparseFields.series(stream, count, Call.ofCode(call));
    }
}
