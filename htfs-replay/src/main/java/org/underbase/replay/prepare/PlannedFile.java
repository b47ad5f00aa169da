package org.underbase.replay.prepare;

/**
 * File that existed before the trace began.
 *
 * @param path path in the replay
 * @param file number of the file, or -1 if it is unknown
 * @param size size at that time as far as calls show it, in bytes
 * @param replication number of replicas, or -1 if it is unknown
 * @param blockSize size of its blocks in bytes, or -1 if it is unknown
 * @param ecPolicy erasure coding policy, or empty if it is replicated or unknown
 */
record PlannedFile(String path, int file, long size, long replication, long blockSize, String ecPolicy) {}
