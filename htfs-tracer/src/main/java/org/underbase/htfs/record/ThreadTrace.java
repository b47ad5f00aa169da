package org.underbase.htfs.record;

import org.underbase.htfs.format.Call;

/**
 * The calling thread's side of the tracer: a guard against re-entrancy (one user call is one event) and a ring of
 * events that one background thread drains. Nothing here locks, and {@link #record} allocates nothing.
 *
 * <p>Use: {@code long t = trace.enter(); try { ... } finally { trace.exit(t, ...); }}. Every {@code enter} needs exactly
 * one {@code exit} or {@code leave}, on the same thread. Not thread-safe: only its own thread calls it.
 */
public final class ThreadTrace {
    /** What {@link #enter} returns when nothing is to be recorded. */
    public static final long SKIP = Long.MIN_VALUE;

    private final Tracer tracer;
    private int depth;

    ThreadTrace(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Begins a call; returns its start in {@link System#nanoTime}, or {@link #SKIP} when off or inside another call. */
    public long enter() {
        return depth++ == 0 && tracer.on() ? System.nanoTime() : SKIP;
    }

    /** Whether this thread is inside a traced call. */
    public boolean inside() {
        return depth > 0;
    }

    /** Ends a call that is not to be recorded. */
    public void leave() {
        depth--;
    }

    /** Ends a stream call that returned. The hot path. */
    public void exit(long start, Call call, StreamRef stream, long offset, long length, long result) {
        depth--;
    }

    /** Ends a stream call with what is seldom there: a failure, a detail, a vectored group (each may be null or -1). */
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
    }

    /** Ends a call on the file system. {@code file}, {@code other}, {@code failure}, {@code detail}, {@code user} may be null. */
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
    }

    /** Records a call that another thread began, such as the completion of an asynchronous write; never nested. */
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
            long group) {}
}
