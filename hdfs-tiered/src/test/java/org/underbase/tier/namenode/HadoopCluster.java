package org.underbase.tier.namenode;

import java.io.IOException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.NetworkTopology;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/** What Hadoop's tests of the replication policy, whose DataNodes are no processes, need of us. */
final class HadoopCluster {
    private HadoopCluster() {}

    /** The placement class that the setting of the run configures. */
    static String placement() {
        return new HdfsConfiguration()
                .get(
                        DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY,
                        DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_DEFAULT.getName());
    }

    /** Makes all the DataNodes members of the first tier, when the setting has one. */
    static void announce(NetworkTopology network, DatanodeDescriptor[] datanodes) throws IOException {
        if (network instanceof TierTopology topology
                && !topology.registry().tiers().isEmpty()) {
            for (DatanodeDescriptor datanode : datanodes) {
                topology.registry()
                        .announce(
                                datanode.getDatanodeUuid(),
                                topology.registry().tiers().name(0),
                                datanode.getXferAddr(),
                                DeviceProfileProto.getDefaultInstance());
            }
        }
    }
}
