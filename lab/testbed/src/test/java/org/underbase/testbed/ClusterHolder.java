package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.network.Network;

/**
 * A program that owns a cluster until it ends. Arguments: directory, and "plain", "all" (namespaces, slow disks) or "starts", whose
 * daemons are started again as soon as they die.
 */
final class ClusterHolder {
    private ClusterHolder() {}

    /** A directory that is not in the cluster's and goes with it. */
    static Path outside(Path directory) {
        return directory.resolveSibling("outside");
    }

    static ClusterRecipe describe(Path directory, String kind) {
        ClusterRecipe builder = TestCluster.builder().nodes(2).directory(directory);
        return kind.equals("all")
                ? builder.network(Network.namespaces()).disk(Disk.slow("hdd", DiskModel.HDD))
                : builder;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        try (TestCluster cluster = describe(Path.of(args[0]), args[1]).start()) {
            Path outside = outside(Path.of(args[0]));
            cluster.outside(outside);
            Files.writeString(Files.createDirectories(outside).resolve("file"), "something");
            System.out.println("up " + cluster.id());
            while (args[1].equals("starts")) {
                startDead(cluster);
            }
            new CountDownLatch(1).await();
        }
    }

    private static void startDead(TestCluster cluster) throws IOException {
        for (Daemon each : cluster.daemons()) {
            if (!each.alive()) {
                each.start();
            }
        }
    }
}
