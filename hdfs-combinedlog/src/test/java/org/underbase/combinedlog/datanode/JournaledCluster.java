package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.testbed.mini.RestartPorts;

/** Mini cluster whose DataNodes have journals with small segments, so that checkpoints are frequent. */
final class JournaledCluster implements AutoCloseable {
    private final MiniDFSCluster cluster;

    private JournaledCluster(MiniDFSCluster cluster) {
        this.cluster = cluster;
    }

    static Configuration configuration() {
        Configuration conf = new HdfsConfiguration();
        conf.set("dfs.datanode.fsdataset.factory", JournaledDatasetFactory.class.getName());
        conf.set(CombinedLogKeys.SEGMENT_SIZE.name(), "1m");
        conf.set(CombinedLogKeys.SEGMENT_MAX.name(), "1m");
        // A slow disk of a loaded machine must not fail the journal.
        conf.set(CombinedLogKeys.SYNC_TIMEOUT.name(), "100s");
        conf.setInt("dfs.namenode.fs-limits.min-block-size", 0);
        conf.setInt("dfs.heartbeat.interval", 1);
        conf.setInt("dfs.namenode.heartbeat.recheck-interval", 1000);
        conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
        conf.setInt("dfs.namenode.reconstruction.pending.timeout-sec", 10);
        // No result depends on the repairs of a periodic scan, and no stop of a DataNode waits a minute for one:
        // Hadoop's scanner waits for tasks that its own shutdown has dropped.
        conf.setInt("dfs.datanode.directoryscan.interval", 3600);
        conf.setInt("dfs.client.socket-timeout", 120_000);
        conf.set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
        return conf;
    }

    static JournaledCluster start(Configuration conf, Path directory, int nodes) throws IOException {
        MiniDFSCluster.Builder builder = new MiniDFSCluster.Builder(conf, directory.toFile())
                .numDataNodes(nodes)
                .storagesPerDatanode(2);
        return active(RestartPorts.start(builder, nodes));
    }

    static JournaledCluster start(MiniDFSCluster.Builder builder) throws IOException {
        return active(builder.build());
    }

    private static JournaledCluster active(MiniDFSCluster cluster) throws IOException {
        cluster.waitActive();
        return new JournaledCluster(cluster);
    }

    MiniDFSCluster mini() {
        return cluster;
    }

    DistributedFileSystem fs() throws IOException {
        return cluster.getFileSystem();
    }

    /** Returns the number of hsyncs that were recorded in a journal, of all running DataNodes. */
    long syncs() {
        return cluster.getDataNodes().stream()
                .mapToLong(node -> NodeMetrics.of(node, "SyncsJournaled"))
                .sum();
    }

    DataNode node(int index) {
        return cluster.getDataNodes().get(index);
    }

    /**
     * Stops a cluster's only DataNode and waits until it writes no more. {@code DataNode.shutdown()} does not wait: the thread of a
     * block pool removes itself from the list of awaited threads before it saves the used space of the pool.
     */
    DataNodeProperties stopOnly() {
        assertThat(cluster.getDataNodes()).hasSize(1);
        DataNodeProperties stopped = cluster.stopDataNode(0);
        // Not the threads of a cluster of another class.
        List<String> nameNodes = IntStream.range(0, cluster.getNumNameNodes())
                .mapToObj(i -> ":" + cluster.getNameNodePort(i))
                .toList();
        await().atMost(Duration.ofMinutes(1)).until(() -> Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .noneMatch(name ->
                        name.contains(" heartbeating to ") && nameNodes.stream().anyMatch(name::contains)));
        return stopped;
    }

    /** Starts a stopped DataNode and waits until it serves and each NameNode has its blocks. */
    DataNode restart(DataNodeProperties stopped) throws IOException {
        // Any connection may have taken a port that the kernel selected.
        assertThat(cluster.restartDataNode(stopped, false)).isTrue();
        DataNode node = cluster.getDataNodes().get(cluster.getDataNodes().size() - 1);
        await().atMost(Duration.ofMinutes(1)).until(node::isDatanodeFullyStarted);
        cluster.waitActive();
        // A NameNode that has restarted rejects all changes before this report.
        DataNodeTestUtils.triggerBlockReport(node);
        await().atMost(Duration.ofMinutes(1)).until(() -> IntStream.range(0, cluster.getNumNameNodes())
                .noneMatch(i -> cluster.getNamesystem(i).isInSafeMode()));
        return node;
    }

    /** Starts a stopped DataNode, waits until it stops, and returns the message of the combined log. */
    String reject(DataNodeProperties stopped) throws IOException {
        List<LogCapturer> logs = Stream.of(DataNodeJournal.class, TransitionCheck.class)
                .map(LoggerFactory::getLogger)
                .map(LogCapturer::captureLogs)
                .toList();
        try {
            assertThat(cluster.restartDataNode(stopped, false)).isTrue();
            DataNode rejected = node(0);
            await().atMost(Duration.ofMinutes(1)).until(() -> !rejected.isDatanodeUp());
        } finally {
            logs.forEach(LogCapturer::stopCapturing);
        }
        String text = logs.stream().map(LogCapturer::getOutput).collect(Collectors.joining());
        assertThat(text).contains("The combined log prevents the start of the DataNode");
        return text;
    }

    /** Recovers the lease, which sets the file's length to that of its replicas. The NameNode repeats a recovery after 30 s. */
    static void recoverLease(DistributedFileSystem fs, org.apache.hadoop.fs.Path path) {
        await().atMost(Duration.ofMinutes(3)).until(() -> fs.recoverLease(path));
    }

    /** Reconfigures the data directories like an operator's command. */
    void reconfigure(List<Path> dataDirectories) throws ReconfigurationException {
        String value = dataDirectories.stream().map(Path::toString).collect(Collectors.joining(","));
        assertThat(node(0).reconfigurePropertyImpl("dfs.datanode.data.dir", value))
                .contains(dataDirectories.stream().map(Path::toString).toList());
    }

    /**
     * Waits until the NameNode has removed the storage of the failed volume. If a block report of a returned storage
     * precedes the heartbeat that ends its failed state, the NameNode counts no live replica for the first block of the
     * report: it fails an assertion ("Negative replicas!") and then counts that block as missing permanently.
     */
    void awaitFailedStorageForgotten() {
        BlockManager blocks = cluster.getNamesystem().getBlockManager();
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            BlockManagerTestUtil.checkHeartbeat(blocks);
            cluster.triggerHeartbeats();
            return blocks.getDatanodeManager()
                            .getDatanode(node(0).getDatanodeId())
                            .getStorageInfos()
                            .length
                    == 1;
        });
    }

    void awaitNothingMissing() {
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            cluster.triggerBlockReports();
            FSNamesystem names = cluster.getNamesystem();
            assertThat(List.of(names.getMissingBlocksCount(), names.getCorruptReplicaBlocks()))
                    .as("missing and corrupt blocks, of %s", corruptFiles())
                    .containsExactly(0L, 0L);
        });
    }

    private List<String> corruptFiles() throws IOException {
        List<String> files = new ArrayList<>();
        RemoteIterator<org.apache.hadoop.fs.Path> all = fs().listCorruptFileBlocks(new org.apache.hadoop.fs.Path("/"));
        while (all.hasNext()) {
            files.add(all.next().toString());
        }
        return files;
    }

    @Override
    public void close() {
        cluster.shutdown();
    }
}
