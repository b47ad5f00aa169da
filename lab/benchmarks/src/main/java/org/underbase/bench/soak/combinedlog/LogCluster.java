package org.underbase.bench.soak.combinedlog;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;

/** One DataNode with a journal, on a disk whose power can be cut. */
final class LogCluster implements AutoCloseable {
    private static final String FACTORY =
            "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory";
    private static final long DISK = 3L << 30;
    private static final Duration START = Duration.ofMinutes(5);

    private final TestCluster cluster;
    private final DistributedFileSystem fs;

    private LogCluster(TestCluster cluster) throws IOException {
        this.cluster = cluster;
        Configuration conf = new Configuration(cluster.clientConfiguration());
        // A writer whose DataNode is gone ends; nothing is tried for minutes.
        conf.setInt("dfs.client.block.write.retries", 0);
        conf.setInt("dfs.client.retry.max.attempts", 1);
        conf.setInt("dfs.client.socket-timeout", 20_000);
        conf.set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
        this.fs = (DistributedFileSystem) FileSystem.newInstance(conf);
    }

    static LogCluster start(Path logs) throws IOException {
        TestCluster started = TestCluster.builder()
                .nodes(1)
                .disk(Disk.slow("disk", DiskModel.UNLIMITED).size(DISK))
                .set("dfs.replication", "1")
                .set("dfs.datanode.fsdataset.factory", FACTORY)
                // Small, so that checkpoints come in every round.
                .set(CombinedLogKeys.SEGMENT_SIZE.name(), "4m")
                .set(CombinedLogKeys.SEGMENT_MAX.name(), "4m")
                .set("dfs.datanode.du.reserved", "0")
                .set("dfs.namenode.fs-limits.min-block-size", "0")
                .set("dfs.datanode.scan.period.hours", "-1")
                .logsOnFailure(logs)
                .startLimit(START)
                .start();
        try {
            return new LogCluster(started);
        } catch (IOException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    DistributedFileSystem fs() {
        return fs;
    }

    private Node node() {
        return cluster.nodes().get(0);
    }

    private Daemon dataNode() {
        return node().dataNode(0);
    }

    /** As {@code kill -9}: the page cache stays. */
    void kill() throws IOException {
        dataNode().kill();
    }

    /** Nothing stays but what the device was given. The DataNode hears and says nothing after the moment of the cut. */
    void cutPower() throws IOException {
        dataNode().pause();
        node().disk(0).snapshot();
        dataNode().kill();
        node().disk(0).restore();
    }

    void restart() throws IOException {
        dataNode().start();
        // The NameNode need not have missed it.
        await().atMost(START).ignoreExceptions().until(() -> dataNode()
                .jmx("Hadoop:service=DataNode,name=DataNodeInfo")
                .path(0)
                .path("BPServiceActorInfo")
                .asText("")
                .contains("RUNNING"));
        cluster.awaitLiveDataNodes(1);
    }

    /** Lines in which the DataNode told of a replay since it was first started. */
    long replays() throws IOException {
        try (var lines = Files.lines(dataNode().log())) {
            return lines.filter(line -> line.contains("Replayed the journal")).count();
        }
    }

    void collectLogs(Path target) throws IOException {
        cluster.collectLogs(target);
    }

    @Override
    public void close() throws IOException {
        try {
            fs.close();
        } finally {
            cluster.close();
        }
    }
}
