package org.underbase.combinedlog.block;

import java.io.IOException;
import java.util.Optional;

/** The replicas on a DataNode's disks, as a replay finds them. */
public interface ReplicaStore {
    /**
     * Finds a replica with both of its files.
     *
     * @param key of the block
     * @param storage where it was; others are looked at when it is not there
     * @return the replica, to be closed by the caller
     * @throws IOException where the directories cannot be read
     */
    Optional<StoredReplica> find(BlockKey key, String storage) throws IOException;

    /**
     * Makes a replica with two empty files, being written. What is left of an older one is replaced.
     *
     * @param key of the block
     * @param storage where it belongs
     * @param generationStamp for the checksum file's name
     * @return the replica, to be closed by the caller; nothing where that storage is not there
     * @throws IOException where it cannot be made
     */
    Optional<StoredReplica> create(BlockKey key, String storage, long generationStamp) throws IOException;
}
