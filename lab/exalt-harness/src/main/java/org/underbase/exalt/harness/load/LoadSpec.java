package org.underbase.exalt.harness.load;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Load of one client JVM.
 *
 * @param kind kind of work
 * @param directory directory in HDFS, which writers create
 * @param threads number of concurrent threads
 * @param bytes size of a file, in bytes
 * @param files maximum number of files of all threads; 0 for unlimited
 * @param seconds time after which writing stops, within a file if necessary; 0 for unlimited
 * @param replication replication of the files
 * @param blockBytes size of a block, in bytes
 * @param spread number of directories for files with random names
 * @param seed seed of random names
 * @param replay description of a replay; null for other loads
 * @param rows description of HBase rows; null without HBase. {@code bytes} is then the size of a value, {@code files} the number of rows
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
    /** Kind of work. */
    public enum Kind {
        /** Write files, with a directory per thread. */
        WRITE,
        /** Read all existing files once and compare every byte. */
        READ,
        /** Create empty files with random names. */
        CREATE,
        /** Create directories with random names: one NameNode call each. */
        MKDIR,
        /** Replay audit logs. */
        REPLAY,
        /** Put rows into an HBase table. */
        PUT,
        /** Flush an HBase table and roll its write-ahead logs. */
        FLUSH,
        /** Read all rows once and compare every byte. */
        GET;

        /**
         * Returns whether this kind reads bytes.
         *
         * @return false if it writes
         */
        public boolean reads() {
            return this == READ || this == GET;
        }
    }

    @JsonCreator
    public LoadSpec {
        atLeast(1, threads, "threads");
        atLeast(0, files, rows == null ? "files" : "rows");
        atLeast(0, seconds, "seconds");
        atLeast(1, replication, "replication");
        atLeast(1, spread, "directory");
        if (kind == Kind.WRITE) {
            atLeast(1, bytes, "file size");
            atLeast(1, blockBytes, "block size");
        }
        if (kind == Kind.PUT) {
            atLeast(1, bytes, "value size");
        }
    }

    private static void atLeast(long least, long value, String what) {
        if (value < least) {
            throw new IllegalArgumentException("invalid " + what + " " + value + ": must be at least " + least);
        }
    }

    /**
     * Creates a load on files.
     *
     * @param kind kind of work
     * @param directory directory in HDFS
     * @param threads number of concurrent threads
     * @param bytes size of a file, in bytes
     * @param files maximum number of files
     * @param seconds time after which writing stops
     * @param replication replication of the files
     * @param blockBytes size of a block, in bytes
     * @param spread number of directories for the files
     * @param seed seed of random names
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
     * Creates a replay of audit logs.
     *
     * @param replay description of the replay
     * @param threads number of concurrent threads
     * @param seconds time after which the replay stops; 0 for unlimited
     * @return the load
     */
    public static LoadSpec replaying(ReplaySpec replay, int threads, long seconds) {
        return new LoadSpec(Kind.REPLAY, "/", threads, 0, 0, seconds, (short) 1, 0, 1, 0, replay, null);
    }

    /**
     * Returns the name of the counted items.
     *
     * @return plural: files, rows or calls
     */
    public String what() {
        if (kind == Kind.REPLAY) {
            return "calls";
        }
        return rows == null ? "files" : "rows";
    }

    /**
     * Creates the load that reads the files of this one.
     *
     * @param readers number of concurrent threads
     * @return the load, without a time limit
     */
    public LoadSpec read(int readers) {
        return new LoadSpec(Kind.READ, directory, readers, bytes, 0, 0, replication, blockBytes, spread, seed);
    }

    /**
     * Creates a load that puts rows.
     *
     * @param rows description of the rows
     * @param threads number of concurrent threads
     * @param valueBytes size of a value, in bytes
     * @param count maximum number of rows of all threads; 0 for unlimited
     * @param seconds time after which no row is put; 0 for unlimited
     * @param replication replication of HBase's files
     * @param seed seed of the keys
     * @return the load
     */
    public static LoadSpec putting(
            RowsSpec rows, int threads, long valueBytes, long count, long seconds, short replication, long seed) {
        return new LoadSpec(
                Kind.PUT, rows.table(), threads, valueBytes, count, seconds, replication, 0, 1, seed, null, rows);
    }

    /**
     * Creates the load that flushes the table of this one.
     *
     * @return the load, without a limit
     */
    public LoadSpec flushing() {
        return new LoadSpec(Kind.FLUSH, directory, 1, bytes, 1, 0, replication, blockBytes, spread, seed, null, rows);
    }

    /**
     * Creates the load that reads the rows of this one.
     *
     * @param readers number of concurrent threads
     * @param count number of rows
     * @return the load, without a time limit
     */
    public LoadSpec getting(int readers, long count) {
        return new LoadSpec(
                Kind.GET, directory, readers, bytes, count, 0, replication, blockBytes, spread, seed, null, rows);
    }
}
