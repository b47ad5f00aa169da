package org.underbase.bench.tiers.io;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.fs.StorageType;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.network.Network;

/** The three ways to run HDFS on the same nodes and disks that are compared. */
enum Setup {
    NETWORK_AWARE("stock network-aware"),
    ONE_SSD("stock ONE_SSD"),
    HYBRID("hybrid");

    static final int BLOCK = 512 << 10;
    private static final int RACKS = 3;
    private static final long DISK_BYTES = 3L << 30;

    private final String title;

    Setup(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Three racks of two nodes: an HDD on each, a PCIe SSD on the first of a rack, a SATA SSD on the second. */
    TestCluster start(Path directory) throws IOException {
        ClusterRecipe builder = TestCluster.builder()
                .name("bench-tiers-" + name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'))
                .directory(directory)
                .nodes(2 * RACKS)
                .racks("/r1", "/r1", "/r2", "/r2", "/r3", "/r3")
                .network(Network.namespaces())
                .startLimit(java.time.Duration.ofMinutes(10))
                .set("dfs.replication", "3")
                .set("dfs.blocksize", Integer.toString(BLOCK))
                .set("dfs.namenode.fs-limits.min-block-size", Integer.toString(BLOCK))
                .set("dfs.client.socket-timeout", "600000")
                .set("dfs.datanode.socket.write.timeout", "600000");
        for (int node = 0; node < 2 * RACKS; node++) {
            dataNode(builder, "n" + (node + 1), Device.HDD);
            dataNode(builder, "n" + (node + 1), node % 2 == 0 ? Device.PCIE : Device.SATA);
        }
        switch (this) {
            case NETWORK_AWARE -> {}
            case ONE_SSD -> builder.set(Role.NAMENODE, "dfs.namenode.read.considerStorageType", "true");
            case HYBRID -> tiers(builder);
        }
        return builder.start();
    }

    private void dataNode(ClusterRecipe builder, String node, Device device) {
        builder.disk(node, Disk.slow(device.tier(), DiskModel.UNLIMITED).size(DISK_BYTES));
        StorageType type = this == ONE_SSD && device != Device.HDD ? StorageType.SSD : StorageType.DISK;
        builder.dataNode(node, dataNode -> {
            dataNode.on(device.tier(), type);
            if (this == HYBRID) {
                dataNode.set("dfs.tier.id", device.tier())
                        .set("dfs.tier." + device.tier() + ".device.read.bandwidth", Long.toString(device.readBytes()))
                        .set("dfs.tier.probe.enabled", "false");
            }
        });
    }

    private static void tiers(ClusterRecipe builder) {
        builder.set(Role.DATANODE, "dfs.datanode.plugins", "org.underbase.tier.datanode.TierDatanodePlugin")
                .set(Role.NAMENODE, "dfs.net.topology.impl", "org.underbase.tier.namenode.retrieval.TierTopology")
                .set(
                        Role.NAMENODE,
                        "dfs.block.replicator.classname",
                        "org.underbase.tier.namenode.placement.TierPlacement")
                .set(Role.NAMENODE, "dfs.namenode.plugins", "org.underbase.tier.namenode.TierNamenodePlugin")
                .set("dfs.tier.names", "pcie,sata,hdd")
                .set(Role.NAMENODE, "dfs.tier.policy", "hybrid")
                .set(Role.NAMENODE, "dfs.tier.retrieval", "hybrid");
    }
}
