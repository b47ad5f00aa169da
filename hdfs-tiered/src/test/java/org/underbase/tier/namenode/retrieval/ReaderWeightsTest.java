package org.underbase.tier.namenode.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.junit.jupiter.api.Test;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.policy.RetrievalPolicy;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/** Weights of DataNodes by the rates that they announce and the transfers that they report. */
class ReaderWeightsTest {
    private final TierTopology topology = new TierTopology();
    private int nodes;

    ReaderWeightsTest() {
        Configuration conf = new Configuration(false);
        conf.set(TierKeys.NAMES.name(), "fast,disk");
        topology.setConf(conf);
    }

    /** The limit is four times the lower median of the tier's other DataNodes. */
    @Test
    void anExcessiveRateIsLimitedByTheTier() {
        DatanodeDescriptor[] tier = {datanode(100), datanode(110), datanode(1_000_000_000)};
        assertThat(topology.index().reading(tier[0]).device()).isEqualTo(100);
        assertThat(topology.index().reading(tier[1]).device()).isEqualTo(110);
        assertThat(topology.index().reading(tier[2]).device()).isEqualTo(400);
        assertThat(topology.weights().ofTier(0, topology.index())).isEqualTo(610);
    }

    @Test
    void transfersThatADatanodeReportsReduceItsWeight() {
        DatanodeDescriptor[] replicas = {datanode(100), datanode(100)};
        replicas[0].setXceiverCount(3);
        double[] weights =
                topology.weights().of(RetrievalPolicy.TIER_AWARE, null, replicas, replicas.length, topology.index());
        assertThat(weights[1]).isPositive().isEqualTo(4 * weights[0]);
    }

    /** Adds a DataNode of the tier fast. */
    private DatanodeDescriptor datanode(long megabytesPerSecond) {
        String host = "h" + ++nodes;
        DatanodeDescriptor node = DFSTestUtil.createDatanodeStorageInfo(
                        "s-" + host, "10.0.0." + nodes, "/r", host, StorageType.DISK, null)
                .getDatanodeDescriptor();
        topology.registry()
                .announce(
                        node.getDatanodeUuid(),
                        "fast",
                        node.getXferAddr(),
                        DeviceProfileProto.newBuilder()
                                .setReadBandwidth(megabytesPerSecond * 1_000_000)
                                .build());
        topology.add(node);
        return node;
    }
}
