package org.underbase.combinedlog.soak;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.net.NetUtils;
import org.underbase.combinedlog.client.DataNodeLog;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.feature.CombinedLogFeature;

/** Cluster of one DataNode with a journal, on a disk that supports simulated power failures. */
final class SoakCluster implements AutoCloseable {
    private static final long DISK = 3L << 30;
    private static final Duration START = Duration.ofMinutes(5);
    /** Maximum time of an hsync. */
    private static final Duration SLOWEST = Duration.ofMinutes(2);

    private final TestCluster cluster;
    private final DistributedFileSystem fs;
    private final FsyncFaults faults;

    private SoakCluster(TestCluster cluster, FsyncFaults faults) throws IOException {
        this.cluster = cluster;
        this.faults = faults;
        Configuration conf = new Configuration(cluster.clientConfiguration());
        // A writer whose DataNode crashed must fail at once, without retries for minutes.
        conf.setInt("dfs.client.block.write.retries", 0);
        conf.setInt("dfs.client.retry.max.attempts", 1);
        conf.set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
        // The NameNode rejects the close of a file whose last block is not reported yet; the delay doubles.
        conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
        conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12);
        this.fs = (DistributedFileSystem) FileSystem.newInstance(conf);
    }

    /**
     * Starts the cluster.
     *
     * @param logs directory for the logs of a failed start
     * @param faults injected failures of fsyncs
     */
    static SoakCluster start(Path logs, FsyncFaults faults) throws IOException {
        TestCluster started = TestCluster.builder()
                .nodes(1)
                .disk(Disk.slow("disk", DiskModel.UNLIMITED).size(DISK))
                .set("dfs.replication", "1")
                // Small segments, so that every round includes checkpoints.
                .with(new CombinedLogFeature().segmentSize("4m"))
                .set(Role.DATANODE, "dfs.datanode.fsdataset.factory", FailingFsyncsFactory.class.getName())
                .set(Role.DATANODE, FsyncFaults.KEY, faults.directory().toString())
                .set(Role.DATANODE, CombinedLogKeys.SYNC_TIMEOUT.name(), SLOWEST.toSeconds() + "s")
                // The crash of a process closes its connections. A slow machine is no crash.
                .set("dfs.client.socket-timeout", Long.toString(SLOWEST.toMillis()))
                .set("dfs.datanode.du.reserved", "0")
                // Block recovery waits for heartbeats.
                .set(Role.DATANODE, "dfs.heartbeat.interval", "200ms")
                .set("dfs.namenode.fs-limits.min-block-size", "0")
                .set("dfs.datanode.scan.period.hours", "-1")
                .logsOnFailure(logs)
                .startLimit(START)
                .start();
        try {
            return new SoakCluster(started, faults);
        } catch (IOException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    TestCluster cluster() {
        return cluster;
    }

    DistributedFileSystem fs() {
        return fs;
    }

    FsyncFaults faults() {
        return faults;
    }

    private Node node() {
        return cluster.nodes().get(0);
    }

    Daemon dataNode() {
        return node().dataNode(0);
    }

    /** Returns the only data directory, which contains the journal. */
    Path dataDirectory() {
        return node().disk(0).path().resolve(dataNode().name());
    }

    /** Returns the name of a file's only block. */
    String block(org.apache.hadoop.fs.Path file) throws IOException {
        return fs.getClient()
                .getLocatedBlocks(file.toUri().getPath(), 0)
                .get(0)
                .getBlock()
                .getBlockName();
    }

    /** Lets the DataNode fsync the block files of all records. Fails if an injected failure is among these fsyncs. */
    void checkpoint() throws IOException {
        try (DataNodeLog log = DataNodeLog.connect(
                fs.getConf(), NetUtils.createSocketAddr(dataNode().address()))) {
            log.checkpoint();
        } catch (IOException e) {
            if (!e.toString().contains(FsyncFaults.FAILURE)) {
                throw e;
            }
        }
    }

    /**
     * Crashes the DataNode.
     *
     * @param powerFailure whether only bytes on the device survive, otherwise the page cache survives
     */
    void crash(boolean powerFailure) throws IOException {
        if (!powerFailure) {
            dataNode().kill();
            return;
        }
        // Paused, it acknowledges nothing later.
        dataNode().pause();
        node().disk(0).snapshot();
        dataNode().kill();
        node().disk(0).restore();
        for (String block : faults.lost()) {
            lose(block);
        }
    }

    /** Overwrites a block file whose bytes are not on disk, because their fsync failed. */
    private void lose(String block) throws IOException {
        try (Stream<Path> files = Files.walk(dataDirectory())) {
            for (Path file : files.filter(each -> each.getFileName().toString().equals(block))
                    .toList()) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    ByteBuffer zeros = ByteBuffer.allocate((int) channel.size());
                    while (zeros.hasRemaining()) {
                        channel.write(zeros, zeros.position());
                    }
                    channel.force(true);
                }
            }
        }
    }

    /** Starts the DataNode and waits until it serves. */
    void restart(String... options) throws IOException {
        dataNode().start(List.of(options));
        // The NameNode may not have noticed the crash.
        await().atMost(START).ignoreExceptions().until(() -> dataNode()
                .jmx("Hadoop:service=DataNode,name=DataNodeInfo")
                .path(0)
                .path("BPServiceActorInfo")
                .asText("")
                .contains("RUNNING"));
        cluster.awaitLiveDataNodes(1);
        cluster.awaitHdfs();
    }

    /** Returns the number of replays in the DataNode's log. */
    long replays() throws IOException {
        return dataNode().logReader().lines(0, "Replayed the journal").size();
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
