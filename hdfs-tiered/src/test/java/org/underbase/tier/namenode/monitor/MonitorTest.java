package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.testing.MiniTieredCluster;

/** Monitor: it finds misplaced replicas, moves them and reports its work. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MonitorTest {
    private static final double LOCK_FRACTION = 0.02;

    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private DistributedFileSystem hdfs;
    private TieredFiles files;
    private Namenode namenode;

    @BeforeAll
    void start() throws Exception {
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .nodes(2, "/r1", "fast", "disk")
                .conf("dfs.tier.monitor.lock.max.fraction", Double.toString(LOCK_FRACTION))
                .build();
        hdfs = cluster.fileSystem();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
    }

    @Test
    void aDirectorysNewPolicyReachesAllItsFiles() throws Exception {
        org.apache.hadoop.fs.Path parent = files.directory("many", "fast=1,disk=1");
        for (int i = 0; i < 30; i++) {
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(parent, "d" + i % 5 + "/f" + i);
            DFSTestUtil.createFile(hdfs, file, 4096, (short) 2, i);
        }
        long done = namenode.status().getMovesDone();
        namenode.setPolicy(parent.toString(), "disk=2", 0);
        for (int i = 0; i < 30; i++) {
            cluster.awaitVector(new org.apache.hadoop.fs.Path(parent, "d" + i % 5 + "/f" + i), "disk=2");
        }
        TieredFiles.await("the moves to be counted")
                .until(() -> namenode.status().getMovesDone() >= done + 30);
        assertThat(namenode.status().getBytesMoved()).isGreaterThanOrEqualTo(30 * 4096);
    }

    @Test
    void explainSaysWhereAFileIsAndWhy() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("explained", "fast=1,disk=2", 2, 3);
        files.awaitSettled(file, "fast=1,disk=2");
        List<String> lines =
                namenode.call(protocol -> protocol.explain(file.toString())).getLinesList();
        assertThat(lines)
                .contains("policy fast=1,disk=2, inherited from " + file.getParent())
                .contains("wanted fast=1,disk=2 for replication 3")
                .filteredOn(line -> line.strip().equals("as wanted"))
                .hasSize(2);
        assertThat(lines).filteredOn(line -> line.contains("tier fast")).hasSize(2);
        // With three of its four nodes left, the tier cannot hold a fourth replica.
        namenode.setPolicy(file.toString(), "fast=4", 0);
        files.awaitSettled(file, "fast=4");
        var stopped = cluster.kill(cluster.datanodes("fast").get(0));
        try {
            TieredFiles.await("the reason")
                    .until(() ->
                            namenode.file(file).getReason().contains("'fast' has 3 nodes in service, 4 are needed"));
            assertThat(namenode.call(protocol -> protocol.explain(file.toString()))
                            .getLinesList())
                    .anyMatch(line -> line.startsWith("reason: "));
        } finally {
            cluster.restart(stopped);
        }
        files.awaitSettled(file, "fast=4");
    }

    /** Files without blocks, so that the monitor has no work. */
    @Test
    void aScanOfAnIdleNamespaceKeepsItsLockFraction() throws Exception {
        int count = Integer.getInteger("underbase.idle.files", 20_000);
        NameNode server = cluster.miniCluster().getNameNode();
        files.directory("idle", "hybrid");
        for (int i = 0; i < count; i++) {
            String path = "/idle/d" + i / 1000 + "/f" + i;
            server.getRpcServer()
                    .create(
                            path,
                            org.apache.hadoop.fs.permission.FsPermission.getFileDefault(),
                            "test",
                            new org.apache.hadoop.io.EnumSetWritable<>(
                                    java.util.EnumSet.of(org.apache.hadoop.fs.CreateFlag.CREATE)),
                            true,
                            (short) 3,
                            TieredFiles.BLOCK,
                            null,
                            null,
                            null);
            assertThat(server.getRpcServer().complete(path, "test", null, 0)).isTrue();
        }
        files.awaitScans(2);
        var status = namenode.status();
        assertThat(status.getFilesScanned()).isGreaterThanOrEqualTo(count);
        assertThat(status.getMisplacedBlocks()).isZero();
        // The pause after the last hold of the lock is not a part of its scan. If the machine suspends the monitor in
        // that
        // hold, the fraction of one scan is larger.
        TieredFiles.await("a scan within the lock fraction")
                .until(() -> namenode.status().getScanLockFraction() <= LOCK_FRACTION * 1.5);
        hdfs.delete(new org.apache.hadoop.fs.Path("/idle"), true);
    }
}
