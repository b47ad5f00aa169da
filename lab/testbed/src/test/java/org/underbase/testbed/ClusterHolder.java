package org.underbase.testbed;

import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.network.Network;
import org.underbase.testbed.report.WorkDirectory;

/**
 * Program that owns a cluster until it exits. Arguments: directory, and {@code plain}, {@code all} (with namespaces and slow
 * disks), {@code starts}, which starts daemons again as soon as they exit, or {@code work}: the cluster of {@code all} in a
 * work directory, whose start waits before its first daemon.
 */
final class ClusterHolder {
    private ClusterHolder() {}

    /** Returns the directory outside the cluster's directory that is removed with the cluster. */
    static Path outside(Path directory) {
        return directory.resolveSibling("outside");
    }

    static ClusterRecipe recipe(Path directory, String kind) {
        ClusterRecipe builder = TestCluster.builder().nodes(2).directory(directory);
        return kind.equals("all") || kind.equals("work")
                ? builder.network(Network.namespaces()).disk(Disk.slow("hdd", DiskModel.HDD))
                : builder;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args[1].equals("work")) {
            startInWorkDirectory();
            return;
        }
        try (TestCluster cluster = recipe(Path.of(args[0]), args[1]).start()) {
            Path outside = outside(Path.of(args[0]));
            cluster.outside(outside);
            Files.writeString(Files.createDirectories(outside).resolve("file"), "content");
            System.out.println("up " + cluster.id());
            while (args[1].equals("starts")) {
                startDead(cluster);
            }
            new CountDownLatch(1).await();
        }
    }

    private static void startInWorkDirectory() throws IOException {
        try (WorkDirectory work = WorkDirectory.create("holder", false)) {
            Path directory = work.path().resolve("cluster");
            System.out.println("directory " + directory);
            CountDownLatch never = new CountDownLatch(1);
            recipe(directory, "work")
                    .progress(line -> {
                        System.out.println(line);
                        Uninterruptibles.awaitUninterruptibly(never);
                    })
                    .start();
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
