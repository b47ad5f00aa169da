package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;

/** Check before each access to the files of a replica. Thread-safe. */
public interface ReplicaAccess {
    /** Check that permits every access. */
    ReplicaAccess PERMITTED = (kind, file) -> {};

    /** Kind of an access to a file or directory. */
    enum Kind {
        /** Search for files in a data directory. */
        LIST,
        /** Write to a file, or its creation. */
        WRITE,
        /** Fsync of a file. */
        FSYNC
    }

    /**
     * Checks an access.
     *
     * @param kind kind of the access
     * @param file file; a data directory for {@link Kind#LIST}
     * @throws IOException if the access fails
     */
    void before(Kind kind, Path file) throws IOException;
}
