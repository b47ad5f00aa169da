package org.underbase.analysis.files;

import java.util.Comparator;
import org.underbase.analysis.operator.ProcessKey;

/**
 * Call that created, renamed or deleted a file or directory.
 *
 * @param atNanos start of the call, in nanoseconds since the epoch
 * @param type type of the change
 * @param process calling process
 * @param path path of the file, with its file system before it
 * @param target new path of a renamed file, with its file system; otherwise empty
 * @param fileId ID of a created file; otherwise -1
 */
record NamespaceChange(long atNanos, Type type, ProcessKey process, String path, String target, long fileId) {
    /** Types, in the order in which changes of the same nanosecond apply. */
    enum Type {
        /** A directory was created or exists. */
        DIRECTORY,
        CREATE,
        /** A call on a file that was created before the trace. */
        SEEN,
        /** Rename to exactly the target. */
        RENAME,
        /** Rename to the target, or into it if it is a directory. */
        MOVE,
        /** The target became a part of the path, and no longer exists. */
        CONCAT,
        DELETE
    }

    /** A total order, so that the result does not depend on the order in which parts were read. */
    static final Comparator<NamespaceChange> ORDER = Comparator.comparingLong(NamespaceChange::atNanos)
            .thenComparing(NamespaceChange::type)
            .thenComparing(NamespaceChange::process)
            .thenComparing(NamespaceChange::path)
            .thenComparing(NamespaceChange::target)
            .thenComparingLong(NamespaceChange::fileId);
}
