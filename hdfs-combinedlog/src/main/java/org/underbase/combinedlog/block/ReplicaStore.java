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
     * @param anywhere whether to search the other storages as well
     * @return the replica, which the caller closes; empty if it does not exist
     * @throws StorageFailedException if the directories of a storage cannot be read
     * @throws IOException if the files cannot be opened
     */
    Optional<StoredReplica> find(BlockKey key, String storage, boolean anywhere) throws IOException;

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

    /**
     * Reports whether a storage does not exist, but may return: its records are still needed.
     *
     * @param storage storage ID
     * @return whether it is missing
     */
    boolean isMissing(String storage);

    /**
     * Excludes a failed storage from later calls.
     *
     * @param storage storage ID
     */
    void exclude(String storage);

    /**
     * Gives the checksum file of a replica another generation stamp, so that the NameNode rejects the replica. The name is on disk
     * when this returns. Does nothing if the replica does not exist.
     *
     * @param key block of the replica
     * @param storage ID of the replica's storage
     * @param last highest generation stamp of the replica; one with a higher stamp stays unchanged
     * @param generationStamp generation stamp that no valid replica has
     * @throws IOException if the file cannot be renamed
     */
    void withdraw(BlockKey key, String storage, long last, long generationStamp) throws IOException;

    /**
     * Remembers that a replica was rewritten and fsynced ({@link Durability#REWRITE}), also after a process exit.
     *
     * @param key block of the replica
     * @param storage ID of the replica's storage
     */
    void rewritten(BlockKey key, String storage);

    /**
     * Reports whether an earlier replay has rewritten and fsynced a replica: then an fsync reports its I/O error.
     *
     * @param key block of the replica
     * @param storage ID of the replica's storage
     * @return whether it was {@link #rewritten}
     */
    boolean isRewritten(BlockKey key, String storage);

    /** How an intact replica becomes durable whose bytes may only be in the page cache. */
    enum Durability {
        /** By an fsync, which reports its I/O error. */
        FSYNC,
        /** By {@link #sync}, which reports the I/O errors of all replicas. */
        SYNC,
        /** By a rewrite and an fsync: an earlier sync may have received the I/O error of the replica. */
        REWRITE
    }

    /**
     * Returns how the intact replicas of a block pool in a storage become durable.
     *
     * @param storage storage ID
     * @param pool ID of the block pool
     * @param count number of replicas with records
     * @return the method
     */
    Durability durability(String storage, String pool, int count);

    /**
     * Makes all replicas of a block pool in a storage durable at once.
     *
     * @param storage storage ID
     * @param pool ID of the block pool
     * @param waiting called about once per second
     * @return {@link Durability#SYNC} if all bytes and names are on disk that the kernel had not dropped; otherwise how the replicas
     *     become durable
     * @throws IOException if the thread was interrupted
     */
    Durability sync(String storage, String pool, Runnable waiting) throws IOException;
}
