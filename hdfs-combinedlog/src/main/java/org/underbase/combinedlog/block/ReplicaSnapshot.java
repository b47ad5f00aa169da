package org.underbase.combinedlog.block;

/**
 * Identity, location, generation stamp and length of a replica at one moment.
 *
 * @param key block of the replica
 * @param storage ID of the storage that contains the replica
 * @param generationStamp generation stamp
 * @param length length of the data, in bytes
 */
public record ReplicaSnapshot(BlockKey key, String storage, long generationStamp, long length) {}
