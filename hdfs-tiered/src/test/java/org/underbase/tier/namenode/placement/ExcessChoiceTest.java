package org.underbase.tier.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.util.Time;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/** Choice of excess replicas while a DataNode sends no heartbeats but is not dead yet, or has not announced its tier yet. */
class ExcessChoiceTest {
    private static final long TOLERATED_MILLIS = 12_000;

    private final TierTopology topology = new TierTopology();

    @BeforeEach
    void configure() {
        configure("0s");
    }

    private void configure(String grace) {
        Configuration conf = new Configuration(false);
        conf.set(TierKeys.NAMES.name(), "fast,disk");
        conf.set(TierKeys.ANNOUNCE_GRACE.name(), grace);
        topology.setConf(conf);
    }

    /** {@code setrep 1}: the tier with most replicas would lose both live ones. */
    @Test
    void keepsALiveReplicaWhenTheReplicationDecreasesToOne() throws IOException {
        DatanodeStorageInfo silent = silent(replica("fast", "/a", "h1"));
        List<DatanodeStorageInfo> block = List.of(silent, replica("disk", "/a", "h2"), replica("disk", "/b", "h3"));
        assertThat(choose(block, 1, null)).hasSize(2).contains(silent);
    }

    /** A vector that needs the silent replica's tier does not keep it. */
    @Test
    void deletesTheSilentReplicaThoughItsTierIsWanted() throws IOException {
        DatanodeStorageInfo silent = silent(replica("disk", "/b", "h3"));
        List<DatanodeStorageInfo> block = List.of(replica("fast", "/a", "h1"), replica("disk", "/a", "h2"), silent);
        List<DatanodeStorageInfo> given = new ArrayList<>();
        TierCounts wanted = TierCounts.none(2).plus(1, 2);
        ReplicationDecrease.to(wanted, () -> given.addAll(choose(block, 2, null)));
        assertThat(given).containsExactly(silent);
    }

    /** Otherwise, the only replica on a second rack is kept. */
    @Test
    void deletesTheSilentReplicaOnTheOnlyOtherRack() {
        DatanodeStorageInfo far = replica("disk", "/b", "h3");
        List<DatanodeStorageInfo> block = List.of(replica("disk", "/a", "h1"), replica("disk", "/a", "h2"), far);
        assertThat(choose(block, 2, null)).hasSize(1).doesNotContain(far);
        silent(far);
        assertThat(choose(block, 2, null)).containsExactly(far);
    }

    @Test
    void ignoresTheHintOfAMoveWhileAnotherReplicaIsSilent() {
        DatanodeStorageInfo source = replica("disk", "/a", "h1");
        DatanodeStorageInfo other = replica("disk", "/b", "h2");
        List<DatanodeStorageInfo> block = List.of(source, other, replica("disk", "/a", "h3"));
        assertThat(choose(block, 2, source.getDatanodeDescriptor())).containsExactly(source);
        silent(other);
        assertThat(choose(block, 2, source.getDatanodeDescriptor())).containsExactly(other);
    }

    @Test
    void deletesAReplicaOnADatanodeWithoutATierAfterTheGracePeriodOnly() {
        assertThat(choose(blockWithoutATier(), 2, null))
                .map(DatanodeStorageInfo::getStorageID)
                .containsExactly("s-h3");
        configure("1h");
        assertThat(choose(blockWithoutATier(), 2, null))
                .map(DatanodeStorageInfo::getStorageID)
                .containsExactly("s-h2");
    }

    /** The DataNode h3 has not announced a tier. */
    private List<DatanodeStorageInfo> blockWithoutATier() {
        return List.of(replica("fast", "/a", "h1"), replica("disk", "/b", "h2"), replica("", "/c", "h3"));
    }

    private List<DatanodeStorageInfo> choose(List<DatanodeStorageInfo> block, int expected, DatanodeDescriptor hint) {
        List<StorageType> excess = new ArrayList<>();
        block.forEach(storage -> excess.add(StorageType.DISK));
        return new ExcessChoice(topology, TOLERATED_MILLIS).choose(List.of(), block, expected, excess, null, hint);
    }

    private DatanodeStorageInfo replica(String tier, String rack, String host) {
        DatanodeStorageInfo storage = DFSTestUtil.createDatanodeStorageInfo(
                "s-" + host, "10.0.0." + host.substring(1), rack, host, StorageType.DISK, null);
        DatanodeDescriptor node = storage.getDatanodeDescriptor();
        node.setLastUpdateMonotonic(Time.monotonicNow());
        if (!tier.isEmpty()) {
            topology.registry()
                    .announce(
                            node.getDatanodeUuid(), tier, node.getXferAddr(), DeviceProfileProto.getDefaultInstance());
        }
        topology.add(node);
        return storage;
    }

    private static DatanodeStorageInfo silent(DatanodeStorageInfo storage) {
        storage.getDatanodeDescriptor().setLastUpdateMonotonic(Time.monotonicNow() - 10 * TOLERATED_MILLIS);
        return storage;
    }
}
