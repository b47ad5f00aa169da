package org.underbase.htfs.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Drops;

/**
 * A queue of events from one thread to the drainer, without locks and, while it has chunks, without allocation. It grows by
 * chunks from a common {@link RingMemory}. {@code RingStress} tests it with jcstress.
 */
final class Ring {
    /**
     * Number of chunks with waiting events from which the drainer is woken, at most a quarter of the memory. Waking a thread
     * costs the caller microseconds: at usual rates the drainer comes by its interval before.
     */
    private static final int URGENT_CHUNKS = 16;

    /** Stands for a call on no file. */
    private static final Object NO_SUBJECT = new Object();

    /** Reads of at least this number of bytes are never collapsed. */
    static final int SMALL_BYTES = 4096;

    private static final VarHandle TAIL;
    private static final VarHandle HEAD;
    private static final VarHandle LOSSES;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(Ring.class, "tail", long.class);
            HEAD = lookup.findVarHandle(Ring.class, "head", long.class);
            LOSSES = lookup.findVarHandle(Ring.class, "losses", Losses.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Consumer of events. */
    interface Drain {
        /** Sets the thread of the following events. */
        void thread(long id, String name);

        /** @return false if it cannot take further events */
        boolean event(long start, long duration, int call, long offset, long length, long result, Subject subject);
    }

    private final RingMemory memory;
    private final int mask;
    private final int urgent;
    private final Waker waker;
    private final boolean shared;
    private final Thread owner;

    // Written by the producer.
    private Chunk last;
    private Chunk first;
    private long tail;
    private long threadId;
    private String name;
    private boolean collapsing;

    /** The stream of the last event, for which the next event stores null; null if the last event was on no stream. */
    private StreamRef repeated;

    /** Whether a call has waited until its deadline since there was memory: the next ones do not wait. */
    private boolean waitedInVain;

    private final Series series = new Series();

    /** Lost calls that the consumer has not seen; null while one side uses them. */
    private volatile Losses losses;

    // Written by the consumer.
    private Chunk oldest;
    private long head;
    private long drainedId;
    private String drainedName;
    private StreamRef drainedStream;

    /** The series that the consumer has taken; {@link #holds} is whether its event is still to be drained. */
    private final Series held = new Series();

    private boolean holds;

    /**
     * Creates an empty ring, which has no chunk until its first event.
     *
     * @param memory common memory
     * @param waker receiver of the producer's requests
     * @param owner the only producer, or null if several share the ring under a lock; then no call waits for memory
     */
    Ring(RingMemory memory, Waker waker, Thread owner) {
        this.memory = memory;
        this.mask = memory.events() - 1;
        this.urgent = Math.min(URGENT_CHUNKS, memory.max() / 4) * memory.events();
        this.waker = waker;
        this.owner = owner;
        this.shared = owner == null;
    }

    /** Returns the only producer; null in a shared ring. */
    Thread owner() {
        return owner;
    }

    /**
     * Adds an event of the calling thread or counts it as lost. Called by the producer. An error, such as a stack overflow,
     * loses this event only.
     */
    void put(
            Thread thread,
            long start,
            long duration,
            int call,
            long offset,
            long length,
            long result,
            Subject subject) {
        if (collapsing || memory.scarce()) {
            if (memory.closed()) {
                waker.ended(moved(call, result));
                return;
            }
            if (collapsed(thread, start, duration, call, offset, length, result, subject)) {
                return;
            }
        }
        if (!named(thread, call, result, start, duration)) {
            return;
        }
        if (!append(start, (duration << 8) | call, offset, length, result, subject == null ? NO_SUBJECT : subject)) {
            lost(thread, call, 1, moved(call, result), start, start + duration);
        }
    }

    private static long moved(int call, long result) {
        return Call.moves(call) ? Math.max(0, result) : 0;
    }

    /** Marks the thread's name if it has changed; returns false if there is no memory and the event is lost. */
    private boolean named(Thread thread, int call, long result, long start, long duration) {
        String now = thread.getName();
        if (now.equals(name) && (!shared || threadId == thread.getId())) {
            return true;
        }
        if (append(thread.getId(), 0, 0, 0, 0, now)) {
            name = now;
            threadId = thread.getId();
            return true;
        }
        lost(thread, call, 1, moved(call, result), start, start + duration);
        return false;
    }

    /** Appends the next element; {@code subject} is not null. */
    private boolean append(long a, long b, long c, long d, long e, Object subject) {
        long at = tail;
        int slot = (int) at & mask;
        if (slot == 0 && !grow(at)) {
            return false;
        }
        int i = slot * Chunk.WIDTH;
        long[] to = last.numbers;
        to[i] = a;
        to[i + 1] = b;
        to[i + 2] = c;
        to[i + 3] = d;
        to[i + 4] = e;
        if (subject != repeated) {
            // Most calls repeat the stream. Storing a reference costs more than the numbers, with G1 also a fence.
            last.subjects[slot] = subject;
            repeated = subject instanceof StreamRef stream ? stream : null;
        }
        TAIL.setRelease(this, at + 1);
        return true;
    }

    /** Appends a chunk, and wakes the drainer if many events wait. */
    private boolean grow(long at) {
        if (last != null && last.from == at) {
            // An error ended the call that appended it.
            return true;
        }
        // Publish the tail before reading whether the drainer is parked; it does both in the other order.
        VarHandle.fullFence();
        if (at - (long) HEAD.getAcquire(this) >= urgent || memory.scarce()) {
            waker.wake();
        }
        Chunk fresh = memory.take();
        if (fresh == null) {
            fresh = await();
        }
        if (fresh == null) {
            return false;
        }
        waitedInVain = false;
        fresh.from = at;
        if (last == null) {
            first = fresh;
        } else {
            last.next = fresh;
        }
        last = fresh;
        return true;
    }

    private Chunk await() {
        waker.wake();
        if (shared || waitedInVain) {
            return null;
        }
        long since = waker.now();
        while (waker.block(since)) {
            Chunk fresh = memory.take();
            if (fresh != null) {
                return fresh;
            }
        }
        waitedInVain = waker.blocks();
        return null;
    }

    private void lost(Thread thread, int call, long calls, long bytes, long start, long end) {
        Drops.Cause cause = waitedInVain && waker.blocks() ? Drops.Cause.DEADLINE : waker.cause();
        Call.Kind kind = Call.ofCode(call).kind();
        Losses mine = (Losses) LOSSES.getAndSet(this, (Losses) null);
        try {
            if (mine == null) {
                mine = new Losses();
            }
            mine.add(thread.getId(), thread.getName(), kind, cause, calls, bytes, start, end);
        } finally {
            losses = mine;
        }
    }

    /** Adds a small read to the series that it continues, or begins one; any other event ends the series. */
    private boolean collapsed(
            Thread thread,
            long start,
            long duration,
            int call,
            long offset,
            long length,
            long result,
            Subject subject) {
        boolean small = result > 0
                && result < SMALL_BYTES
                && offset >= 0
                && subject instanceof StreamRef
                && Call.ofCode(call).kind() == Call.Kind.READ
                && thread.getName().equals(name)
                && (!shared || threadId == thread.getId());
        if (small && collapsing && series.extend(start, duration, call, offset, length, result, (StreamRef) subject)) {
            return true;
        }
        if (collapsing) {
            endSeries(thread);
        }
        if (small && memory.scarce() && waker.collapses()) {
            collapsing = series.open(tail, start, duration, call, offset, length, result, (StreamRef) subject);
            return collapsing;
        }
        return false;
    }

    /** Appends the event of the series, unless the consumer has taken it. */
    private void endSeries(Thread thread) {
        collapsing = false;
        if (!series.take()) {
            return;
        }
        // After an error, such as one of memory for the subject, the consumer gets the series.
        int state = Series.OPEN;
        try {
            int code = series.count == 1 ? series.call : Call.READ_SERIES.code();
            if (!append(
                    series.start,
                    (series.duration << 8) | code,
                    series.offset,
                    series.length,
                    series.bytes,
                    series.subject())) {
                lost(thread, code, series.count, series.bytes, series.start, series.end);
            }
            series.stream = null;
            state = Series.NONE;
        } finally {
            series.state = state;
        }
    }

    /** Returns the number of the next event. Called by the consumer. */
    long tail() {
        return (long) TAIL.getAcquire(this);
    }

    /** Whether all events before number {@code to} were drained. Called by the consumer. */
    boolean drained(long to) {
        return head >= to && !(holds && held.position <= to);
    }

    /**
     * Takes the series that the producer has begun, so that {@link #drain} includes it. Called by the consumer.
     *
     * @return false if one is left, because the previous one is not drained or the producer extends it at this moment
     */
    boolean takeSeries() {
        if (!holds && series.take()) {
            held.copy(series);
            series.taken();
            holds = true;
            return true;
        }
        return series.empty();
    }

    /**
     * Passes events to {@code drain} in order, until it returns false. After an exception of {@code drain}, the next call begins
     * with the same event. Called by the consumer.
     *
     * @param drain receiver
     * @param to number of the event to stop at, at most {@link #tail}
     * @return number of events
     */
    int drain(Drain drain, long to) {
        if (drainedName != null) {
            drain.thread(drainedId, drainedName);
        }
        long at = head;
        int events = 0;
        boolean more = true;
        try {
            while (more && (at < to || (holds && held.position <= at))) {
                if (holds && held.position <= at) {
                    int code = held.count == 1 ? held.call : Call.READ_SERIES.code();
                    more = drain.event(
                            held.start, held.duration, code, held.offset, held.length, held.bytes, held.subject());
                    events++;
                    held.stream = null;
                    holds = false;
                    continue;
                }
                int slot = (int) at & mask;
                if (slot == 0 && (oldest == null || oldest.from != at)) {
                    advance();
                }
                Object stored = oldest.subjects[slot];
                long[] from = oldest.numbers;
                int i = slot * Chunk.WIDTH;
                if (stored instanceof String marked) {
                    drainedId = from[i];
                    drainedName = marked;
                    drain.thread(drainedId, marked);
                } else {
                    Subject subject = drainedStream;
                    if (stored != null) {
                        subject = stored == NO_SUBJECT ? null : (Subject) stored;
                        drainedStream = subject instanceof StreamRef stream ? stream : null;
                    }
                    long packed = from[i + 1];
                    more = drain.event(
                            from[i], packed >>> 8, (int) packed & 0xFF, from[i + 2], from[i + 3], from[i + 4], subject);
                    events++;
                }
                if (stored != null) {
                    oldest.subjects[slot] = null;
                }
                at++;
            }
        } finally {
            HEAD.setRelease(this, at);
        }
        return events;
    }

    private void advance() {
        Chunk done = oldest;
        oldest = done == null ? first : done.next;
        if (done == null) {
            first = null;
        } else {
            memory.release(done);
        }
    }

    /** Returns the number of events to drain. Called by the consumer. */
    long waiting() {
        return tail() - head;
    }

    /** Whether there is nothing to drain. Called by the consumer, after the producer's end for a lasting answer. */
    boolean empty() {
        return waiting() == 0 && !holds && series.empty() && losses == null;
    }

    /** Whether the ring should be drained at once. Called by the consumer. */
    boolean urgent() {
        return waiting() >= urgent;
    }

    /** Returns the calls lost since the last call of this method, or null if there are none. Called by the consumer. */
    Losses newLosses() {
        return (Losses) LOSSES.getAndSet(this, (Losses) null);
    }

    /** Returns the last chunk to the memory. Called by the consumer, after the producer's end and when empty. */
    void release() {
        if (oldest != null) {
            // An error may have ended the last call between its reference and its number.
            Arrays.fill(oldest.subjects, null);
            memory.release(oldest);
            oldest = null;
        }
    }

    /** Receiver of the requests of a producer whose memory is short. */
    interface Waker {
        /** Wakes the drainer. */
        void wake();

        /** Whether small reads are collapsed while memory is scarce. */
        boolean collapses();

        /** Whether calls wait for memory. */
        boolean blocks();

        /** Returns the time from which a wait counts, for {@link #block}. */
        long now();

        /** Waits briefly for memory; returns false if the event should be dropped. */
        boolean block(long since);

        /** Returns the cause of a loss without a wait. */
        Drops.Cause cause();

        /** Counts a call that ends after the memory was closed, and the bytes that it moved. */
        void ended(long bytes);
    }
}
