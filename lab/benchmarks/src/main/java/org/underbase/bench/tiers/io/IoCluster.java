package org.underbase.bench.tiers.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.underbase.testbed.Node;
import org.underbase.testbed.NodeDisk;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.disk.DiskBytes;
import org.underbase.testbed.disk.DiskModel;

/** Cluster of one {@link Setup} on emulated devices with a client on each node. */
public final class IoCluster implements AutoCloseable {
    private final TestCluster cluster;
    private final List<ChildJvm<Phase, Moved>> clients = new ArrayList<>();
    private final List<Drive> drives = new ArrayList<>();
    private Replicas ignored = Replicas.NONE;

    /**
     * Starts the cluster and its clients.
     *
     * @param setup configuration of HDFS
     * @param layout nodes and devices
     * @param directory missing directory for files and logs
     */
    public IoCluster(Setup setup, Layout layout, Path directory) throws IOException {
        cluster = setup.start(layout, directory);
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
        for (Node node : cluster.nodes()) {
            for (NodeDisk disk : node.disks()) {
                for (Device device : Device.values()) {
                    if (device.tier().equals(disk.name())) {
                        drives.add(new Drive(node, device, disk));
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
                    directory.resolveSibling(directory.getFileName() + "-" + node.name() + ".err"),
                    Moved.class));
        }
    }

    /** Returns the cluster. */
    public TestCluster hdfs() {
        return cluster;
    }

    /** Returns the nodes, in the order of the layout. */
    public List<Node> nodes() {
        return cluster.nodes();
    }

    /** Returns the disks. */
    public List<Drive> drives() {
        return List.copyOf(drives);
    }

    /**
     * Creates a directory.
     *
     * @param path path of the directory
     * @param policy policy of its files, of the tiers or HDFS's storage policy ONE_SSD; empty: none
     */
    public void directory(String path, String policy) throws IOException {
        Node client = cluster.client();
        client.run("org.apache.hadoop.fs.FsShell", List.of("-mkdir", "-p", path));
        if (policy.equals("ONE_SSD")) {
            client.run(
                    "org.apache.hadoop.hdfs.tools.StoragePolicyAdmin",
                    List.of("-setStoragePolicy", "-path", path, "-policy", policy));
        } else if (!policy.isEmpty()) {
            client.run("org.underbase.tier.cli.TierShell", List.of("-set", path, policy));
        }
    }

    /** Sets the rate of every node's link. */
    public void network(String link) throws IOException {
        for (Node node : cluster.nodes()) {
            node.linkRate(link);
        }
    }

    /** Gives the disks their write bandwidth. DataNodes write to the page cache; the kernel writes it back. */
    public void writing() throws IOException {
        for (Drive drive : drives) {
            drive.disk().model(drive.device().writing());
        }
    }

    /** Syncs all replicas to disk, evicts them from the page cache, and gives the disks their read bandwidth. */
    public void evict() throws IOException {
        for (Drive drive : drives) {
            drive.disk().model(DiskModel.UNLIMITED);
        }
        all().evict();
        for (Drive drive : drives) {
            drive.disk().model(drive.device().reading());
        }
    }

    private Replicas all() throws IOException {
        return Replicas.of(drives.stream().map(Drive::disk).toList());
    }

    /** Excludes the current replicas from {@link #replicas} and what depends on it. */
    public void ignoreReplicas() throws IOException {
        ignored = all();
    }

    /** Returns for each block the indices of the drives with a replica. */
    public List<int[]> replicas() throws IOException {
        return all().without(ignored).blocks();
    }

    /** Returns the maximum read rate of the disks with an optimal split, in bytes per second. */
    public double bestSplit() throws IOException {
        return BestSplit.of(
                replicas(),
                Setup.BLOCK,
                drives.stream().mapToDouble(drive -> drive.device().readBytes()).toArray());
    }

    /** Counts the replicas on each kind of device. */
    public Map<Device, Long> replicasByTier() throws IOException {
        Map<Device, Long> result = new EnumMap<>(Device.class);
        for (int[] block : replicas()) {
            for (int drive : block) {
                result.merge(drives.get(drive).device(), 1L, Long::sum);
            }
        }
        return result;
    }

    /** Returns the counters of the disks, in the order of {@link #drives}. */
    public List<DiskBytes> bytes() throws IOException {
        List<DiskBytes> result = new ArrayList<>();
        for (Drive drive : drives) {
            result.add(drive.disk().bytes());
        }
        return result;
    }

    /** Returns the bytes that each node has received over its link, in the order of {@link #nodes}. */
    public long[] received() throws IOException {
        long[] result = new long[nodes().size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = nodes().get(i).networkBytes().received();
        }
        return result;
    }

    /**
     * Executes a phase on every node concurrently.
     *
     * @param phases phase of each node, in their order
     */
    public Moved run(List<Phase> phases) throws IOException {
        for (int client = 0; client < clients.size(); client++) {
            clients.get(client).send(phases.get(client));
        }
        Moved all = Moved.NONE;
        for (ChildJvm<Phase, Moved> client : clients) {
            all = all.and(client.receive());
        }
        return all;
    }

    /** Executes a phase on the first node only. */
    public Moved runOnFirst(Phase phase) throws IOException {
        return clients.get(0).call(phase);
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
