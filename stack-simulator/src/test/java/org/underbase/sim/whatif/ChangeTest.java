package org.underbase.sim.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
        assertRejected("disks=1", "invalid number of disks 1: must be at least 2");
        assertRejected("seek=4", "missing unit of seek=4: add one, for example seek=4ms");
        assertRejected("bandwidth=160", "missing unit of bandwidth=160");
        assertRejected("flash=60", "missing unit of flash=60");
        assertRejected("ram=0", "invalid size 0: must be positive");
        assertRejected("wal-compression=0.4", "invalid factor '0.4' of wal-compression");
        assertRejected("no-write-allocate", "no-write-allocate changes nothing");
        assertRejected("hsync,hsync", "hsync is on already: it is a part of the baseline");
        assertRejected("replication=0", "invalid replication '0'");
        assertRejected("replication=2,replication=2", "replication=2 is on already");
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
                .hasMessage("disks cannot be combined with tiers");
        assertThatThrownBy(() -> Change.apply(tiered, "retrieval=hybrid")).hasMessageContaining("add tier=");
    }

    @Test
    void goalIsALatencyBelowABound() {
        assertThat(Goal.parse("log-mean<2.5ms")).isEqualTo(new Goal(Metric.LOG_MEAN, 2.5));
        assertThat(Goal.parse("read-p99<20ms")).isEqualTo(new Goal(Metric.READ_P99, 20));
        assertThatThrownBy(() -> Goal.parse("read-p98<2ms")).hasMessageContaining("must be mean, p50 or p99 of read");
        assertThatThrownBy(() -> Goal.parse("disk-reads<2ms")).hasMessageContaining("invalid goal");
    }

    @Test
    void hardwareOfThePaperIsTheReference() throws IOException {
        assertThat(HardwareFile.read(HardwareFile.PAPER)).isEqualTo(BASE);
    }

    @Test
    void incompleteHardwareIsRejected(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("h"), "ram.gigabytes=1\nflash.gigabytes=0\n");

        assertThatThrownBy(() -> HardwareFile.read(file.toString()))
                .hasMessage("invalid hardware in " + file + ": missing disks");
    }

    @Test
    void pricesAndTiersAreThoseOfTheHardwareFile(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("h"),
                """
                ram.gigabytes=10
                flash.gigabytes=100
                disks=2
                disk.megabytes.per.second=100
                disk.seek.millis=10
                disk.flush.millis=0.5
                price.disk.dollars=300
                price.flash.dollars.per.gigabyte=0.1
                failure.disk.percent.per.year=2
                tier.disk.nodes=3
                tier.disk.disks=4
                tier.disk.disk.megabytes.per.second=100
                tier.disk.disk.seek.millis=8
                tier.fast.nodes=2
                tier.fast.disks=1
                tier.fast.disk.megabytes.per.second=500
                tier.fast.disk.seek.millis=0.1
                tier.fast.disk.dollars=700
                """);

        Alternative machine = HardwareFile.read(file.toString());
        assertThat(machine.prices().capex(machine.hardware())).isEqualTo(2 * 300 + 10 * 5 + 100 * 0.1);
        assertThat(machine.prices().opex(machine.hardware(), 5, true)).isEqualTo(0.02 * 600 + 0.04 * 50 + 10 / 5.0);
        assertThat(machine.syncs()).isEqualTo(SyncSettings.UNKNOWN.withFlush(500_000));
        assertThat(machine.layout().tiers())
                .as("the fastest first")
                .containsExactly(
                        new Tier("fast", 2, 1, 500_000_000, 100_000, 700),
                        new Tier("disk", 3, 4, 100_000_000, 8_000_000, 300));
    }
}
