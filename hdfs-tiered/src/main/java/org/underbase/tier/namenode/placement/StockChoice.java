package org.underbase.tier.namenode.placement;

import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/** HDFS's choice of a storage for one replica, with its checks of service state, staleness, load, space and slow nodes. */
interface StockChoice {
    /**
     * Chooses a storage of a DataNode.
     *
     * @param node the DataNode
     * @param excluded nodes to exclude; HDFS adds nodes to it
     * @return the storage; empty if the DataNode cannot take the replica
     */
    Optional<DatanodeStorageInfo> onNode(DatanodeDescriptor node, Set<Node> excluded);

    /**
     * Chooses a storage of a random DataNode.
     *
     * @param scope network location of the candidates, or {@code ~} and the location of the nodes to exclude
     * @param excluded nodes to exclude; HDFS adds nodes to it
     * @param maxPerRack maximum number of replicas of the block on one rack
     * @return the storage; empty if no candidate can take the replica
     */
    Optional<DatanodeStorageInfo> random(String scope, Set<Node> excluded, int maxPerRack);
}
