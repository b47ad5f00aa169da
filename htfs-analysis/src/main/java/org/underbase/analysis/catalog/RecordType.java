package org.underbase.analysis.catalog;

/** Types of namespace records. */
enum RecordType {
    /** First call of a process on a file through a stream, or the first one that shows its identity. */
    SIGHT,
    /** Call by path on an existing file, which may return its length. */
    USE,
    CREATE,
    TRUNCATE,
    /** Change of the length that the source of the trace does not show. */
    RESIZE,
    /** A directory exists. */
    DIRECTORY,
    /** Rename to exactly the other path. */
    RENAME,
    /** Rename to the other path, or into it if it is a directory. */
    MOVE,
    /** The file at the other path became a part of this file. */
    CONCAT,
    DELETE
}
