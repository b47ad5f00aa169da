package org.underbase.bench.simulator.pagecache;

/**
 * Access to a file.
 *
 * @param nanos time since the begin of the list
 * @param kind kind
 * @param file number of the file
 * @param offset first byte
 * @param length number of bytes
 */
record Access(long nanos, Kind kind, int file, int offset, int length) {
    /** Kind of an access. */
    enum Kind {
        /** Read by a reader that reads nothing else. */
        RANDOM_READ,
        /** Read by a reader that reads the file in sequence. */
        SCAN,
        /** Write. */
        WRITE,
        /** Fsync. */
        SYNC,
        /** Deletion. */
        DELETE
    }
}
