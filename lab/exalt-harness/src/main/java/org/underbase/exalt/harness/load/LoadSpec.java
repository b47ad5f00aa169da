package org.underbase.exalt.harness.load;

import com.fasterxml.jackson.annotation.JsonCreator;

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
 * @param replay which audit logs are replayed; null where none is
 * @param rows of which table; null without HBase. Then {@code bytes} are those of a value, {@code files} are rows
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
        long seed,
        ReplaySpec replay,
        RowsSpec rows) {
    /** What clients do. */
    public enum Kind {
        /** Write files, a directory for each thread. */
        WRITE,
        /** Read all files that are there, once, and compare every byte. */
        READ,
        /** Make empty files with random names. */
        CREATE,
        /** Make directories with random names: one call of the NameNode each. */
        MKDIR,
        /** Make the calls of audit logs again. */
        REPLAY,
        /** Put rows into a table of HBase. */
        PUT,
        /** Flush a table of HBase and begin new write-ahead logs. */
        FLUSH,
        /** Read all rows that were put, once, and compare every byte. */
        GET;

        /**
         * Whether bytes of it were read.
         *
         * @return false where they were written
         */
        public boolean reads() {
            return this == READ || this == GET;
        }
    }

    @JsonCreator
    public LoadSpec {
        atLeast(1, threads, "thread that works");
        atLeast(0, files, rows == null ? "files" : "rows");
        atLeast(0, seconds, "seconds");
        atLeast(1, replication, "replica of a block");
        atLeast(1, spread, "directory");
        if (kind == Kind.WRITE) {
            atLeast(1, bytes, "byte of a file");
            atLeast(1, blockBytes, "byte of a block");
        }
        if (kind == Kind.PUT) {
            atLeast(1, bytes, "byte of a value");
        }
    }

    private static void atLeast(long least, long value, String what) {
        if (value < least) {
            throw new IllegalArgumentException("at least " + least + " " + what + ", not " + value);
        }
    }

    /**
     * A load that replays nothing.
     *
     * @param kind of their work
     * @param directory in HDFS
     * @param threads that work at the same time
     * @param bytes of a file
     * @param files that are written at most
     * @param seconds after which no more is written
     * @param replication of the files
     * @param blockBytes bytes of a block
     * @param spread directories that files are spread over
     * @param seed of the files' names
     */
    public LoadSpec(
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
        this(kind, directory, threads, bytes, files, seconds, replication, blockBytes, spread, seed, null, null);
    }

    /**
     * A replay of audit logs.
     *
     * @param replay which, and how
     * @param threads that make calls at the same time
     * @param seconds after which no more are made; 0 for no such bound
     * @return the load
     */
    public static LoadSpec replaying(ReplaySpec replay, int threads, long seconds) {
        return new LoadSpec(Kind.REPLAY, "/", threads, 0, 0, seconds, (short) 1, 0, 1, 0, replay, null);
    }

    /**
     * What is counted: files, or what is done instead of making them.
     *
     * @return in the plural
     */
    public String what() {
        if (kind == Kind.REPLAY) {
            return "calls";
        }
        return rows == null ? "files" : "rows";
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

    /**
     * Writers of rows.
     *
     * @param rows which table, and how
     * @param threads that put at the same time
     * @param valueBytes bytes of a value
     * @param count rows that are put at most, in all; 0 for no such bound
     * @param seconds after which no more are put; 0 for no such bound
     * @param replication of HBase's files
     * @param seed of the keys
     * @return the load
     */
    public static LoadSpec putting(
            RowsSpec rows, int threads, long valueBytes, long count, long seconds, short replication, long seed) {
        return new LoadSpec(
                Kind.PUT, rows.table(), threads, valueBytes, count, seconds, replication, 0, 1, seed, null, rows);
    }

    /**
     * A flush of the table that these put rows into.
     *
     * @return without a bound
     */
    public LoadSpec flushing() {
        return new LoadSpec(Kind.FLUSH, directory, 1, bytes, 1, 0, replication, blockBytes, spread, seed, null, rows);
    }

    /**
     * Readers of the rows that these put.
     *
     * @param readers how many at the same time
     * @param count of the rows
     * @return without a bound of time
     */
    public LoadSpec getting(int readers, long count) {
        return new LoadSpec(
                Kind.GET, directory, readers, bytes, count, 0, replication, blockBytes, spread, seed, null, rows);
    }
}
