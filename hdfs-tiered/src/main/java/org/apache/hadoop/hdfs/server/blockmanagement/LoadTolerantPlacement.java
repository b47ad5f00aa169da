package org.apache.hadoop.hdfs.server.blockmanagement;

/** HDFS's placement policy, whose package-private check of a DataNode's load a subclass can relax. It contains nothing else. */
public abstract class LoadTolerantPlacement extends BlockPlacementPolicyDefault {
    @Override
    boolean excludeNodeByLoad(DatanodeDescriptor node) {
        return super.excludeNodeByLoad(node) && !toleratesLoad(node);
    }

    /**
     * Returns whether a DataNode takes a replica although its load is above HDFS's limit, a multiple of the average of all
     * DataNodes.
     */
    protected abstract boolean toleratesLoad(DatanodeDescriptor node);
}
