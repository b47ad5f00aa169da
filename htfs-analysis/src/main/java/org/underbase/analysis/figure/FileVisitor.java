package org.underbase.analysis.figure;

import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.FileHistory;

/** Receiver of all accesses to one file, across processes and in the order of time. */
public interface FileVisitor {
    /** A visitor that ignores all accesses. */
    FileVisitor NONE = (access, before) -> {};

    /**
     * Receives the next access.
     *
     * @param access a cursor, valid during the call
     * @param before history of the file's bytes without this access
     */
    void access(Access access, FileHistory before);

    /**
     * Ends the file.
     *
     * @param history history of the file's bytes with all accesses
     */
    default void end(FileHistory history) {}
}
