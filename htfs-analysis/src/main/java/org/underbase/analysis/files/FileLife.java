package org.underbase.analysis.files;

/**
 * Lifetime of a file created during the trace.
 *
 * @param kind kind of the file
 * @param size size in bytes, as far as its writes are in the trace
 * @param bornNanos time of creation, in nanoseconds since the epoch
 * @param lifeNanos lifetime in nanoseconds; until the end of the trace if {@code end} is {@link End#ALIVE}
 * @param end end of the lifetime
 */
record FileLife(FileKind kind, long size, long bornNanos, long lifeNanos, End end) {
    /** How a lifetime ended. */
    enum End {
        /** Deleted, alone or with a directory above it, or a source of a concat. */
        DELETED,
        /** Moved from HBase's store or log directories to a directory of its cleaner, or to the trash. */
        ARCHIVED,
        /** Replaced by another file with its path. */
        OVERWRITTEN,
        /** The file still existed at the end of the trace (censored). */
        ALIVE
    }
}
