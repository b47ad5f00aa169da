package org.underbase.htfs.record;

import org.underbase.htfs.format.Call;

/**
 * The tracer of one thread: a re-entrancy guard (one user call is one event) and a ring of events that one background
 * thread drains. It takes no lock if the thread has its own ring, and recording a stream call without sparse fields allocates nothing.
 *
 * <p>Use: {@code long t = trace.enter(); try { ... } finally { trace.exit(t, ...); }}. Each {@code enter} needs exactly
 * one {@code exit} or {@code leave} on the same thread. Thread-confined.
 */
public final class ThreadTrace {
    /** Result of {@link #enter} for a call that is not recorded. */
    public static final long SKIP = Long.MIN_VALUE;

    private final Tracer tracer;
    private final Thread thread = Thread.currentThread();
    private int depth;
    private Ring ring;

    ThreadTrace(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Begins a call; returns its start as a value of {@link System#nanoTime}, or {@link #SKIP} if off or nested. */
    public long enter() {
        return depth++ == 0 && tracer.on() ? System.nanoTime() : SKIP;
    }

    /** Begins a call on a stream; also returns {@link #SKIP} if its file is not sampled, without reading the clock. */
    public long enter(StreamRef stream) {
        return depth++ == 0 && tracer.on() && tracer.samples(stream.file()) ? System.nanoTime() : SKIP;
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
        if (start != SKIP && tracer.samples(stream.file())) {
            put(start, System.nanoTime(), call, offset, length, result, stream);
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
        if (start != SKIP && tracer.samples(stream.file())) {
            long end = System.nanoTime();
            put(start, end, call, offset, length, result, subject(stream, null, failure, detail, null, group));
        }
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
        if (start != SKIP && (file == null || tracer.samples(file))) {
            long end = System.nanoTime();
            put(start, end, call, -1, -1, result, subject(file, other, failure, detail, user, -1));
        }
    }

    /** Records a call that another thread began, such as an asynchronous write. Never nested. */
    public void record(
            long start,
            long end,
            Call call,
            StreamRef stream,
            long offset,
            long length,
            long result,
            Throwable failure,
            String detail,
            long group) {
        if (start != SKIP && tracer.on() && tracer.samples(stream.file())) {
            put(start, end, call, offset, length, result, subject(stream, null, failure, detail, null, group));
        }
    }

    private static Subject subject(
            Subject on, FileRef other, Throwable failure, String detail, String user, long group) {
        if (other == null && failure == null && detail == null && user == null && group < 0) {
            return on;
        }
        return new SparseFields(on, other, failure == null ? null : failure.getClass(), detail, user, group);
    }

    private void put(long start, long end, Call call, long offset, long length, long result, Subject subject) {
        long duration = Math.max(0, end - start);
        Ring own = ring;
        if (own == null) {
            own = tracer.rings().claim();
            if (own == null) {
                share(start, duration, call, offset, length, result, subject);
                return;
            }
            ring = own;
        }
        own.put(thread, start, duration, call.code(), offset, length, result, subject);
    }

    private void share(long start, long duration, Call call, long offset, long length, long result, Subject subject) {
        Ring shared = tracer.rings().share();
        synchronized (shared) {
            shared.put(thread, start, duration, call.code(), offset, length, result, subject);
        }
    }
}
