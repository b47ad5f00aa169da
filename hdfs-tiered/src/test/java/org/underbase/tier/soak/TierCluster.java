package org.underbase.tier.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.underbase.testbed.Await;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.tier.client.TieredFileSystem;

/** Cluster of real processes with tiers, and its client. */
final class TierCluster implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(5);

    private final TierLayout layout;
    private final boolean highlyAvailable;
    private final TestCluster cluster;
    private final Configuration conf;
    private final DistributedFileSystem files;
    private final TieredFileSystem tiers;
    private final List<Instance> instances = new ArrayList<>();
    private final Disks disks;

    private TierCluster(TierLayout layout, boolean highlyAvailable, TestCluster cluster) throws IOException {
        this.layout = layout;
        this.highlyAvailable = highlyAvailable;
        this.cluster = cluster;
        this.conf = SoakSettings.client(cluster.clientConfiguration());
        this.files = (DistributedFileSystem) FileSystem.newInstance(conf);
        this.tiers = TieredFileSystem.of(files);
        for (int i = 0; i < layout.nodes().size(); i++) {
            Node node = cluster.nodes().get(i);
            List<Daemon> dataNodes = node.daemons(Role.DATANODE);
            for (int j = 0; j < dataNodes.size(); j++) {
                Daemon dataNode = dataNodes.get(j);
                instances.add(new Instance(
                        dataNode,
                        layout.nodes().get(i).tiers().get(j),
                        node.rack(),
                        node.address() + ":" + dataNode.port("data").orElseThrow(),
                        node.disk(0).path().resolve(dataNode.name())));
            }
        }
        this.disks = new Disks(instances.stream().collect(Collectors.toMap(Instance::toString, Instance::data)));
    }

    /** Starts a cluster and waits until the NameNode knows the tier of each DataNode. */
    static TierCluster start(TierLayout layout, boolean highlyAvailable, Path logs, Consumer<String> progress)
            throws IOException {
        TestCluster started = layout.describe()
                .highAvailability(highlyAvailable)
                .logsOnFailure(logs)
                .startLimit(START)
                .progress(progress)
                .start();
        try {
            TierCluster cluster = new TierCluster(layout, highlyAvailable, started);
            cluster.awaitTiers();
            return cluster;
        } catch (IOException | RuntimeException e) {
            started.collectLogs(logs);
            started.close();
            throw e;
        }
    }

    TierLayout layout() {
        return layout;
    }

    boolean highlyAvailable() {
        return highlyAvailable;
    }

    TestCluster daemons() {
        return cluster;
    }

    Configuration conf() {
        return conf;
    }

    DistributedFileSystem files() {
        return files;
    }

    TieredFileSystem tiers() {
        return tiers;
    }

    Disks disks() {
        return disks;
    }

    List<Instance> instances() {
        return List.copyOf(instances);
    }

    /** Returns the DataNode of a location. */
    Instance instance(DatanodeInfo location) {
        return instances.stream()
                .filter(instance -> instance.address().equals(location.getXferAddr()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("not a DataNode of the cluster: " + location));
    }

    /** Returns the DataNode with a name. */
    Instance instance(String name) {
        return instances.stream()
                .filter(instance -> instance.toString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Whether a replica is on the fastest tier. */
    boolean onFastest(Disks.Replica replica) {
        return instance(replica.dataNode()).tier().equals(layout.fastest());
    }

    /** Returns the blocks of a file as known to the NameNode. */
    List<LocatedBlock> blocks(org.apache.hadoop.fs.Path file) throws IOException {
        return files.getClient()
                .getLocatedBlocks(file.toUri().getPath(), 0, Long.MAX_VALUE)
                .getLocatedBlocks();
    }

    /** Waits until all daemons run, the NameNode serves, and it knows all DataNodes and their tiers. */
    void awaitComplete() throws IOException {
        cluster.awaitHdfs();
        cluster.awaitLiveDataNodes(instances.size());
        awaitTiers();
        for (Daemon nameNode : cluster.daemons(Role.NAMENODE)) {
            awaitServing(nameNode);
        }
    }

    private void awaitTiers() throws IOException {
        Await.until("the tiers of all DataNodes known", START, () -> {
            int usable = tiers.tiers().stream().mapToInt(tier -> tier.usable()).sum();
            return Violation.unless(usable == instances.size(), () -> usable + " of " + instances.size());
        });
    }

    /** Waits until a NameNode has an HA state, so that a standby can become active. */
    static void awaitServing(Daemon nameNode) throws IOException {
        Await.until(
                nameNode + " up",
                START,
                () -> Violation.unless(
                        !nameNode.jmx("Hadoop:service=NameNode,name=NameNodeStatus")
                                .path(0)
                                .path("State")
                                .asText()
                                .isEmpty(),
                        () -> "no state yet"));
    }

    @Override
    public void close() throws IOException {
        try {
            tiers.close();
            files.close();
        } finally {
            cluster.close();
        }
    }
}
