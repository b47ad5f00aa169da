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
public enum Setup {
    /** Stock HDFS. */
    NETWORK_AWARE("stock network-aware"),
    /** Stock HDFS with the storage policy ONE_SSD. */
    ONE_SSD("stock ONE_SSD"),
    /** Tiers with the policy hybrid. */
    HYBRID("hybrid"),
    /** Tiers with the policy landing:hybrid, only for writes. */
    LANDING("landing:hybrid"),
    /**
     * Tiers whose directories and readers have different policies. Blocks may be on one rack, as in the paper, and stay there
     * during a measurement.
     */
    POLICIES("tiers");

    /** Size of a block, in bytes. */
    public static final int BLOCK = 512 << 10;

    /** The default of dfs.tier.move.bandwidth, at the speed of the devices. */
    private static final long MOVE_BYTES = (50L << 20) / Device.SCALE;

    /**
     * Queue of a device: 256 KiB take an HDD 0.9 s. With the kernel's 128 requests of 1.25 MiB, a commit of ext4's journal took
     * minutes, and each block that was created or finalized on the device waited for it.
     */
    private static final int REQUEST_BYTES = 64 << 10;

    private static final int REQUESTS = 4;

    private static final String[] TIERS = {"pcie", "sata", "hdd"};
    private static final long DISK_BYTES = 3L << 30;

    private final String title;

    Setup(String title) {
        this.title = title;
    }

    /** Returns the name for tables. */
    public String title() {
        return title;
    }

    boolean tiered() {
        return this == HYBRID || this == LANDING || this == POLICIES;
    }

    /** Starts the nodes of a layout. */
    TestCluster start(Layout layout, Path directory) throws IOException {
        ClusterRecipe recipe = TestCluster.builder()
                .name("bench-tiers-" + name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .directory(directory)
                .logs(directory.resolveSibling(directory.getFileName() + "-logs"))
                .nodes(layout.nodes().size())
                .racks(layout.racks())
                .dataNodesPerNode(0)
                .network(Network.namespaces())
                .startLimit(Duration.ofMinutes(10))
                .set("dfs.replication", "3")
                .set("dfs.blocksize", Integer.toString(BLOCK))
                .set("dfs.namenode.fs-limits.min-block-size", Integer.toString(BLOCK))
                .set("dfs.client.socket-timeout", "600000")
                .set("dfs.datanode.socket.write.timeout", "600000");
        for (int node = 0; node < layout.nodes().size(); node++) {
            for (Device device : layout.nodes().get(node).devices()) {
                dataNode(recipe, "n" + (node + 1), device);
            }
        }
        switch (this) {
            case NETWORK_AWARE -> {}
            case ONE_SSD -> recipe.set(Role.NAMENODE, "dfs.namenode.read.considerStorageType", "true");
            case HYBRID -> recipe.with(TiersFeature.of(TIERS));
            case LANDING ->
                recipe.with(TiersFeature.of(TIERS).policy(title))
                        .set(Role.NAMENODE, "dfs.tier.move.bandwidth", Long.toString(MOVE_BYTES));
            case POLICIES ->
                recipe.with(TiersFeature.of(TIERS).policy("").retrieval(""))
                        .set(Role.NAMENODE, "dfs.tier.placement.single.rack", "true")
                        .set(Role.NAMENODE, "dfs.tier.monitor.enabled", "false")
                        .set(Role.NAMENODE, "dfs.namenode.redundancy.interval.seconds", "3600s");
        }
        return recipe.start();
    }

    private void dataNode(ClusterRecipe recipe, String node, Device device) {
        recipe.disk(
                node,
                Disk.slow(device.tier(), DiskModel.UNLIMITED).size(DISK_BYTES).queue(REQUEST_BYTES, REQUESTS));
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
