package org.underbase.tier.namenode.monitor;

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * Planned move of a replica.
 *
 * @param file inode ID of the file
 * @param block the block at the time of planning
 * @param from DataNode with the replica
 * @param to target DataNode
 * @param type storage type on the target
 */
record BlockMove(long file, Block block, DatanodeDescriptor from, DatanodeDescriptor to, StorageType type) {}
