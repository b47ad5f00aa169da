package org.underbase.combinedlog.block;

import java.io.IOException;
import java.util.Optional;

/** Replicas on the disks of a DataNode that does not serve them yet. */
public interface ReplicaStore {
    /**
     * Finds a replica with both of its files.
     *
     * @param key block of the replica
     * @param storage ID of the storage to search first
     * @return the replica, which the caller closes; empty if it does not exist
     * @throws IOException if the directories cannot be read
     */
    Optional<StoredReplica> find(BlockKey key, String storage) throws IOException;

    /**
     * Creates a replica that is being written, with two empty files. Replaces remaining files of an older replica.
     *
     * @param key block of the replica
     * @param storage ID of the replica's storage
     * @param generationStamp generation stamp for the checksum file's name
     * @return the replica, which the caller closes; empty if the storage or its block pool does not exist
     * @throws IOException if a file cannot be created
     */
    Optional<StoredReplica> create(BlockKey key, String storage, long generationStamp) throws IOException;
}
