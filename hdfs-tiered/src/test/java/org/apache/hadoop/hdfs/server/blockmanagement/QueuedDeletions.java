package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;

/** Access of tests to the deletions that a DataNode gets with its next heartbeat. */
public final class QueuedDeletions {
    private QueuedDeletions() {}

    public static void add(DatanodeDescriptor node, Block block) {
        node.addBlocksToBeInvalidated(List.of(new Block(block)));
    }
}
