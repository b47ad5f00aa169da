package org.underbase.replay.trace;

import org.underbase.htfs.format.TraceEvent;

/**
 * Call of a trace.
 *
 * @param event the recorded call, an immutable copy
 * @param process number of the process
 * @param file number of the file, or -1 if it is unknown
 * @param path path in the replay, or empty
 * @param other second path in the replay, or empty
 */
public record Operation(TraceEvent event, int process, int file, String path, String other) {
    /** Tick of compact times, in nanoseconds. */
    private static final long COMPACT_TICK = 1000;

    /** Inverse of the largest error of durations, which are rounded to 8 significant bits. */
    private static final long COMPACT_DURATION = 256;

    /** Thread of a traced process. */
    private record Actor(int process, long thread, String name) {}

    /** Stream of a traced process. */
    public record StreamKey(int process, long stream) {}

    /** Returns the identity of the calling thread. */
    public Object actor() {
        long thread = event.threadId();
        return new Actor(process, thread, thread < 0 ? event.thread() : "");
    }

    /** Returns the identity of the stream; meaningless if the call is on none. */
    public StreamKey stream() {
        return new StreamKey(process, event.streamId());
    }

    public boolean hasStream() {
        return event.streamId() >= 0;
    }

    /** Returns the end of the recorded call, in nanoseconds since the epoch. */
    public long endNanos() {
        return event.startNanos() + event.durationNanos();
    }

    /** Whether this call ended before another one began. */
    public boolean endedBefore(Operation later) {
        return earliestEnd(event) <= later.event.startNanos();
    }

    /** Returns the earliest end of a call that the precision of compact times allows (docs/trace-format.md). */
    public static long earliestEnd(TraceEvent event) {
        long duration = event.durationNanos();
        return event.startNanos() + duration - duration / COMPACT_DURATION - COMPACT_TICK;
    }

    /** Whether the recorded call threw an exception. */
    public boolean failed() {
        return !event.exception().isEmpty();
    }

    /** Whether the recorded call succeeded, and returned true if it returns a boolean. */
    public boolean succeeded() {
        return !failed() && event.result() != 0;
    }

    /** Returns the path above a path; empty for one component. */
    public static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }
}
