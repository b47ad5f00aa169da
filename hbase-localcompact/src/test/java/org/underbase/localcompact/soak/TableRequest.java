package org.underbase.localcompact.soak;

import java.util.List;

/**
 * Request to the client of the tables.
 *
 * @param operation operation to execute
 * @param tables names of the tables
 * @param seed seed of the written rows
 */
record TableRequest(Operation operation, List<String> tables, long seed) {
    /** Operation on tables. */
    enum Operation {
        /** Create tables. */
        CREATE,
        /** Write to a table and flush it several times, then write more rows without a flush. */
        FILL,
        /** Write more rows. */
        WRITE,
        /** Request a compaction of a table, major or minor according to its name. */
        COMPACT,
        /** List the store's files, then the state of the compaction. */
        FILES,
        /** List the host of the region's server, then the nodes that hold every block. */
        LOCATE,
        /** Compare every cell; the response has one line per difference. */
        CHECK,
        /** Check the files of HDFS, and leftovers of HBase in a table if one is given; one line per problem. */
        HEALTH,
        /** Delete tables. */
        DROP
    }
}
