package org.underbase.sim.trace;

import org.underbase.analysis.catalog.FileFacts;

/** Choice of the machines of replicas, and of the replica that serves a read. */
interface BlockPlacement {
    /**
     * Places the replicas of a block.
     *
     * @param file file
     * @param block number of the block
     * @param writer machine of the writer, or {@link Machines#NONE}
     * @param replication number of replicas
     */
    Replicas place(FileFacts file, int block, int writer, int replication);

    /**
     * Returns the machine that serves a reader: its own if it has a replica, otherwise the first.
     *
     * @param replicas replicas of the block
     * @param file file
     * @param block number of the block
     * @param reader machine of the reader, or {@link Machines#NONE}
     */
    default int server(Replicas replicas, FileFacts file, int block, int reader) {
        return replicas.on(reader) < 0 ? replicas.machines().get(0) : reader;
    }

    /** Reports how many blocks are where. */
    default void report(CompileReport report) {}
}
