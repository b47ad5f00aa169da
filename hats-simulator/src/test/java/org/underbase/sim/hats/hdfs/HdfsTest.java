package org.underbase.sim.hats.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.underbase.sim.hats.cluster.Datanode;
import org.underbase.sim.hats.cluster.DeviceClass;
import org.underbase.sim.hats.cluster.Layout;
import org.underbase.sim.hats.cluster.Policy;
import org.underbase.sim.hats.flow.Flows;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.RetrievalWeights.Proximity;
import org.underbase.tier.policy.TierNames;

class HdfsTest {
    private static final Settings SETTINGS = new Settings(1250, 0, 2, 1.5, false, true, TierNames.UNKNOWN);
    private static final int NODES = 6;

    private final Flows flows = new Flows();

    /** Six nodes on two racks, each with an SSD and an HDD. */
    private static Layout layout(long ssdBytes) {
        List<Datanode> datanodes = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            String rack = "/r" + node % 2;
            datanodes.add(
                    new Datanode(new ReplicaLocation(0, rack, "n" + node), 0, DeviceClass.PCIE.withBytes(ssdBytes), 1));
            datanodes.add(new Datanode(new ReplicaLocation(1, rack, "n" + node), 0, DeviceClass.HDD, 1));
        }
        return new Layout(TierNames.parse("ssd,hdd"), datanodes);
    }

    private Hdfs hdfs(Policy policy, long ssdBytes) {
        return new Hdfs(layout(ssdBytes), policy, SETTINGS, flows, new SplittableRandom(3));
    }

    private static StoredFile load(Hdfs hdfs, int blocks) {
        StoredFile file = hdfs.create(blocks * Settings.BLOCK);
        for (int block = 0; block < blocks; block++) {
            hdfs.load(file, block, block % NODES);
        }
        return file;
    }

    private void finish() {
        while (flows.step()) {}
    }

    @Test
    void hybridPlacesOneReplicaOnAnSsdAndUsesTwoRacks() {
        Hdfs hdfs = hdfs(Policy.HYBRID, 1L << 40);
        StoredFile file = load(hdfs, 50);

        for (int block = 0; block < 50; block++) {
            assertThat(hdfs.replicas(file, block, 0)).isEqualTo(1);
            assertThat(hdfs.replicas(file, block, 1)).isEqualTo(2);
            assertThat(hdfs.onOneRack(file, block)).isFalse();
            assertThat(hdfs.hosts(file, block)).doesNotHaveDuplicates().contains(block % NODES);
        }
    }

    @Test
    void oneSsdPlacesLikeHybridOnTwoTiers() {
        Hdfs hdfs = hdfs(Policy.ONE_SSD, 1L << 40);
        StoredFile file = load(hdfs, 10);

        for (int block = 0; block < 10; block++) {
            assertThat(hdfs.replicas(file, block, 0)).isEqualTo(1);
            assertThat(hdfs.replicas(file, block, 1)).isEqualTo(2);
        }
    }

    @Test
    void aLocalReadTakesTheTimeOfTheDevice() {
        Hdfs network = hdfs(Policy.NETWORK_AWARE, 1L << 40);
        StoredFile local = network.create(Settings.BLOCK);
        network.load(local, 0, 4);
        network.read(local, 0, 4, () -> {});
        finish();

        double rate = network.traffic().readShare(0) == 1 ? 533 : 61;
        assertThat(network.traffic().readShare(Proximity.NODE)).isEqualTo(1);
        assertThat(network.traffic().network()).isZero();
        assertThat(flows.now()).isCloseTo(Settings.BLOCK / 1e6 / rate, within(1e-9));
    }

    @Test
    void aFullTierLosesItsLeastRecentlyUsedFiles() {
        // The SSDs have space for 60 blocks; 54 of them are the high watermark.
        Hdfs hdfs = hdfs(Policy.HYBRID, 10 * Settings.BLOCK);
        StoredFile old = load(hdfs, 20);
        StoredFile used = load(hdfs, 20);
        flows.at(10, () -> hdfs.read(used, 0, 0, () -> {}));
        finish();
        StoredFile fresh = load(hdfs, 20);
        finish();

        assertThat(hdfs.traffic().demotedFiles()).isEqualTo(1);
        for (int block = 0; block < 20; block++) {
            assertThat(hdfs.replicas(old, block, 0)).isZero();
            assertThat(hdfs.replicas(old, block, 1)).isEqualTo(3);
            assertThat(hdfs.hosts(old, block)).doesNotHaveDuplicates();
            assertThat(hdfs.replicas(used, block, 0)).isEqualTo(1);
            assertThat(hdfs.replicas(fresh, block, 0)).isEqualTo(1);
        }
    }
}
