package org.underbase.sim.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.underbase.sim.cache.FlashPolicy;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.cost.Prices;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.FileLayout;
import org.underbase.sim.request.Tier;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.study.Alternative.Switch;
import org.underbase.sim.study.Metric;
import org.underbase.sim.sync.SyncSettings;

/** Features, goals and hardware as users write them. */
class ChangeTest {
    private static final Alternative BASE =
            Alternative.of("baseline", new Hardware(30, 0, 15), Prices.PAPER, PaperDisk.DEFAULT);

    @Test
    void featuresOfAnAlternativeAreCombined() {
        String name =
                "flash=512m:keep,localcompact,combinedlog,hsync,wal-compression=2.5,replication=2,block=4m,disks=20"
                        + ",seek=5ms";

        assertThat(Change.apply(BASE, name))
                .isEqualTo(new Alternative(
                        name,
                        new Hardware(30, 0.5, 20),
                        Prices.PAPER,
                        new PaperDisk(100_000_000, 5_000_000),
                        FlashPolicy.KEEP,
                        Set.of(Switch.LOCAL_COMPACTION, Switch.COMBINED_LOG, Switch.HSYNC),
                        2.5,
                        FileLayout.TRACED.withReplication(2).withBlockSize(4 << 20),
                        SyncSettings.UNKNOWN));
    }

    @Test
    void invalidFeaturesAreRejected() {
        assertRejected("tape", "unknown feature 'tape': must be one of flash, localcompact");
        assertRejected("flash", "missing value of feature flash");
        assertRejected("combinedlog=1", "feature combinedlog has no value");
        assertRejected("disks=1", "disks=1 must be a whole number between 2 and 1000");
        assertRejected("disks=1000000000", "disks=1000000000 must be a whole number between 2 and 1000");
        assertRejected("disks=few", "disks=few must be a whole number between 2 and 1000");
        assertRejected("seek=11s", "seek=11s must be between 0 and 10000 ms");
        assertRejected("bandwidth=1k", "bandwidth=1k must be between 0.01 and 100000 MB/s");
        assertRejected("ram=8p", "ram=8p must be between 0.0001 and 4000 GiB");
        assertRejected("flash=4001g:keep", "flash=4001g:keep must be between 0 and 4000 GiB");
        assertRejected("seek=4", "missing unit of seek=4: add one, for example seek=4ms");
        assertRejected("bandwidth=160", "missing unit of bandwidth=160");
        assertRejected("flash=60", "missing unit of flash=60");
        assertRejected("ram=0", "invalid size 0: must be positive");
        assertRejected("wal-compression=0.4", "invalid factor '0.4' of wal-compression");
        assertRejected("no-write-allocate", "no-write-allocate changes nothing");
        assertRejected("flash=60:keep", "missing unit of flash=60:keep");
        assertRejected("hsync,hsync", "feature hsync is given twice");
        assertRejected("ram=1g,ram=2g", "feature ram is given twice");
        assertRejected("hsync,", "a feature is missing before or after a comma");
        assertRejected("replication=0", "invalid replication '0'");
        assertRejected("block=2g", "invalid block size 2g: must be between 1m and 1g");
        assertThatThrownBy(() -> Change.apply(BASE, "flash=1g:lru")).hasMessageContaining("'1g:lru' is not a size");
    }

    private static void assertRejected(String name, String message) {
        assertThatThrownBy(() -> Change.apply(BASE, name)).hasMessageStartingWith(message);
    }

    @Test
    void keysHaveTheValuesOfTheFeature() {
        assertThat(Change.of("flash=2g:keep").get(0).keys(BASE))
                .containsExactly("hbase.bucketcache.ioengine=file:/flash/bucketcache", "hbase.bucketcache.size=2048");
        assertThat(Change.of("disks=2").get(0).keys(BASE))
                .containsExactly("dfs.datanode.data.dir=/disk1/hdfs,/disk2/hdfs");
    }

    @Test
    void aReplicaVectorContainsCommas() {
        Tier fast = new Tier("fast", 3, 1, 2, 0, 400);
        Tier disk = new Tier("disk", 3, 2, 1, 1, 100);
        Alternative tiered = BASE.with(FileLayout.TRACED.withTiers(List.of(fast, disk)));
        Alternative changed = Change.apply(tiered, "tier=fast=1,disk=2,ram=1g,retrieval=hybrid");

        assertThat(changed.layout())
                .isEqualTo(tiered.layout().withPlacement("fast=1,disk=2").withRetrieval("hybrid"));
        assertThat(changed.hardware().ramGigabytes()).isOne();
        assertThat(Change.of("tier=fast=1,disk=2").get(0).keys(changed))
                .containsExactly(
                        "dfs.tier.names=fast,disk",
                        "dfs.net.topology.impl=org.underbase.tier.namenode.retrieval.TierTopology",
                        "dfs.block.replicator.classname=org.underbase.tier.namenode.placement.TierPlacement",
                        "dfs.namenode.plugins=org.underbase.tier.namenode.TierNamenodePlugin",
                        "dfs.tier.policy=fast=1,disk=2",
                        "dfs.tier.fast.datanode.data.dir=/fast1/hdfs",
                        "dfs.tier.disk.datanode.data.dir=/disk1/hdfs,/disk2/hdfs");
        assertThatThrownBy(() -> Change.apply(tiered, "tier=fast=1,ssd=2"))
                .hasMessage("missing tier ssd in the hardware file: tier.ssd.nodes, tier.ssd.disks,"
                        + " tier.ssd.disk.megabytes.per.second and tier.ssd.disk.seek.millis");
        assertThatThrownBy(() -> Change.apply(tiered, "tier=fast=3,disks=2"))
                .hasMessage("disks=2 has no effect on tiers: give the tier, as in disks=fast:2");
        assertThatThrownBy(() -> Change.apply(tiered, "tier=fast=3,combinedlog"))
                .hasMessage(
                        "combinedlog cannot be combined with tiers: the DataNode of each tier has its own log, but the"
                                + " model has one per machine");
        assertThatThrownBy(() -> Change.apply(tiered, "tier=landing:fast=1,disk=2"))
                .hasMessage("landing:fast=1,disk=2 is not simulated: replicas do not move when a file is closed;"
                        + " give the policy of closed files, fast=1,disk=2");
        assertThatThrownBy(() -> Change.apply(tiered, "retrieval=hybrid")).hasMessageContaining("add tier=");
    }

    @Test
    void disksOfTiersAreChangedByTier() {
        Tier fast = new Tier("fast", 3, 1, 200_000_000, 0, 400);
        Tier disk = new Tier("disk", 3, 2, 100_000_000, 10_000_000, 100);
        Alternative tiered = BASE.with(FileLayout.TRACED.withTiers(List.of(fast, disk)));
        Alternative changed =
                Change.apply(tiered, "tier=fast=1,disk=2,disks=fast:4,seek=disk:5ms,bandwidth=disk:1m,disks=disk:1");

        assertThat(changed.hardware()).isEqualTo(BASE.hardware());
        assertThat(changed.layout().tiers())
                .containsExactly(
                        new Tier("fast", 3, 4, 200_000_000, 0, 400), new Tier("disk", 3, 1, 1 << 20, 5_000_000, 100));
        assertThat(Change.of("disks=fast:2").get(0).keys(changed))
                .containsExactly("dfs.tier.fast.datanode.data.dir=/fast1/hdfs,/fast2/hdfs");
        assertThatThrownBy(() -> Change.apply(tiered, "disks=fast:4"))
                .hasMessage("disks=fast:4 changes a tier: add tier=");
        assertThatThrownBy(() -> Change.apply(tiered, "tier=fast=3,disks=fast:4,disks=fast:5"))
                .hasMessage("feature disks fast is given twice");
        assertThatThrownBy(() -> Change.apply(tiered, "tier=fast=3,seek=ssd:1ms"))
                .hasMessageStartingWith("missing tier ssd in the hardware file");
        assertThatThrownBy(() -> Change.apply(tiered, "tier=fast=3,disks=fast:0"))
                .hasMessage("disks=fast:0 must be a whole number between 1 and 1000");
    }

    @Test
    void goalIsALatencyBelowABound() {
        assertThat(Goal.parse("log-mean<2.5ms")).isEqualTo(new Goal(Metric.LOG_MEAN, 2.5));
        assertThat(Goal.parse("read-p99<20ms")).isEqualTo(new Goal(Metric.READ_P99, 20));
        assertThatThrownBy(() -> Goal.parse("read-p98<2ms")).hasMessageContaining("must be mean, p50 or p99 of read");
        assertThatThrownBy(() -> Goal.parse("disk-reads<2ms")).hasMessageContaining("must be mean, p50");
        assertThatThrownBy(() -> Goal.parse("flush-p99<0ms")).hasMessage("no latency is below 0 ms");
    }
}
