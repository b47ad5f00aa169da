package org.underbase.tier.namenode;

import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.Node;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/**
 * Topology for Hadoop's tests that announces each DataNode when it registers. The DataNode's plug-in announces it some
 * moments later, but these tests write as soon as the cluster is up and expect all DataNodes. Some of their DataNodes are
 * simulated and have no plug-in.
 */
public class UpstreamTopology extends TierTopology {
    @Override
    public void add(Node node) {
        if (!registry().tiers().isEmpty()
                && node instanceof DatanodeDescriptor datanode
                && datanode.getDatanodeUuid() != null) {
            registry()
                    .announce(
                            datanode.getDatanodeUuid(),
                            registry().tiers().name(0),
                            String.valueOf(datanode.getXferAddr()),
                            DeviceProfileProto.getDefaultInstance());
        }
        super.add(node);
    }
}
