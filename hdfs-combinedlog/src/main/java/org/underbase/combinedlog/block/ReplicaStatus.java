package org.underbase.combinedlog.block;

/**
 * State of a replica that was synced through the journal.
 *
 * @param key block of the replica
 * @param storage ID of its storage
 * @param generationStamp generation stamp
 * @param syncedBytes length that the journal or an fsync of the files covers, in bytes
 * @param open whether it is being written
 * @param recorded whether the journal contains records of it that no checkpoint covers
 */
public record ReplicaStatus(
        BlockKey key, String storage, long generationStamp, long syncedBytes, boolean open, boolean recorded) {}
