package org.underbase.htfs.record;

import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Drops;

/**
 * The tracer of one thread: a re-entrancy guard (one user call is one event) and a ring of events that one background
 * thread drains. It takes no lock if the thread has its own ring, and recording a stream call without sparse fields
 * allocates nothing once the ring has the memory that the rate of calls needs.
 *
 * <p>Use: {@code long t = trace.enter(); try { ... } finally { trace.exit(t, ...); }}. Each {@code enter} needs exactly
 * one {@code exit} or {@code leave} on the same thread. Thread-confined.
 */
public final class ThreadTrace {
    /** Result of {@link #enter} for a call that is not recorded. */
    public static final long SKIP = Long.MIN_VALUE;

    /** Depth of a tracer that records nothing, because each call seems to be nested. */
    static final int MUTED = 1 << 30;

    private final Tracer tracer;
    private final Thread thread = Thread.currentThread();
    private int depth;
    private Ring ring;
    private long uncounted;

    ThreadTrace(Tracer tracer) {
        this(tracer, 0);
    }

    ThreadTrace(Tracer tracer, int depth) {
        this.tracer = tracer;
        this.depth = depth;
    }

    /** Begins a call; returns its start as a value of {@link System#nanoTime}, or {@link #SKIP} if off or nested. */
    public long enter() {
        if (depth++ != 0) {
            return SKIP;
        }
        try {
            return tracer.on() ? System.nanoTime() : SKIP;
        } catch (Throwable e) {
            return lost(e);
        }
    }

    /** Begins a call on a stream; also returns {@link #SKIP} if its file is not sampled, without reading the clock. */
    public long enter(StreamRef stream) {
        if (depth++ != 0) {
            return SKIP;
        }
        try {
            return tracer.on() && tracer.samples(stream.hash) ? System.nanoTime() : SKIP;
        } catch (Throwable e) {
            return lost(e);
        }
    }

    /**
     * Counts a recorded call as lost, because the facts of its event could not be gathered. Never throws, so that the
     * application's call is not affected.
     *
     * @return {@link #SKIP}, as the start of the call
     */
    public long lost(Throwable cause) {
        return lost(cause, Call.UNKNOWN, 0);
    }

    private long lost(Throwable cause, Call call, long result) {
        boolean counted = false;
        try {
            long bytes = Call.moves(call.code()) ? Math.max(0, result) : 0;
            tracer.metrics().lost(Drops.Cause.FAILURE, 1 + uncounted, bytes);
            uncounted = 0;
            counted = true;
            tracer.logLoss(cause);
        } catch (Throwable e) {
            // Without stack or memory even for counting, the next loss of this thread counts this one.
            uncounted += counted ? 0 : 1;
        }
        return SKIP;
    }

    /**
     * Begins an event that describes a part of the outermost call, from within that call; returns {@link #SKIP} if off or in a
     * nested call, whose outer call describes its parts.
     */
    public long enterPart() {
        return depth == 1 && tracer.on() ? System.nanoTime() : SKIP;
    }

    /** Whether this thread is inside a traced call. */
    public boolean inside() {
        return depth > 0;
    }

    /** Ends a call without recording it. */
    public void leave() {
        depth--;
    }

    /** Ends a stream call that returned and records it. This is the hot path. */
    public void exit(long start, Call call, StreamRef stream, long offset, long length, long result) {
        depth--;
        if (start != SKIP) {
            try {
                // Again: a block contains only files that its sampling selects.
                if (tracer.samples(stream.hash)) {
                    put(start, System.nanoTime(), call, offset, length, result, stream);
                }
            } catch (Throwable e) {
                lost(e, call, result);
            }
        }
    }

    /** Ends a stream call and records it with its sparse fields: failure and detail (null if none), group (-1 if none). */
    public void exit(
            long start,
            Call call,
            StreamRef stream,
            long offset,
            long length,
            long result,
            Throwable failure,
            String detail,
            long group) {
        depth--;
        record(start, call, stream, offset, length, result, failure, detail, group);
    }

    /** Ends a call on the file system and records it. All parameters except {@code call} may be null. */
    public void exit(
            long start,
            Call call,
            FileRef file,
            FileRef other,
            long result,
            Throwable failure,
            String detail,
            String user) {
        depth--;
        record(start, call, file, other, result, failure, detail, user);
    }

    /**
     * Records a call on a stream that ends now and that this thread has left, or another one began. It may end inside another
     * recorded call of this thread, and is recorded too.
     */
    public void record(
            long start,
            Call call,
            StreamRef stream,
            long offset,
            long length,
            long result,
            Throwable failure,
            String detail,
            long group) {
        add(start, call, stream, null, offset, length, result, failure, detail, null, group);
    }

    /** Records a call on the file system that ends now, as {@link #record} of a stream. */
    public void record(
            long start,
            Call call,
            FileRef file,
            FileRef other,
            long result,
            Throwable failure,
            String detail,
            String user) {
        add(start, call, file, other, -1, -1, result, failure, detail, user, -1);
    }

    private void add(
            long start,
            Call call,
            Subject on,
            FileRef other,
            long offset,
            long length,
            long result,
            Throwable failure,
            String detail,
            String user,
            long group) {
        if (start == SKIP) {
            return;
        }
        try {
            if (on == null || tracer.samples(on instanceof StreamRef stream ? stream.hash : ((FileRef) on).hash())) {
                long end = System.nanoTime();
                boolean plain = other == null && failure == null && detail == null && user == null && group < 0;
                Class<? extends Throwable> thrown = failure == null ? null : failure.getClass();
                put(
                        start,
                        end,
                        call,
                        offset,
                        length,
                        result,
                        plain ? on : new SparseFields(on, other, thrown, detail, user, group));
            }
        } catch (Throwable e) {
            lost(e, call, result);
        }
    }

    private void put(long start, long end, Call call, long offset, long length, long result, Subject subject) {
        long duration = Math.max(0, end - start);
        Ring own = ring;
        if (own == null) {
            own = tracer.rings().claim();
            if (own == null) {
                Ring shared = tracer.rings().share();
                synchronized (shared) {
                    shared.put(thread, start, duration, call.code(), offset, length, result, subject);
                }
                return;
            }
            ring = own;
        }
        own.put(thread, start, duration, call.code(), offset, length, result, subject);
    }
}
