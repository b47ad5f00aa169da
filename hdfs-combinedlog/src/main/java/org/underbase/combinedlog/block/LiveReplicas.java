package org.underbase.combinedlog.block;

import java.io.IOException;
import java.util.Optional;

/** The replicas that a DataNode serves now. */
public interface LiveReplicas {
    /**
     * Opens a replica's files where they are now; they may be renamed at any time.
     *
     * @param key of the block
     * @return the files, to be closed by the caller; nothing where the DataNode has no such replica any more
     * @throws IOException where it has one and its files cannot be opened
     */
    Optional<ReplicaFiles> open(BlockKey key) throws IOException;

    /**
     * Gives a replica up: its disk does not keep what was written.
     *
     * @param key of the block
     * @param cause what the disk said last
     */
    void failed(BlockKey key, IOException cause);
}
