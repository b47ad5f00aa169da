package org.underbase.sim.hats.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.TierNames;

class PlacementTest {
    private static final int RACKS = 3;
    private static final int NODES = 12;
    private static final int BLOCKS = 300;
    private static final int REPLICATION = 3;

    private final Layout layout = layout();

    /** Each node has an SSD and an HDD. */
    private static Layout layout() {
        List<Datanode> datanodes = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            String rack = "/r" + node % RACKS;
            datanodes.add(new Datanode(new ReplicaLocation(0, rack, "n" + node), 0, DeviceClass.SATA, 1));
            datanodes.add(new Datanode(new ReplicaLocation(1, rack, "n" + node), 0, DeviceClass.HDD, 1));
        }
        return new Layout(TierNames.parse("ssd,hdd"), datanodes);
    }

    private List<List<String>> racks(Policy policy) {
        Placement placement = new Placement(layout, policy, false, TierNames.UNKNOWN, new SplittableRandom(1));
        List<List<String>> racks = new ArrayList<>();
        for (int block = 0; block < BLOCKS; block++) {
            String writer = "n" + block % NODES;
            List<Datanode> replicas = placement.place(REPLICATION, block, "/r" + block % RACKS, writer);

            assertThat(replicas).hasSize(REPLICATION);
            assertThat(replicas.get(0).location().host()).isEqualTo(writer);
            racks.add(replicas.stream().map(node -> node.location().rack()).toList());
        }
        return racks;
    }

    /** As BlockPlacementPolicyDefault of HDFS. */
    @ParameterizedTest
    @EnumSource(names = {"NETWORK_AWARE", "ONE_SSD"})
    void stockHdfsPlacesTheThirdReplicaOnTheRackOfTheSecond(Policy policy) {
        assertThat(racks(policy)).allSatisfy(racks -> {
            assertThat(racks.get(1)).isNotEqualTo(racks.get(0));
            assertThat(racks.get(2)).isEqualTo(racks.get(1));
        });
    }

    @Test
    void hybridPlacesTheThirdReplicaOnTheRackOfTheFirstOrTheSecond() {
        assertThat(racks(Policy.HYBRID))
                .allSatisfy(racks -> assertThat(racks.get(2)).isIn(racks.get(0), racks.get(1)))
                .anySatisfy(racks -> assertThat(racks.get(2)).isEqualTo(racks.get(0)))
                .anySatisfy(racks -> assertThat(racks.get(2)).isEqualTo(racks.get(1)));
    }
}
