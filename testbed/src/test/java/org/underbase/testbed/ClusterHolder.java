package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.network.Network;

/** A program that owns a cluster until it is killed. Arguments: directory, "plain" or "all" (namespaces, slow disks). */
final class ClusterHolder {
    private ClusterHolder() {}

    static ClusterBuilder describe(Path directory, String kind) {
        ClusterBuilder builder = TestCluster.builder().nodes(2).directory(directory);
        return kind.equals("all")
                ? builder.network(Network.namespaces()).disk(Disk.slow("hdd", DiskModel.HDD))
                : builder;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        try (TestCluster cluster = describe(Path.of(args[0]), args[1]).start()) {
            System.out.println("up " + cluster.id());
            new CountDownLatch(1).await();
        }
    }
}
