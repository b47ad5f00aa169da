package org.underbase.exalt.harness.load;

/**
 * What the clients of one JVM do.
 *
 * @param kind of their work
 * @param directory in HDFS; writers make it
 * @param threads that work at the same time
 * @param bytes of a file
 * @param files that are written at most, in all; 0 for no such bound
 * @param seconds after which no more is written; a file that is being written ends there. 0 for no such bound
 * @param replication of the files
 * @param blockBytes bytes of a block
 * @param spread directories that files with random names are spread over; 1 for one
 * @param seed of the files' names, where they are random
 */
public record LoadSpec(
        Kind kind,
        String directory,
        int threads,
        long bytes,
        long files,
        long seconds,
        short replication,
        long blockBytes,
        int spread,
        long seed) {
    /** What clients do. */
    public enum Kind {
        /** Write files, a directory for each thread. */
        WRITE,
        /** Read all files that are there, once, and compare every byte. */
        READ,
        /** Make empty files with random names. */
        CREATE,
        /** Make directories with random names: one call of the NameNode each. */
        MKDIR
    }

    /**
     * Readers of what these write.
     *
     * @param readers how many at the same time
     * @return without a bound of time
     */
    public LoadSpec read(int readers) {
        return new LoadSpec(Kind.READ, directory, readers, bytes, 0, 0, replication, blockBytes, spread, seed);
    }
}
