package org.underbase.combinedlog.soak;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.feature.CombinedLogFeature;

/** Cluster of one DataNode with a journal, on a disk that supports simulated power failures. */
final class SoakCluster implements AutoCloseable {
    private static final long DISK = 3L << 30;
    private static final Duration START = Duration.ofMinutes(5);

    private final TestCluster cluster;
    private final DistributedFileSystem fs;

    private SoakCluster(TestCluster cluster) throws IOException {
        this.cluster = cluster;
        Configuration conf = new Configuration(cluster.clientConfiguration());
        // A writer whose DataNode crashed must fail at once, without retries for minutes.
        conf.setInt("dfs.client.block.write.retries", 0);
        conf.setInt("dfs.client.retry.max.attempts", 1);
        conf.setInt("dfs.client.socket-timeout", 20_000);
        conf.set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
        this.fs = (DistributedFileSystem) FileSystem.newInstance(conf);
    }

    static SoakCluster start(Path logs) throws IOException {
        TestCluster started = TestCluster.builder()
                .nodes(1)
                .disk(Disk.slow("disk", DiskModel.UNLIMITED).size(DISK))
                .set("dfs.replication", "1")
                // Small segments, so that every round includes checkpoints.
                .with(new CombinedLogFeature().segmentSize("4m"))
                .set("dfs.datanode.du.reserved", "0")
                // Lease recovery waits for heartbeats.
                .set("dfs.heartbeat.interval", "1")
                .set("dfs.namenode.fs-limits.min-block-size", "0")
                .set("dfs.datanode.scan.period.hours", "-1")
                .logsOnFailure(logs)
                .startLimit(START)
                .start();
        try {
            return new SoakCluster(started);
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

    /** Kills the DataNode with {@code kill -9}; the page cache survives. */
    void kill() throws IOException {
        dataNode().kill();
    }

    /** Simulates a power failure: only bytes on the device survive. The DataNode is paused, so it acknowledges nothing later. */
    void failPower() throws IOException {
        dataNode().pause();
        node().disk(0).snapshot();
        dataNode().kill();
        node().disk(0).restore();
    }

    void restart() throws IOException {
        dataNode().start();
        // The NameNode may not have noticed the crash.
        await().atMost(START).ignoreExceptions().until(() -> dataNode()
                .jmx("Hadoop:service=DataNode,name=DataNodeInfo")
                .path(0)
                .path("BPServiceActorInfo")
                .asText("")
                .contains("RUNNING"));
        cluster.awaitLiveDataNodes(1);
    }

    /** Returns the number of replays in the DataNode's log. */
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
