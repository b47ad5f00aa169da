package org.underbase.bench.soak.tiers;

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
import org.underbase.bench.soak.finding.Finding;
import org.underbase.bench.soak.finding.Patience;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.tier.client.TieredFileSystem;

/** A cluster of real processes with tiers, and a client of it. */
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

    /** Starts one and waits until the tier of each DataNode is known. */
    static TierCluster start(TierLayout layout, boolean highlyAvailable, Path logs, Consumer<String> progress)
            throws IOException, Finding {
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
        } catch (IOException | RuntimeException | Finding e) {
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

    /** The DataNode of a location. */
    Instance instance(DatanodeInfo location) {
        return instances.stream()
                .filter(instance -> instance.address().equals(location.getXferAddr()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no DataNode of the cluster: " + location));
    }

    /** The DataNode of that name. */
    Instance instance(String name) {
        return instances.stream()
                .filter(instance -> instance.toString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The blocks of a file as the NameNode knows them. */
    List<LocatedBlock> blocks(org.apache.hadoop.fs.Path file) throws IOException {
        return files.getClient()
                .getLocatedBlocks(file.toUri().getPath(), 0, Long.MAX_VALUE)
                .getLocatedBlocks();
    }

    /** Waits until all daemons run, the NameNode serves, and it knows all DataNodes and their tiers. */
    void awaitWhole() throws IOException, Finding {
        cluster.awaitHdfs();
        cluster.awaitLiveDataNodes(instances.size());
        awaitTiers();
        for (Daemon nameNode : cluster.daemons(Role.NAMENODE)) {
            awaitServing(nameNode);
        }
    }

    private void awaitTiers() throws Finding {
        Patience.until("the tiers of all DataNodes known", START, () -> {
            int usable = tiers.tiers().stream().mapToInt(tier -> tier.usable()).sum();
            return Complaints.unless(usable == instances.size(), () -> usable + " of " + instances.size());
        });
    }

    /** Waits until a NameNode has a state: the standby of a pair can be made active then. */
    static void awaitServing(Daemon nameNode) throws Finding {
        Patience.until(
                nameNode + " up",
                START,
                () -> Complaints.unless(
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
