package org.underbase.tier.namenode;

import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.Node;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/**
 * The topology of Hadoop's own tests: ours, with every DataNode announced when it registers. Its plug-in announces it some
 * moments later, and these tests write to a cluster in the moment it is up and count on all of it. Some of their DataNodes
 * are no processes and have no plug-in at all.
 */
public class HadoopTestsTopology extends TierTopology {
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
