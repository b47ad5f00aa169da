package org.underbase.demo.compaction.client;

/**
 * What the client is asked to do.
 *
 * @param verb what
 * @param files how many store files are to be made
 * @param bytes of values in each
 * @param seed of rows and values
 */
public record Ask(Verb verb, int files, long bytes, long seed) {
    /** What. */
    public enum Verb {
        /** Makes the table, which stock compacts, and its store files. */
        MAKE,
        /** Has them compacted into one. */
        COMPACT,
        /** Puts the store files back in place of what was made of them; from now on the table compacts locally. */
        AGAIN,
        /** Reads all rows. */
        READ
    }

    /** Without anything to make. */
    public static Ask to(Verb verb) {
        return new Ask(verb, 0, 0, 0);
    }
}
