package org.underbase.htfs.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded queue of events from one thread to the drainer: five numbers and one reference each. No lock, no
 * allocation. The producer's and the consumer's positions may share a cache line: the consumer comes by a few times a
 * second, not with every event.
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

    /** Receives events. */
    interface Drain {
        /** @return false when this was the last it can take for now */
        boolean event(long start, long duration, int call, long offset, long length, long result, Subject subject);
    }

    private final int capacity;
    private final long[] numbers;
    private final Subject[] subjects;
    private final Waker waker;

    // The producer's.
    private long tail;
    private long limit;
    private long dropped;

    // The consumer's.
    private long head;
    private long dropsSeen;

    /** The thread whose events these are; the consumer's once the thread is dead. Null in a shared ring. */
    private volatile Thread owner;

    /** @param capacity how many events, a power of two */
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

    /** The producer's: puts an event in, or counts it as dropped. */
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

    /** Beyond the limit: wakes the drainer when the ring is half full, and says whether there is room. */
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

    /** The consumer's: hands out what is there, in order, until {@code drain} has enough; returns how many. */
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

    /** The consumer's: how many events there are to drain. */
    long waiting() {
        return (long) TAIL.getAcquire(this) - head;
    }

    /** The consumer's: whether there is nothing to drain. */
    boolean empty() {
        return waiting() == 0;
    }
    /** The consumer's: whether it should be drained at once. */
    boolean halfFull() {
        return waiting() >= capacity / 2;
    }

    /** The consumer's: how many events were dropped since it asked last. */
    long newDrops() {
        long now = (long) DROPPED.getOpaque(this);
        long since = now - dropsSeen;
        dropsSeen = now;
        return since;
    }

    /** What a producer whose ring fills up asks of the consumer. */
    interface Waker {
        /** Makes the drainer run now. */
        void wake();

        /** Waits a moment for the drainer; false when the event should be dropped instead. */
        boolean block();
    }
}
