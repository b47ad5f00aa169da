package org.underbase.analysis.files;

/** State of a file of one process after a part of the trace. About 100 bytes of memory and its path. */
final class TracedFile {
    private static final long NEVER = Long.MAX_VALUE;

    private long createdNanos = NEVER;
    private long seenNanos = NEVER;
    private String path = "";
    private long size;
    /** The least length to which the file was truncated. */
    private long cut = Long.MAX_VALUE;

    private long lastWriteNanos = Long.MIN_VALUE;

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
        size = Math.max(size, length);
    }

    /** Adds what is known of the same file under another id. */
    void same(TracedFile other) {
        size = Math.max(size, other.size);
    }

    void wrote(long atNanos, long end) {
        size = Math.max(size, end);
        lastWriteNanos = Math.max(lastWriteNanos, atNanos);
    }

    void truncated(long length) {
        size = Math.min(size, length);
        cut = Math.min(cut, length);
    }

    /** Adds the bytes of a source of a concat; a later write shows the new length. */
    void concatenated(long atNanos, long bytes) {
        if (lastWriteNanos < atNanos) {
            size += bytes;
        }
    }

    void add(TracedFile later) {
        createdNanos = Math.min(createdNanos, later.createdNanos);
        truncated(later.cut);
        seen(later.seenNanos, later.path, 0);
        wrote(later.lastWriteNanos, later.size);
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
