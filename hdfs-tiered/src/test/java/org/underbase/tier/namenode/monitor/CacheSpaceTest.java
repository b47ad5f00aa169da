package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.junit.jupiter.api.Test;
import org.underbase.tier.namenode.registry.NodeIdentity;
import org.underbase.tier.namenode.registry.TierIndex;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.namenode.registry.TierUsage;
import org.underbase.tier.policy.CachePlanner;
import org.underbase.tier.policy.CachePlanner.Candidate;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/** Changes of a cache whose tier of 100 bytes, with a low watermark of 70, does not report them yet. */
class CacheSpaceTest {
    private static final TierNames TIERS = TierNames.parse("fast");
    private static final long ALWAYS = Long.MAX_VALUE;
    private static final long NEVER = -1;

    private final Configuration conf = new Configuration(false);
    private final List<Candidate> files = new ArrayList<>();

    private CacheSpace space(long settleNanos) {
        conf.set("dfs.tier.cache.max.fraction", "0.9");
        conf.set("dfs.tier.fast.low.watermark", "0.7");
        return new CacheSpace(conf, TierUsage.of(conf, TIERS), settleNanos);
    }

    private static TierIndex.Tier tier(int used) {
        DatanodeDescriptor node = DFSTestUtil.createDatanodeStorageInfo(
                        "s", "10.0.0.1", "/r", "h", StorageType.SSD, null)
                .getDatanodeDescriptor();
        node.setAlive(true);
        node.setCapacity(100);
        node.setRemaining(100 - used);
        TierRegistry registry = new TierRegistry(TIERS, NodeIdentity.HOSTNAME);
        registry.announce(node.getDatanodeUuid(), "fast", node.getXferAddr(), DeviceProfileProto.getDefaultInstance());
        return new TierIndex(List.of(node), registry, 0, 0).tier(0);
    }

    private void files(int count, long bytes, boolean cached) {
        for (int i = 0; i < count; i++) {
            files.add(new Candidate(files.size(), bytes, 1, 1, cached));
        }
    }

    private CachePlanner.Changes step(CacheSpace space, TierIndex.Tier tier) {
        long held = files.stream()
                .filter(Candidate::cached)
                .mapToLong(Candidate::bytes)
                .sum();
        CachePlanner.Changes changes =
                CachePlanner.plan(files, new CachePlanner.Limits(space.capacity(tier, held), Long.MAX_VALUE, 9, 0, 1));
        changes.deleted().forEach(file -> {
            files.remove(file);
            space.left(file.bytes());
        });
        changes.added().forEach(file -> {
            files.remove(file);
            files.add(new Candidate(file.id(), file.bytes(), file.worth(), file.reads(), true));
            space.entered(file.bytes());
        });
        return changes;
    }

    @Test
    void filesThatLeaveAreNotReplacedByFurtherDeletionsUntilTheyAreReported() {
        CacheSpace space = space(ALWAYS);
        // 40 bytes of others and 40 of the cache.
        files(4, 10, true);
        TierIndex.Tier tier = tier(80);
        assertThat(step(space, tier).deleted()).hasSize(1);
        assertThat(step(space, tier).deleted()).isEmpty();
        assertThat(space.leaving()).isEqualTo(10);
        // Their space is not free yet, either.
        files(1, 10, false);
        assertThat(step(space, tier).added()).isEmpty();
        assertThat(step(space, tier(70)).deleted()).isEmpty();
    }

    @Test
    void otherDataGrowsWhileFilesLeave() {
        CacheSpace space = space(ALWAYS);
        files(4, 10, true);
        assertThat(step(space, tier(80)).deleted()).hasSize(1);
        assertThat(step(space, tier(90)).deleted()).hasSize(1);
    }

    @Test
    void changesAreReportedAfterTheTimeToSettle() {
        CacheSpace space = space(NEVER);
        files(4, 10, true);
        assertThat(step(space, tier(80)).deleted()).hasSize(1);
        // Used by others, because the cache's 10 bytes have left the tier.
        assertThat(step(space, tier(80)).deleted()).hasSize(1);
        assertThat(space.leaving()).isZero();
    }

    @Test
    void filesThatEnterTakeTheirSpaceBeforeItIsReported() {
        CacheSpace space = space(ALWAYS);
        // 40 bytes of others.
        TierIndex.Tier tier = tier(40);
        files(3, 20, false);
        assertThat(step(space, tier).added()).hasSize(1);
        assertThat(step(space, tier).added()).isEmpty();
        assertThat(step(space, tier(60)).deleted()).isEmpty();
    }

    @Test
    void recentBytesAreThoseOfTheTimeSpan() {
        RecentBytes recent = new RecentBytes(10);
        recent.add(1, Long.MAX_VALUE);
        recent.add(2, Long.MIN_VALUE + 4);
        assertThat(recent.sum(Long.MIN_VALUE + 9)).isEqualTo(3);
        assertThat(recent.sum(Long.MIN_VALUE + 10)).isEqualTo(2);
        assertThat(recent.sum(Long.MIN_VALUE + 14)).isEqualTo(2);
        assertThat(recent.sum(Long.MIN_VALUE + 15)).isZero();
    }
}
