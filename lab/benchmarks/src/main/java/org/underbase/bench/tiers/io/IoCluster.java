package org.underbase.bench.tiers.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.underbase.testbed.Node;
import org.underbase.testbed.NodeDisk;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.disk.DiskBytes;
import org.underbase.testbed.disk.DiskModel;

/** Cluster of one {@link Setup} with a client on each node. */
final class IoCluster implements AutoCloseable {
    private static final String DIRECTORY = "/io";
    private static final int BLOCKS = 2;
    private static final int WRITERS = 4;
    private static final int READERS = 24;

    /**
     * Measured reads.
     *
     * @param moved transfers of all clients
     * @param byTier bytes read from each kind of device, including the warm-up
     */
    record Reads(Moved moved, Map<Device, Long> byTier) {}

    /** Disk and its kind. */
    private record Drive(Device device, NodeDisk disk) {}

    private final TestCluster cluster;
    private final List<ChildJvm<Phase, Moved>> clients = new ArrayList<>();
    private final List<Drive> drives = new ArrayList<>();
    private final int files;
    private final long seed;

    /** Starts the cluster and its clients. */
    IoCluster(Setup setup, Path directory, int files, long seed) throws IOException {
        this.files = files;
        this.seed = seed;
        cluster = setup.start(directory.resolve(setup.name()));
        try {
            prepare(setup, directory);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void prepare(Setup setup, Path directory) throws IOException {
        if (setup.tiered()) {
            cluster.client().run(TiersKnownMain.class);
        }
        cluster.client().run("org.apache.hadoop.fs.FsShell", List.of("-mkdir", "-p", DIRECTORY));
        if (setup == Setup.ONE_SSD) {
            cluster.client()
                    .run(
                            "org.apache.hadoop.hdfs.tools.StoragePolicyAdmin",
                            List.of("-setStoragePolicy", "-path", DIRECTORY, "-policy", "ONE_SSD"));
        }
        for (Node node : cluster.nodes()) {
            for (NodeDisk disk : node.disks()) {
                for (Device device : Device.values()) {
                    if (device.tier().equals(disk.name())) {
                        drives.add(new Drive(device, disk));
                    }
                }
            }
            List<String> hosts = new ArrayList<>(List.of(node.address()));
            cluster.nodes().stream()
                    .filter(other -> other != node && other.rack().equals(node.rack()))
                    .forEach(other -> hosts.add(other.address()));
            clients.add(ChildJvm.on(
                    node,
                    IoMain.class,
                    hosts,
                    directory.resolve(setup.name() + "-" + node.name() + ".err"),
                    Moved.class));
        }
    }

    private List<String> names() {
        return IntStream.range(0, files).mapToObj(i -> DIRECTORY + "/f" + i).toList();
    }

    private static long fileBytes() {
        return (long) BLOCKS * Setup.BLOCK;
    }

    /** Writes all files from all nodes; the DataNodes keep them in the page cache, like stock HDFS. */
    Moved write() throws IOException {
        network(Device.FAST_LINK);
        for (Drive drive : drives) {
            drive.disk().model(drive.device().writing());
        }
        return concurrently(names(), true, WRITERS, 0, 0);
    }

    /** Syncs the replicas to disk and evicts them from the page cache. */
    void evict() throws IOException {
        for (Drive drive : drives) {
            drive.disk().model(DiskModel.UNLIMITED);
        }
        replicas().evict();
        for (Drive drive : drives) {
            drive.disk().model(drive.device().reading());
        }
    }

    private Replicas replicas() throws IOException {
        return new Replicas(drives.stream().map(Drive::disk).toList());
    }

    /** Returns the maximum read rate of the disks with an optimal split, in bytes per second. */
    double bestSplit() throws IOException {
        return BestSplit.of(
                replicas().blocks(),
                Setup.BLOCK,
                drives.stream().mapToDouble(drive -> drive.device().readBytes()).toArray());
    }

    /** Counts the replicas on each kind of device. */
    Map<Device, Long> replicasByTier() throws IOException {
        Map<Device, Long> result = new EnumMap<>(Device.class);
        for (int[] block : replicas().blocks()) {
            for (int drive : block) {
                result.merge(drives.get(drive).device(), 1L, Long::sum);
            }
        }
        return result;
    }

    /**
     * Reads files in random order from all nodes, no block twice.
     *
     * @param link rate of every node's link
     * @param round number of the run, which changes the order
     * @param skipMillis warm-up, which is not measured
     * @param countMillis measured time
     */
    Reads read(String link, int round, long skipMillis, long countMillis) throws IOException {
        network(link);
        List<DiskBytes> before = bytes();
        List<String> shuffled = new ArrayList<>(names());
        Collections.shuffle(shuffled, new Random(seed + round));
        Moved moved = concurrently(shuffled, false, READERS, skipMillis, countMillis);
        List<DiskBytes> after = bytes();
        Map<Device, Long> byTier = new EnumMap<>(Device.class);
        for (int i = 0; i < drives.size(); i++) {
            byTier.merge(
                    drives.get(i).device(), after.get(i).minus(before.get(i)).read(), Long::sum);
        }
        return new Reads(moved, byTier);
    }

    private List<DiskBytes> bytes() throws IOException {
        List<DiskBytes> result = new ArrayList<>();
        for (Drive drive : drives) {
            result.add(drive.disk().bytes());
        }
        return result;
    }

    private void network(String link) throws IOException {
        for (Node node : cluster.nodes()) {
            node.linkRate(link);
        }
    }

    private Moved concurrently(List<String> paths, boolean write, int threads, long skipMillis, long countMillis)
            throws IOException {
        for (int client = 0; client < clients.size(); client++) {
            List<String> own = new ArrayList<>();
            for (int i = client; i < paths.size(); i += clients.size()) {
                own.add(paths.get(i));
            }
            clients.get(client).send(new Phase(write, own, fileBytes(), threads, skipMillis, countMillis));
        }
        Moved all = Moved.NONE;
        for (ChildJvm<Phase, Moved> client : clients) {
            all = all.and(client.receive());
        }
        return all;
    }

    @Override
    public void close() throws IOException {
        try {
            for (ChildJvm<Phase, Moved> client : clients) {
                client.close();
            }
        } finally {
            cluster.close();
        }
    }
}
