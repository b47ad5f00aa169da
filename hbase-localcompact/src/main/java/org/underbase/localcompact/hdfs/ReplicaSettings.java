package org.underbase.localcompact.hdfs;

import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.util.DataChecksum;

/**
 * Settings of a new replica.
 *
 * @param clientName lease holder of the file
 * @param checksum checksum algorithm and chunk size
 * @param caching whether the DataNode keeps the replica in the page cache
 * @param pinned whether the HDFS Balancer must not move the replica
 */
record ReplicaSettings(String clientName, DataChecksum checksum, CachingStrategy caching, boolean pinned) {}
