package org.underbase.bench.localcompact.client;

/**
 * What the client is asked to do.
 *
 * @param table its name
 * @param underbase whether its compactions are local
 * @param server host of the RegionServer that its region is to be on; empty: wherever it is
 * @param bytes of values, or of a memstore
 * @param count users of the workload
 * @param operations of the workload, for each user
 * @param seed of the rows and values
 */
public record Ask(
        Verb verb, String table, boolean underbase, String server, long bytes, int count, int operations, long seed) {
    /** What. */
    public enum Verb {
        /** Makes the table, with one region. */
        CREATE,
        /** Writes one more store file of so many bytes. */
        FILL,
        /** Takes note of the store files that there are: the inputs of every compaction from now on. */
        REMEMBER,
        /** Puts the inputs back in place of what a compaction made of them, and sets who compacts. */
        PREPARE,
        /** Has them compacted into one. */
        COMPACT,
        /** Makes the table of the Facebook-Messages workload, loads and drives it. */
        MESSAGES
    }

    /** With nothing but a table. */
    public static Ask of(Verb verb, String table) {
        return new Ask(verb, table, false, "", 0, 0, 0, 0);
    }

    /** The same on a server. */
    public Ask on(String host) {
        return new Ask(verb, table, underbase, host, bytes, count, operations, seed);
    }

    /** The same with local compactions, or without. */
    public Ask local(boolean wanted) {
        return new Ask(verb, table, wanted, server, bytes, count, operations, seed);
    }

    /** The same with so many bytes. */
    public Ask bytes(long values, long ofSeed) {
        return new Ask(verb, table, underbase, server, values, count, operations, ofSeed);
    }

    /** The same with so many users. */
    public Ask users(int users, int operationsOfEach, long ofSeed) {
        return new Ask(verb, table, underbase, server, bytes, users, operationsOfEach, ofSeed);
    }
}
