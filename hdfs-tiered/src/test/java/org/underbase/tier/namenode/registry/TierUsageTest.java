package org.underbase.tier.namenode.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.junit.jupiter.api.Test;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/** DataNodes that files without a policy use while a tier is full. */
class TierUsageTest {
    private static final TierNames TIERS = TierNames.parse("fast,disk");

    private final TierRegistry registry = new TierRegistry(TIERS, NodeIdentity.HOSTNAME);
    private final TierUsage usage = TierUsage.of(new Configuration(false), TIERS);
    private final List<DatanodeDescriptor> nodes = new ArrayList<>();

    @Test
    void nothingIsAvoidedBelowTheHighWatermark() {
        cluster(89, 10);
        assertThat(usage.preferred(index())).isEmpty();
    }

    @Test
    void aFullTierIsAvoidedAndUntieredDataNodesAreNot() {
        cluster(91, 10);
        DatanodeDescriptor untiered = node("", "/a", 50);
        assertThat(usage.preferred(index())).hasValueSatisfying(preferred -> {
            assertThat(preferred.all()).hasSize(3).contains(untiered);
            assertThat(preferred.has(untiered)).isTrue();
            assertThat(preferred.has(nodes.get(0))).isFalse();
        });
    }

    @Test
    void nothingIsAvoidedIfNoOtherTierHasSpace() {
        cluster(95, 95);
        assertThat(usage.preferred(index())).isEmpty();
    }

    @Test
    void deadDataNodesAreNoSpace() {
        cluster(95, 10);
        nodes.subList(2, 4).forEach(node -> node.setAlive(false));
        assertThat(usage.preferred(index())).isEmpty();
    }

    @Test
    void aSecondRackTakesPrecedence() {
        node("fast", "/a", 95);
        node("fast", "/b", 95);
        node("disk", "/a", 10);
        node("disk", "/a", 10);
        assertThat(usage.preferred(index())).isEmpty();
    }

    @Test
    void meanLoadFollowsARiseOfOneDatanode() {
        cluster(10, 10);
        node("fast", "/a", 10).setAlive(false);
        nodes.get(0).setXceiverCount(4);
        nodes.get(1).setXceiverCount(8);
        TierIndex index = index();
        assertThat(usage.meanXceiversLately(index, 0, 8)).isEqualTo(6);
        // The load of a tier is computed at intervals.
        nodes.get(1).setXceiverCount(28);
        assertThat(usage.meanXceiversLately(index, 0, 28)).isBetween(14.0, 16.0);
    }

    @Test
    void aTierWithoutDatanodesInServiceHasNoLoad() {
        cluster(10, 10);
        nodes.subList(0, 2).forEach(node -> node.setAlive(false));
        assertThat(usage.meanXceiversLately(index(), 0, 3)).isZero();
    }

    @Test
    void aLowWatermarkAboveTheHighOneIsRejected() {
        Configuration conf = new Configuration(false);
        conf.set("dfs.tier.fast.high.watermark", "0.5");
        assertThatThrownBy(() -> TierUsage.of(conf, TIERS)).hasMessageContaining("dfs.tier.fast.low.watermark");
    }

    /** Two DataNodes per tier on two racks, with a used percentage. */
    private void cluster(int fast, int disk) {
        node("fast", "/a", fast);
        node("fast", "/b", fast);
        node("disk", "/a", disk);
        node("disk", "/b", disk);
    }

    private DatanodeDescriptor node(String tier, String rack, int usedPercent) {
        String host = "h" + nodes.size();
        DatanodeDescriptor node = DFSTestUtil.createDatanodeStorageInfo(
                        "s-" + host, "10.0.0." + nodes.size(), rack, host, StorageType.DISK, null)
                .getDatanodeDescriptor();
        node.setAlive(true);
        node.setCapacity(100);
        node.setRemaining(100 - usedPercent);
        if (!tier.isEmpty()) {
            registry.announce(
                    node.getDatanodeUuid(), tier, node.getXferAddr(), DeviceProfileProto.getDefaultInstance());
        }
        nodes.add(node);
        return node;
    }

    private TierIndex index() {
        return new TierIndex(nodes, registry, 0, 0);
    }
}
