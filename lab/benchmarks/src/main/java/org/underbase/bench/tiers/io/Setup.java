package org.underbase.bench.tiers.io;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.apache.hadoop.fs.StorageType;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.feature.TiersFeature;
import org.underbase.testbed.network.Network;

/** Compared configurations of HDFS on the same nodes and disks. */
enum Setup {
    /** Stock HDFS. */
    NETWORK_AWARE("stock network-aware"),
    /** Stock HDFS with the storage policy ONE_SSD. */
    ONE_SSD("stock ONE_SSD"),
    /** Tiers with the policy hybrid. */
    HYBRID("hybrid"),
    /** Tiers with the policy landing:hybrid, only for writes. */
    LANDING("landing:hybrid");

    /** The default of dfs.tier.move.bandwidth, at the speed of the devices. */
    private static final long MOVE_BYTES = (50L << 20) / Device.SCALE;

    static final int BLOCK = 512 << 10;
    private static final String[] TIERS = {"pcie", "sata", "hdd"};
    private static final int RACKS = 3;
    private static final long DISK_BYTES = 3L << 30;

    private final String title;

    Setup(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    boolean tiered() {
        return this == HYBRID || this == LANDING;
    }

    /** Starts three racks of two nodes: each has an HDD; per rack, one has a PCIe SSD and the other a SATA SSD. */
    TestCluster start(Path directory) throws IOException {
        ClusterRecipe recipe = TestCluster.builder()
                .name("bench-tiers-" + name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .directory(directory)
                .nodes(2 * RACKS)
                .racks("/r1", "/r1", "/r2", "/r2", "/r3", "/r3")
                .network(Network.namespaces())
                .startLimit(Duration.ofMinutes(10))
                .set("dfs.replication", "3")
                .set("dfs.blocksize", Integer.toString(BLOCK))
                .set("dfs.namenode.fs-limits.min-block-size", Integer.toString(BLOCK))
                .set("dfs.client.socket-timeout", "600000")
                .set("dfs.datanode.socket.write.timeout", "600000");
        for (int node = 0; node < 2 * RACKS; node++) {
            dataNode(recipe, "n" + (node + 1), Device.HDD);
            dataNode(recipe, "n" + (node + 1), node % 2 == 0 ? Device.PCIE : Device.SATA);
        }
        switch (this) {
            case NETWORK_AWARE -> {}
            case ONE_SSD -> recipe.set(Role.NAMENODE, "dfs.namenode.read.considerStorageType", "true");
            case HYBRID -> recipe.with(TiersFeature.of(TIERS));
            case LANDING ->
                recipe.with(TiersFeature.of(TIERS).policy(title))
                        .set(Role.NAMENODE, "dfs.tier.move.bandwidth", Long.toString(MOVE_BYTES));
        }
        return recipe.start();
    }

    private void dataNode(ClusterRecipe recipe, String node, Device device) {
        recipe.disk(node, Disk.slow(device.tier(), DiskModel.UNLIMITED).size(DISK_BYTES));
        StorageType type = this == ONE_SSD && device != Device.HDD ? StorageType.SSD : StorageType.DISK;
        recipe.dataNode(node, dataNode -> {
            dataNode.on(device.tier(), type);
            if (tiered()) {
                dataNode.set(TiersFeature.TIER_KEY, device.tier())
                        .set("dfs.tier." + device.tier() + ".device.read.bandwidth", Long.toString(device.readBytes()));
            }
        });
    }
}
