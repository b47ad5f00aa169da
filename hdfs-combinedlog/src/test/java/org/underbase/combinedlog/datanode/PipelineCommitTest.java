package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.conf.CombinedLogKeys;

/** The acknowledgement of a pipeline waits for the commit of each DataNode. */
@Tag("cluster")
@Timeout(300)
class PipelineCommitTest extends JournaledFiles {
    private static final short NODES = 3;
    private static final int HSYNCS = 8;
    private static final int BYTES = 1000;

    @TempDir
    Path directory;

    private final ExecutorService pool = Executors.newCachedThreadPool();
    private JournalDisk disk;
    private JournaledCluster cluster;

    PipelineCommitTest() {
        super(66, (HSYNCS + 1) * BYTES);
    }

    @Override
    JournaledCluster cluster() {
        return cluster;
    }

    private void start(Configuration conf) throws IOException {
        disk = JournalDisk.install();
        cluster = JournaledCluster.start(conf, directory.resolve("cluster"), NODES);
    }

    @AfterEach
    void stop() throws InterruptedException {
        disk.repair();
        cluster.close();
        disk.close();
        pool.shutdownNow();
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    private FSDataOutputStream create(String name, CreateFlag... flags) throws IOException {
        EnumSet<CreateFlag> all = EnumSet.of(CreateFlag.CREATE);
        all.addAll(List.of(flags));
        return cluster.fs().create(path(name), FsPermission.getFileDefault(), all, 4096, NODES, 64 << 20, null);
    }

    /** Delays the commits of one DataNode. */
    private void hold(int node) throws IOException {
        Path storage = cluster.mini().getInstanceStorageDir(node, 0).toPath().toRealPath();
        disk.holdFsyncs(journal -> journal.startsWith(storage));
    }

    private void assertWaitsForTheCommit(int node, Callable<?> action) throws Exception {
        int held = disk.fsyncsHeld();
        hold(node);
        Future<?> running = pool.submit(action);
        await().atMost(Duration.ofMinutes(1)).until(() -> disk.fsyncsHeld() > held);
        await().atMost(Duration.ofMinutes(1)).during(Duration.ofMillis(300)).until(() -> !running.isDone());
        disk.releaseFsyncs();
        running.get();
    }

    private static Callable<Void> action(Sync sync) {
        return () -> {
            sync.run();
            return null;
        };
    }

    private interface Sync {
        void run() throws IOException;
    }

    @Test
    void anHsyncWaitsForTheCommitOfEachDataNode() throws Exception {
        start(JournaledCluster.configuration());
        FSDataOutputStream out = create("hsynced");
        sync(out, 0, BYTES);
        for (int node = 0; node < NODES; node++) {
            write(out, (node + 1) * BYTES, (node + 2) * BYTES);
            assertWaitsForTheCommit(node, action(out::hsync));
        }
        out.close();
        assertFile("hsynced", (NODES + 1) * BYTES);
    }

    @Test
    void aDurableHflushWaitsForTheCommitOfEachDataNode() throws Exception {
        Configuration conf = JournaledCluster.configuration();
        conf.set(CombinedLogKeys.DURABLE_HFLUSH.name(), "DISK");
        start(conf);
        FSDataOutputStream out = create("hflushed");
        write(out, 0, BYTES);
        out.hflush();
        for (int node = 0; node < NODES; node++) {
            write(out, (node + 1) * BYTES, (node + 2) * BYTES);
            assertWaitsForTheCommit(node, action(out::hflush));
        }
        out.close();
        assertFile("hflushed", (NODES + 1) * BYTES);
    }

    /** {@code SYNC_BLOCK} syncs a block when it is closed. */
    @Test
    void theSyncOfAClosedBlockWaitsForTheCommitOfEachDataNode() throws Exception {
        start(JournaledCluster.configuration());
        for (int node = 0; node < NODES; node++) {
            String name = "closed-" + node;
            FSDataOutputStream out = create(name, CreateFlag.SYNC_BLOCK);
            write(out, 0, BYTES);
            assertWaitsForTheCommit(node, action(out::close));
            assertFile(name, BYTES);
        }
    }

    private long sum(String metric) {
        return cluster.mini().getDataNodes().stream()
                .mapToLong(node -> NodeMetrics.of(node, metric))
                .sum();
    }

    /** The last DataNode writes a packet when the others have, and acknowledges it first. */
    @Test
    void hsyncsOfOneStreamShareTheCommitsOfEachDataNode() throws Exception {
        start(JournaledCluster.configuration());
        FSDataOutputStream out = create("pipelined");
        sync(out, 0, BYTES);
        long records = sum("Records");
        long journaled = sum("SyncsJournaled");
        disk.holdFsyncs();
        List<Future<?>> hsyncs = new ArrayList<>();
        for (int i = 1; i <= HSYNCS; i++) {
            long expected = records + (long) i * NODES;
            write(out, i * BYTES, (i + 1) * BYTES);
            hsyncs.add(pool.submit(action(out::hsync)));
            await().atMost(Duration.ofMinutes(1)).until(() -> sum("Records") >= expected);
        }
        assertThat(hsyncs).noneMatch(Future::isDone);
        List<Long> commits = new ArrayList<>();
        for (DataNode node : cluster.mini().getDataNodes()) {
            commits.add(NodeMetrics.of(node, "Commits"));
        }
        disk.releaseFsyncs();
        for (Future<?> each : hsyncs) {
            each.get();
        }
        for (int node = 0; node < NODES; node++) {
            assertThat(NodeMetrics.of(cluster.node(node), "Commits") - commits.get(node))
                    .as("commits of %s hsyncs", HSYNCS)
                    .isLessThanOrEqualTo(3);
        }
        assertThat(sum("SyncsJournaled") - journaled).isEqualTo((long) HSYNCS * NODES);
        out.close();
        assertFile("pipelined", (HSYNCS + 1) * BYTES);
    }
}
