package org.underbase.localcompact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.StorageType;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Role;
import org.underbase.testbed.disk.Disk;

/**
 * Cluster of four nodes that the test classes of one JVM share, because its start takes longer than most of their tests. It has
 * disk and SSD storages and can hold its RegionServers at fault points. It stops when the JVM exits. A class that stops a daemon or changes its settings must restore it.
 */
final class SharedTables {
    static final int NODES = 4;

    private static TableCluster tables;
    private static Path directory;

    private SharedTables() {}

    /** Returns the cluster; the first caller starts it. */
    static synchronized TableCluster start() throws IOException {
        if (tables == null) {
            directory = Files.createTempDirectory("shared-tables-");
            Runtime.getRuntime().addShutdownHook(new Thread(SharedTables::stop, "stop of the shared cluster"));
            tables = new TableCluster(recipe());
        }
        return tables;
    }

    private static ClusterRecipe recipe() throws IOException {
        ClusterRecipe recipe =
                TableCluster.recipe(NODES).disk(Disk.plain("disk")).disk(Disk.plain("ssd"));
        for (int node = 1; node <= NODES; node++) {
            recipe.dataNode("n" + node, dataNode -> dataNode.on("disk", StorageType.DISK)
                    .on("ssd", StorageType.SSD));
        }
        return recipe.jvmOptions(
                        Role.REGIONSERVER,
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "-D" + HoldingFaultInjector.DIRECTORY + "=" + Files.createDirectory(faults()))
                .hbaseSet(LocalCompactKeys.COPROCESSORS.name(), CompactionRequestObserver.class.getName())
                .hbaseSet("hbase.regionserver.throughput.controller", RecordingThroughputController.class.getName())
                // The controller checks its clock after this number of bytes.
                .hbaseSet(RequestsTest.LIMIT_KEYS + "control.check.interval", "100000")
                // As in the guide, with shorter times: the store files of tables with the FILE tracker.
                .hbaseSet("hbase.region.broken.storefilecleaner.enabled", "true")
                .hbaseSet("hbase.region.broken.storefilecleaner.ttl", "1000")
                .hbaseSet("hbase.region.broken.storefilecleaner.delay", "1000")
                .hbaseSet("hbase.region.broken.storefilecleaner.period", "1000")
                .logsOnFailure(Path.of("target", "cluster-logs", "SharedTables"));
    }

    /** Returns the directory for {@link HoldingFaultInjector}. */
    static Path faults() {
        return directory.resolve("faults");
    }

    private static synchronized void stop() {
        try {
            if (tables != null) {
                tables.close();
            }
            try (Stream<Path> files = Files.walk(directory)) {
                List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
                for (Path file : all) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            System.err.println("cannot stop the shared cluster: " + e);
        }
    }
}
