package org.underbase.bench.localcompact.client;

/**
 * What the client is asked to do.
 *
 * @param table its name
 * @param ours whether its compactions are local
 * @param server host of the RegionServer that its region is to be on; empty: wherever it is
 * @param bytes of values
 * @param seed of the rows and values
 */
public record Ask(Verb verb, String table, boolean ours, String server, long bytes, long seed) {
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
        COMPACT
    }

    /** With nothing but a table. */
    public static Ask of(Verb verb, String table) {
        return new Ask(verb, table, false, "", 0, 0);
    }

    /** The same on a server. */
    public Ask on(String host) {
        return new Ask(verb, table, ours, host, bytes, seed);
    }

    /** The same with local compactions, or without. */
    public Ask local(boolean wanted) {
        return new Ask(verb, table, wanted, server, bytes, seed);
    }

    /** The same with so many bytes. */
    public Ask bytes(long count, long ofSeed) {
        return new Ask(verb, table, ours, server, count, ofSeed);
    }
}
