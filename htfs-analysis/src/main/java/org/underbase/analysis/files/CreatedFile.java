package org.underbase.analysis.files;

/** A file of one process as the events of a part of the trace tell it. About 100 bytes of memory and its path. */
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

    /** Epoch nanoseconds. */
    long createdNanos() {
        return createdNanos;
    }

    /** The path it was created with. */
    String path() {
        return path;
    }

    /** Bytes: the end of the furthest write. */
    long size() {
        return size;
    }
}
