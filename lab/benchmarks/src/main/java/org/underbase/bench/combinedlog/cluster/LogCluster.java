package org.underbase.bench.combinedlog.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.bench.combinedlog.media.Memory;
import org.underbase.testbed.Await;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.NodeDisk;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.feature.CombinedLogFeature;

/**
 * Cluster of one side, with a client. NameNode and log files are in memory; only the DataNodes' directories are on the
 * measured disks. Not thread-safe.
 */
public final class LogCluster implements AutoCloseable {
    /** Block size in bytes: several blocks fit on an emulated disk, and no measurement fills one. */
    public static final long BLOCK_BYTES = 64L << 20;

    /** Pattern of the bean with the metrics of a journal. */
    public static final String JOURNALS = "Hadoop:service=DataNode,name=CombinedLog-*";
    /** Maximum age of metrics. */
    public static final Duration METRICS_PERIOD = Duration.ofSeconds(1);

    private static final long DISK_BYTES = 12L << 30;

    private final TestCluster cluster;
    private final DistributedFileSystem fs;
    private long lastRead = System.nanoTime();

    private LogCluster(TestCluster cluster, DistributedFileSystem fs) {
        this.cluster = cluster;
        this.fs = fs;
    }

    /**
     * Returns the name of a side's cluster.
     *
     * @param name name of the measurement
     * @param underbase whether the side has journals
     */
    public static String sideName(String name, boolean underbase) {
        return name + (underbase ? "-underbase" : "-stock");
    }

    /**
     * Creates the recipe of a cluster without disks.
     *
     * @param name name of the measurement, unique in this run
     * @param underbase whether the DataNodes have journals
     * @param work work directory of the run
     * @throws IOException if the free memory is unknown
     */
    public static ClusterRecipe recipe(String name, boolean underbase, Path work) throws IOException {
        String side = sideName(name, underbase);
        ClusterRecipe recipe = TestCluster.builder()
                .name("bench-" + side)
                .directory(Memory.directory(work, side))
                .logs(work.resolve(side + "-logs"))
                .metricsPeriod(METRICS_PERIOD)
                .set("dfs.blocksize", Long.toString(BLOCK_BYTES))
                // The measurement fixes the DataNode of each replica, independently of its load.
                .set(Role.NAMENODE, "dfs.namenode.redundancy.considerLoad", "false")
                // Only the load uses the disks.
                .set(Role.DATANODE, "dfs.datanode.scan.period.hours", "-1")
                .set(Role.DATANODE, "dfs.datanode.directoryscan.interval", "-1")
                .jvmOptions(Role.DATANODE, "-Xmx512m")
                .productionCompiler(Role.DATANODE);
        return underbase ? recipe.with(new CombinedLogFeature()) : recipe;
    }

    /**
     * Adds nodes with one disk and one DataNode each.
     *
     * @param recipe recipe to change
     * @param medium kind of disk
     * @param nodes number of nodes
     * @param work work directory of the run, on the machine's disk
     * @param name prefix of the directories, unique in this run
     */
    public static void disks(ClusterRecipe recipe, Medium medium, int nodes, Path work, String name) {
        disks(recipe, medium, StorageType.DISK, nodes, work, name);
    }

    /**
     * Adds nodes with one disk and one DataNode each.
     *
     * @param recipe recipe to change
     * @param medium kind of disk
     * @param storageType storage type of the DataNodes' directories
     * @param nodes number of nodes
     * @param work work directory of the run, on the machine's disk
     * @param name prefix of the directories, unique in this run
     */
    public static void disks(
            ClusterRecipe recipe, Medium medium, StorageType storageType, int nodes, Path work, String name) {
        recipe.nodes(nodes);
        for (int number = 1; number <= nodes; number++) {
            String node = "n" + number;
            Path directory = work.resolve("data").resolve(name + "-" + node);
            if (medium == Medium.SEEKING) {
                slowDisk(recipe, node, "hdd");
                recipe.dataNode(node, dataNode -> dataNode.on("hdd", storageType));
            } else {
                recipe.dataNode(node, dataNode -> dataNode.directory(directory, storageType));
            }
        }
    }

    /**
     * Adds an emulated disk, which is slow from the end of the cluster's start.
     *
     * @param recipe recipe to change
     * @param node name of the node
     * @param disk name of the disk
     */
    public static void slowDisk(ClusterRecipe recipe, String node, String disk) {
        recipe.disk(node, Disk.slow(disk, DiskModel.UNLIMITED).size(DISK_BYTES));
    }

    /**
     * Starts the cluster.
     *
     * @param recipe recipe of the cluster
     * @param medium kind of its disks
     * @throws IOException if it does not start
     */
    public static LogCluster start(ClusterRecipe recipe, Medium medium) throws IOException {
        TestCluster cluster = recipe.start();
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

    /** Returns the cluster. */
    public TestCluster cluster() {
        return cluster;
    }

    /** Returns the client, which {@link #close} closes. */
    public DistributedFileSystem fs() {
        return fs;
    }

    /**
     * Returns the only DataNode of a node.
     *
     * @param node name of the node
     */
    public Daemon dataNode(String node) {
        return cluster.node(node).dataNode(0);
    }

    /**
     * Reads the counters of a journal. Waits until the metrics are newer than the last read.
     *
     * @param node name of the DataNode's node
     * @throws IOException if the DataNode has no active journal or does not respond
     * @throws InterruptedException if the thread is interrupted
     */
    public JournalCount journal(String node) throws IOException, InterruptedException {
        JsonNode bean = journalBean(node);
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

    /**
     * Reads the metrics of a journal. Waits until they are newer than the last read.
     *
     * @param node name of the DataNode's node
     * @throws IOException if the DataNode has no active journal or does not respond
     * @throws InterruptedException if the thread is interrupted
     */
    public JsonNode journalBean(String node) throws IOException, InterruptedException {
        Await.nextMetricsPeriod(lastRead, METRICS_PERIOD);
        JsonNode beans = dataNode(node).jmx(JOURNALS);
        if (beans.size() != 1 || beans.get(0).path("JournalActive").asInt() != 1) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "the DataNode of %s has %d journals: expected one active journal",
                    node,
                    beans.size()));
        }
        lastRead = System.nanoTime();
        return beans.get(0);
    }

    /** Removes the cluster and its files. */
    @Override
    public void close() throws IOException {
        try (cluster) {
            fs.close();
        }
    }
}
