package org.underbase.bench.prediction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.underbase.bench.combinedlog.cluster.LogCluster;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.NodeDisk;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.disk.DiskCounters;
import org.underbase.testbed.disk.PageCache;
import org.underbase.testbed.feature.TracerFeature;
import org.underbase.testbed.process.Command;

/** New stock cluster of one DataNode with emulated disks, and a traced client that runs the workload of part {@code disks}. */
final class DiskCluster {
    private final Path work;
    private final DiskLoad load;

    DiskCluster(Path work, DiskLoad load) {
        this.work = work;
        this.load = load;
    }

    /**
     * Result of a cluster.
     *
     * @param nanos latencies of the reads, in nanoseconds
     * @param counters counters of all disks
     * @param trace directory of the client's trace
     */
    record Result(List<Long> nanos, DiskCounters counters, Path trace) {}

    /**
     * Runs the workload.
     *
     * @param name unique name
     * @param disks disks of the DataNode
     */
    Result run(String name, DiskAlternative disks) throws IOException {
        Path trace = work.resolve(name + "-trace");
        ClusterRecipe recipe = LogCluster.recipe(name, false, work)
                .set("dfs.blocksize", Long.toString(load.fileBytes()))
                .set("underbase.trace.ring.full", "block")
                .with(new TracerFeature().clients().directory(trace));
        for (int disk = 0; disk < disks.disks(); disk++) {
            LogCluster.slowDisk(recipe, "n1", "data" + disk);
        }
        try (TestCluster cluster = recipe.start()) {
            List<NodeDisk> devices = cluster.node("n1").disks();
            try (ChildJvm<DiskLoad, DiskTimes> client = ChildJvm.on(
                    cluster.client(), DiskClientMain.class, List.of(), work.resolve(name + ".err"), DiskTimes.class)) {
                client.call(load);
                sync(devices);
                evict(devices);
                for (NodeDisk device : devices) {
                    device.model(disks.model());
                }
                DiskCounters before = counters(devices);
                List<Long> nanos = client.call(load.running()).nanos();
                sync(devices);
                return new Result(nanos, counters(devices).minus(before), trace);
            }
        }
    }

    private static void sync(List<NodeDisk> devices) throws IOException {
        for (NodeDisk device : devices) {
            Command.of("sync", "-f", device.path().toString()).run().orThrow();
        }
    }

    /** Evicts all replicas from the page cache, and loads their checksums. */
    private static void evict(List<NodeDisk> devices) throws IOException {
        for (NodeDisk device : devices) {
            PageCache.evictReplicas(device.path());
            try (Stream<Path> files = Files.walk(device.path())) {
                files.filter(file -> file.toString().endsWith(".meta")).forEach(DiskCluster::load);
            }
        }
    }

    private static void load(Path file) {
        try {
            Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DiskCounters counters(List<NodeDisk> devices) throws IOException {
        DiskCounters sum = DiskCounters.NONE;
        for (NodeDisk device : devices) {
            sum = sum.plus(device.counters());
        }
        return sum;
    }
}
