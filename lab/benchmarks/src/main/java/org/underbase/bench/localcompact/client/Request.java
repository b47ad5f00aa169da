package org.underbase.bench.localcompact.client;

/**
 * Request to the client.
 *
 * @param operation the operation
 * @param table name of the table
 * @param underbase whether its compactions are local
 * @param server host of the RegionServer for its region; empty if any
 * @param bytes bytes of values, of a memstore, or of the hot file, or bytes per second of an ingest (0: as fast as HBase accepts them)
 * @param count users of the workload, stores of the table, seconds of an ingest, or reads per second of the hot file
 * @param operations operations per user of the workload
 * @param seed seed of rows and values
 */
public record Request(
        Operation operation,
        String table,
        boolean underbase,
        String server,
        long bytes,
        int count,
        int operations,
        long seed) {
    /** Size of the hot file's blocks: reads of each block select one of its DataNodes, and small blocks distribute them. */
    public static final long HOT_BLOCK_BYTES = 4 << 20;

    /** Operation of the client. */
    public enum Operation {
        /** Creates the table with one region. */
        CREATE,
        /** Writes one more store file. */
        FILL,
        /** Records the current store files as the inputs of all later compactions. */
        REMEMBER,
        /** Replaces the output of the last compaction by the inputs, and sets the compactor. */
        PREPARE,
        /** Compacts the inputs into one file, while a number of reads per second read the hot file. */
        COMPACT,
        /** Creates the hot file, of any content. */
        HOT_FILE,
        /** Makes all servers read their configuration again. */
        RECONFIGURE,
        /** Creates the table of the Facebook-Messages workload, loads and drives it. */
        MESSAGES,
        /** Creates the table with several regions, each with one store. */
        CREATE_STORES,
        /** Writes to all stores for some time. */
        INGEST,
        /** Writes the memstores of all stores to store files. */
        FLUSH,
        /** Compacts each store into one file. */
        COMPACT_STORES,
        /** Reads all rows. */
        SCAN,
        /** Deletes the table with its archived files. */
        DROP
    }

    /**
     * Creates a request without options.
     *
     * @param operation the operation
     * @param table name of the table
     */
    public static Request of(Operation operation, String table) {
        return new Request(operation, table, false, "", 0, 0, 0, 0);
    }

    /**
     * Copies this request with a RegionServer.
     *
     * @param host host of the RegionServer
     */
    public Request on(String host) {
        return new Request(operation, table, underbase, host, bytes, count, operations, seed);
    }

    /**
     * Copies this request with a compactor.
     *
     * @param local whether compactions are local
     */
    public Request local(boolean local) {
        return new Request(operation, table, local, server, bytes, count, operations, seed);
    }

    /**
     * Copies this request with an amount of data.
     *
     * @param size bytes of values, or of a memstore
     * @param newSeed seed of rows and values
     */
    public Request bytes(long size, long newSeed) {
        return new Request(operation, table, underbase, server, size, count, operations, newSeed);
    }

    /**
     * Copies this request with reads of the hot file.
     *
     * @param readsPerSecond reads per second
     * @param newSeed seed of their positions
     */
    public Request reads(int readsPerSecond, long newSeed) {
        return new Request(operation, table, underbase, server, bytes, readsPerSecond, operations, newSeed);
    }

    /**
     * Copies this request with the size of the workload.
     *
     * @param users users of the workload
     * @param operationsPerUser operations per user
     * @param newSeed seed of rows and values
     */
    public Request users(int users, int operationsPerUser, long newSeed) {
        return new Request(operation, table, underbase, server, bytes, users, operationsPerUser, newSeed);
    }

    /**
     * Copies this request with the stores of the table.
     *
     * @param stores number of stores
     * @param flushBytes size of a memstore that is flushed
     */
    public Request stores(int stores, long flushBytes) {
        return new Request(operation, table, underbase, server, flushBytes, stores, operations, seed);
    }

    /**
     * Copies this request with an ingest.
     *
     * @param bytesPerSecond bytes of values per second; 0 for the maximum that HBase accepts
     * @param seconds duration
     * @param newSeed seed of rows and values
     */
    public Request ingest(long bytesPerSecond, int seconds, long newSeed) {
        return new Request(operation, table, underbase, server, bytesPerSecond, seconds, operations, newSeed);
    }
}
