package org.underbase.bench.soak.localcompact;

import java.util.List;

/**
 * What the client of the tables is to do.
 *
 * @param tables which
 * @param seed of what is written
 */
record Ask(What what, List<String> tables, long seed) {
    /** What it can do. */
    enum What {
        /** Make tables. */
        CREATE,
        /** Write to a table and flush it several times, and write some more. */
        FILL,
        /** Write some more. */
        WRITE,
        /** Ask for the compaction of a table, a major one unless its name says otherwise. */
        COMPACT,
        /** The names of the store's files, then the state of the compaction. */
        FILES,
        /** The host of the region's server, then those of the nodes that have every block. */
        PLACE,
        /** Compare every cell. The answer has a line for each difference. */
        CHECK,
        /** What is wrong with the files of HDFS, a line each; with a table, also what HBase itself left of it. */
        HEALTH,
        /** Delete tables. */
        DROP
    }
}
