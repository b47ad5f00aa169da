package org.underbase.bench.prediction.tiers;

import java.util.List;

/**
 * Request to a client: operations, each due at a time (open loop).
 *
 * @param kind kind of the operations
 * @param operations operations, in the order of their times
 */
public record LoadRequest(Kind kind, List<Operation> operations) {
    /** Size of a file and of a block, in bytes: one read-ahead of the kernel, so that a read is one request at the device. */
    public static final int BLOCK = 128 << 10;

    /** Kind of operations. */
    public enum Kind {
        /** Creates files of one block. */
        WRITE,
        /** Reads files completely. */
        READ
    }

    /**
     * Operation.
     *
     * @param path path of the file
     * @param dueNanos time after the receipt of the request, in nanoseconds
     */
    public record Operation(String path, long dueNanos) {}

    /**
     * Response.
     *
     * @param nanos time from each operation's due time to its end, in nanoseconds
     */
    public record Latencies(List<Long> nanos) {}
}
