package org.underbase.combinedlog.block;

import java.io.IOException;
import java.util.Optional;

/** Replicas that a running DataNode serves. */
public interface LiveReplicas {
    /**
     * Opens a replica's files at their current location; HDFS may rename them at any time.
     *
     * @param key block of the replica
     * @return the files, which the caller closes; empty if the DataNode no longer has the replica
     * @throws IOException if the files exist and cannot be opened
     */
    Optional<ReplicaFiles> open(BlockKey key) throws IOException;

    /**
     * Reports whether a storage is in service.
     *
     * @param storage storage ID
     * @return false after its removal or failure
     */
    default boolean isServed(String storage) {
        return true;
    }

    /**
     * Reports whether the replicas of a block pool are loaded: others cannot be reported as bad.
     *
     * @param pool ID of the block pool
     * @return whether they are loaded
     */
    default boolean isLoaded(String pool) {
        return true;
    }

    /**
     * Reports a replica as bad: its disk lost written bytes.
     *
     * @param key block of the replica
     * @param cause last error of the disk
     */
    void failed(BlockKey key, IOException cause);
}
