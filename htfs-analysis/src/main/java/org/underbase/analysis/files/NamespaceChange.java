package org.underbase.analysis.files;

import java.util.Comparator;
import org.underbase.analysis.operator.ProcessKey;

/**
 * A call that gave a path to a file or took it away.
 *
 * @param atNanos when the call began, in epoch nanoseconds
 * @param path where it acted
 * @param target where a renamed file went; empty for the others
 * @param fileId the file created, -1 for the others
 */
record NamespaceChange(long atNanos, Type type, ProcessKey process, String path, String target, long fileId) {
    /** In the order in which changes of the same nanosecond are taken. */
    enum Type {
        CREATE,
        RENAME,
        DELETE
    }

    /** Total, so that the outcome does not depend on the order in which parts were read. */
    static final Comparator<NamespaceChange> ORDER = Comparator.comparingLong(NamespaceChange::atNanos)
            .thenComparing(NamespaceChange::type)
            .thenComparing(NamespaceChange::process)
            .thenComparing(NamespaceChange::path)
            .thenComparing(NamespaceChange::target)
            .thenComparingLong(NamespaceChange::fileId);
}
