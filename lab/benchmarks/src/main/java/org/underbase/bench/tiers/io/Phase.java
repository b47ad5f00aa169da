package org.underbase.bench.tiers.io;

import java.util.List;

/**
 * Request to a client on a node.
 *
 * @param kind kind of the tasks
 * @param tasks tasks, shared by the client's threads
 * @param retrieval order in which readers are offered replicas; empty: the NameNode's
 * @param threads number of concurrent threads
 * @param skipMillis warm-up, which is not measured
 * @param countMillis measured time, after which the client stops; 0: until all tasks are complete
 */
public record Phase(Kind kind, List<Task> tasks, String retrieval, int threads, long skipMillis, long countMillis) {
    /** Kind of tasks. */
    public enum Kind {
        /** Creates the files. */
        WRITE,
        /** Creates the files; DataNodes sync each block before its end is acknowledged. */
        WRITE_SYNCED,
        /** Reads the ranges. */
        READ,
        /** Asks for the hosts of the ranges. */
        LOCATE
    }

    /** Creates a phase that runs until all tasks are complete. */
    public static Phase complete(Kind kind, List<Task> tasks, String retrieval, int threads) {
        return new Phase(kind, tasks, retrieval, threads, 0, 0);
    }
}
