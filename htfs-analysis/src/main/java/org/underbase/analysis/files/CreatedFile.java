package org.underbase.analysis.files;

/** State of a file of one process after a part of the trace. About 100 bytes of memory and its path. */
final class CreatedFile {
    private static final long NOT_CREATED = Long.MAX_VALUE;

    private long createdNanos = NOT_CREATED;
    private String path = "";
    private long size;

    void created(long atNanos, String at) {
        if (atNanos < createdNanos) {
            createdNanos = atNanos;
            path = at;
        }
    }

    void reached(long end) {
        size = Math.max(size, end);
    }

    void add(CreatedFile later) {
        created(later.createdNanos, later.path);
        reached(later.size);
    }

    boolean isCreated() {
        return createdNanos != NOT_CREATED;
    }

    /** Returns the time of creation, in nanoseconds since the epoch. */
    long createdNanos() {
        return createdNanos;
    }

    /** Returns the path at creation. */
    String path() {
        return path;
    }

    /** Returns the size in bytes: the largest end of a write. */
    long size() {
        return size;
    }
}
