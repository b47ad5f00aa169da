package org.underbase.htfs.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded queue of events from one thread to the drainer, without locks and allocation. An event is five numbers and one
 * reference. The positions of producer and consumer may share a cache line, because the consumer runs only a few times per
 * second. {@code RingStress} tests it with jcstress.
 */
final class Ring {
    private static final int WIDTH = 5;
    private static final VarHandle TAIL;
    private static final VarHandle HEAD;
    private static final VarHandle DROPPED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(Ring.class, "tail", long.class);
            HEAD = lookup.findVarHandle(Ring.class, "head", long.class);
            DROPPED = lookup.findVarHandle(Ring.class, "dropped", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Consumer of events. */
    interface Drain {
        /** @return false if it cannot take further events */
        boolean event(long start, long duration, int call, long offset, long length, long result, Subject subject);
    }

    private final int capacity;
    private final long[] numbers;
    private final Subject[] subjects;
    private final Waker waker;

    // Written by the producer.
    private long tail;
    private long limit;
    private long dropped;

    // Written by the consumer.
    private long head;
    private long dropsSeen;

    /** The producer; null in a shared ring and after the consumer has reclaimed the ring. */
    private volatile Thread owner;

    /**
     * Creates an empty ring.
     *
     * @param capacity capacity in events, a power of two
     * @param waker receiver of the producer's requests
     */
    Ring(int capacity, Waker waker) {
        this.capacity = capacity;
        this.numbers = new long[capacity * WIDTH];
        this.subjects = new Subject[capacity];
        this.waker = waker;
        this.limit = capacity / 2;
    }

    Thread owner() {
        return owner;
    }

    void owner(Thread thread) {
        owner = thread;
    }

    /** Adds an event or counts it as dropped. Called by the producer. */
    void put(long start, long duration, int call, long offset, long length, long result, Subject subject) {
        long at = tail;
        if (at >= limit && !room(at)) {
            DROPPED.setOpaque(this, dropped + 1);
            return;
        }
        int slot = (int) at & (capacity - 1);
        int i = slot * WIDTH;
        long[] to = numbers;
        to[i] = start;
        to[i + 1] = (duration << 8) | call;
        to[i + 2] = offset;
        to[i + 3] = length;
        to[i + 4] = result;
        subjects[slot] = subject;
        TAIL.setRelease(this, at + 1);
    }

    /** Checks for space beyond the limit, and wakes the drainer if the ring is half full. */
    private boolean room(long at) {
        VarHandle.fullFence();
        long free = (long) HEAD.getAcquire(this) + capacity;
        if (free - at > capacity / 2) {
            limit = free - capacity / 2;
            return true;
        }
        waker.wake();
        while (free == at && waker.block()) {
            free = (long) HEAD.getAcquire(this) + capacity;
        }
        limit = free;
        return free > at;
    }

    /** Passes the events to {@code drain} in order until it returns false; returns their number. Called by the consumer. */
    int drain(Drain drain) {
        long from = head;
        long to = (long) TAIL.getAcquire(this);
        long at = from;
        boolean more = true;
        while (at < to && more) {
            int slot = (int) at & (capacity - 1);
            int i = slot * WIDTH;
            Subject subject = subjects[slot];
            subjects[slot] = null;
            long packed = numbers[i + 1];
            at++;
            more = drain.event(
                    numbers[i],
                    packed >>> 8,
                    (int) packed & 0xFF,
                    numbers[i + 2],
                    numbers[i + 3],
                    numbers[i + 4],
                    subject);
        }
        HEAD.setRelease(this, at);
        return (int) (at - from);
    }

    /** Returns the number of events to drain. Called by the consumer. */
    long waiting() {
        return (long) TAIL.getAcquire(this) - head;
    }

    /** Whether there are no events to drain. Called by the consumer. */
    boolean empty() {
        return waiting() == 0;
    }

    /** Whether the ring should be drained at once. Called by the consumer. */
    boolean halfFull() {
        return waiting() >= capacity / 2;
    }

    /** Returns the number of events dropped since the last call. Called by the consumer. */
    long newDrops() {
        long now = (long) DROPPED.getOpaque(this);
        long since = now - dropsSeen;
        dropsSeen = now;
        return since;
    }

    /** Receiver of the requests of a producer whose ring is filling up. */
    interface Waker {
        /** Wakes the drainer. */
        void wake();

        /** Waits briefly for the drainer; returns false if the event should be dropped. */
        boolean block();
    }
}
