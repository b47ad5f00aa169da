package org.underbase.combinedlog.client;

/**
 * Replica that was synced through the combined log of a DataNode.
 *
 * @param blockPool ID of the block pool
 * @param blockId ID of the block
 * @param generationStamp generation stamp
 * @param storage ID of the storage
 * @param syncedBytes length that the journal or an fsync of the files covers, in bytes
 * @param open whether the replica is being written
 * @param recorded whether the journal contains records of it that no checkpoint covers
 */
public record SyncedReplica(
        String blockPool,
        long blockId,
        long generationStamp,
        String storage,
        long syncedBytes,
        boolean open,
        boolean recorded) {}
