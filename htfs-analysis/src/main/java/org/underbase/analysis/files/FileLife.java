package org.underbase.analysis.files;

/**
 * A file created during the trace.
 *
 * @param size bytes, as far as the trace saw it written
 * @param bornNanos epoch nanoseconds
 * @param lifeNanos how long it lived, or, when {@code end} is {@link End#ALIVE}, how long it was watched
 */
record FileLife(FileKind kind, long size, long bornNanos, long lifeNanos, End end) {
    /** How a life ended. */
    enum End {
        /** Deleted, alone or with a directory above it. */
        DELETED,
        /** Moved out of HBase's store or log directories to where its cleaner deletes it, or to the trash. */
        ARCHIVED,
        /** Another file took its path. */
        OVERWRITTEN,
        /** Not before the trace ended (censored). */
        ALIVE
    }
}
