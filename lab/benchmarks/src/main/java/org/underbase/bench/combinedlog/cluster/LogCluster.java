package org.underbase.bench.combinedlog.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.bench.combinedlog.media.Memory;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.NodeDisk;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;

/**
 * A cluster of one side. It lives in memory, NameNode and logs included; only the DataNodes' directories are on the disks
 * that are measured. Not thread-safe.
 */
public final class LogCluster implements AutoCloseable {
    /** Of files: many fit on an emulated disk at the same time, and no slice of a measurement fills one. */
    public static final long BLOCK_BYTES = 64L << 20;

    private static final String FACTORY =
            "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory";
    private static final String JOURNALS = "Hadoop:service=DataNode,name=CombinedLog*";
    private static final String METRICS = "hadoop-metrics2-datanode.properties";
    private static final Duration METRICS_AGE = Duration.ofMillis(1100);
    private static final long DISK_BYTES = 12L << 30;

    private final TestCluster cluster;
    private final DistributedFileSystem fs;
    private long lastAsked = System.nanoTime();

    private LogCluster(TestCluster cluster, DistributedFileSystem fs) {
        this.cluster = cluster;
        this.fs = fs;
    }

    /**
     * Begins the description of a cluster without any disk.
     *
     * @param name unique in this run but for the side
     * @param underbase whether the DataNodes have journals
     * @param work the run's own work directory
     * @throws IOException when the place for it cannot be looked at
     */
    public static ClusterRecipe describe(String name, boolean underbase, Path work) throws IOException {
        String side = name + (underbase ? "-ours" : "-stock");
        // What a DataNode tells of its metrics is as old as this period, ten seconds when nobody sets it.
        Path metrics = Files.createDirectories(work.resolve("metrics"));
        Files.writeString(metrics.resolve(METRICS), "*.period=1\n");
        ClusterRecipe builder = TestCluster.builder()
                .name("bench-" + side)
                .directory(Memory.directory(work, side))
                .classPath(metrics)
                .set("dfs.blocksize", Long.toString(BLOCK_BYTES))
                // Where replicas go is part of what is measured, however much one DataNode has to do.
                .set(Role.NAMENODE, "dfs.namenode.redundancy.considerLoad", "false")
                // Nothing but the load reads or writes the disks.
                .set(Role.DATANODE, "dfs.datanode.scan.period.hours", "-1")
                .set(Role.DATANODE, "dfs.datanode.directoryscan.interval", "-1")
                // As a DataNode of an operator compiles, not as one of a test that must start fast.
                .jvmOptions(Role.DATANODE, "-Xmx512m", "-XX:Tier4InvocationThreshold=5000")
                .jvmOptions(Role.DATANODE, "-XX:Tier4MinInvocationThreshold=600", "-XX:Tier4CompileThreshold=15000")
                .jvmOptions(Role.DATANODE, "-XX:Tier4BackEdgeThreshold=40000");
        return underbase ? builder.set(Role.DATANODE, "dfs.datanode.fsdataset.factory", FACTORY) : builder;
    }

    /**
     * Gives each node one disk and one DataNode on it.
     *
     * @param nodes of the cluster
     * @param work the run's own work directory, which is on the machine's disk
     */
    public static void disks(ClusterRecipe builder, Medium medium, int nodes, Path work, String name) {
        builder.nodes(nodes);
        for (int node = 1; node <= nodes; node++) {
            Path directory = work.resolve("data").resolve(name + "-n" + node);
            if (medium == Medium.SEEKING) {
                slowDisk(builder, "n" + node, "hdd");
            } else {
                builder.dataNode("n" + node, dataNode -> dataNode.directory(directory));
            }
        }
    }

    /** Gives a node an emulated disk that becomes slow when the cluster has started. */
    public static void slowDisk(ClusterRecipe builder, String node, String disk) {
        builder.disk(node, Disk.slow(disk, DiskModel.UNLIMITED).size(DISK_BYTES));
    }

    /**
     * Starts it.
     *
     * @param medium what its disks are
     * @throws IOException when it does not start
     */
    public static LogCluster start(ClusterRecipe builder, Medium medium) throws IOException {
        TestCluster cluster = builder.start();
        try {
            if (medium == Medium.SEEKING) {
                for (Node node : cluster.nodes()) {
                    for (NodeDisk disk : node.disks()) {
                        disk.model(DiskModel.HDD);
                    }
                }
            }
            Configuration conf = cluster.clientConfiguration();
            return new LogCluster(
                    cluster, (DistributedFileSystem) FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf));
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** The cluster. */
    public TestCluster cluster() {
        return cluster;
    }

    /** A client of it, closed with it. */
    public DistributedFileSystem fs() {
        return fs;
    }

    /** The only DataNode of a node. */
    public Daemon dataNode(String node) {
        return cluster.node(node).dataNode(0);
    }

    /**
     * What the journal of a node's DataNode did. Waits until a second after the last time it was asked.
     *
     * @throws IOException when the DataNode does not tell: it has no journal or does not use it
     * @throws InterruptedException when interrupted
     */
    public JournalCount journal(String node) throws IOException, InterruptedException {
        TimeUnit.NANOSECONDS.sleep(METRICS_AGE.toNanos() - (System.nanoTime() - lastAsked));
        JsonNode beans = dataNode(node).jmx(JOURNALS);
        if (beans.size() != 1 || beans.get(0).path("JournalActive").asInt() != 1) {
            throw new IOException(
                    String.format(Locale.ROOT, "the DataNode of %s has %d journals at work", node, beans.size()));
        }
        lastAsked = System.nanoTime();
        JsonNode bean = beans.get(0);
        return new JournalCount(
                bean.path("Records").asLong(),
                bean.path("Commits").asLong(),
                bean.path("CommitNanos").asLong(),
                bean.path("SyncsJournaled").asLong(),
                bean.path("SyncsDirectOversized").asLong()
                        + bean.path("SyncsDirectJournalFull").asLong()
                        + bean.path("SyncsDirectJournalFailed").asLong(),
                bean.path("Checkpoints").asLong());
    }

    /** Removes it and all it consists of. */
    @Override
    public void close() throws IOException {
        try (cluster) {
            fs.close();
        }
    }
}
