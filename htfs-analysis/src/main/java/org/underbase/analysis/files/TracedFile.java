package org.underbase.analysis.files;

/** State of a file of one process after a part of the trace. About 100 bytes of memory and its path. */
final class TracedFile {
    private static final long NEVER = Long.MAX_VALUE;

    private long createdNanos = NEVER;
    private long seenNanos = NEVER;
    private String path = "";
    private long size;
    private boolean truncated;
    /** Start of the last call that showed the length. */
    private long lastLengthNanos = Long.MIN_VALUE;

    void created(long atNanos, String at) {
        createdNanos = Math.min(createdNanos, atNanos);
        seen(atNanos, at, 0);
    }

    /** Adds a call that returned the length of the file, at least 0. */
    void seen(long atNanos, String at, long length) {
        if (atNanos < seenNanos) {
            seenNanos = atNanos;
            path = at;
        }
        if (length > 0) {
            reached(atNanos, length);
        }
    }

    /** Adds what is known of the same file under another id. */
    void same(TracedFile other) {
        reached(other.lastLengthNanos, other.size);
    }

    void wrote(long atNanos, long end) {
        reached(atNanos, end);
    }

    private void reached(long atNanos, long length) {
        size = Math.max(size, length);
        lastLengthNanos = Math.max(lastLengthNanos, atNanos);
    }

    /** Adds a truncate, which sets the length. Calls must be added in the order of time. */
    void truncated(long atNanos, long length) {
        size = length;
        truncated = true;
        lastLengthNanos = Math.max(lastLengthNanos, atNanos);
    }

    /** Adds the bytes of a source of a concat, unless a later call shows the new length. */
    void concatenated(long atNanos, long bytes) {
        if (lastLengthNanos < atNanos) {
            size += bytes;
        }
    }

    void add(TracedFile later) {
        createdNanos = Math.min(createdNanos, later.createdNanos);
        seen(later.seenNanos, later.path, 0);
        if (later.truncated) {
            truncated(later.lastLengthNanos, later.size);
        } else {
            reached(later.lastLengthNanos, later.size);
        }
    }

    boolean isCreated() {
        return createdNanos != NEVER;
    }

    /** Whether a call on the file itself is in the trace, not only a write to a stream that was opened before. */
    boolean isSeen() {
        return seenNanos != NEVER;
    }

    /** Returns the start of the first call on the file, in nanoseconds since the epoch. */
    long seenNanos() {
        return seenNanos;
    }

    /** Returns the time of creation, in nanoseconds since the epoch. */
    long createdNanos() {
        return createdNanos;
    }

    /** Returns the path at the first call on the file. */
    String path() {
        return path;
    }

    /** Returns the last known size in bytes: the largest end of a write or length that a call returned, unless it was truncated. */
    long size() {
        return size;
    }
}
