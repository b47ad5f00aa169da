package org.underbase.tier.namenode.monitor;

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * A replica that is to be moved.
 *
 * @param file the inode of its file
 * @param block the block, as it was when the move was planned
 * @param from the DataNode that has it
 * @param to the DataNode that shall have it
 * @param type the storage type it shall have there
 */
record BlockMove(long file, Block block, DatanodeDescriptor from, DatanodeDescriptor to, StorageType type) {}
