package org.underbase.tier.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.testing.MiniTieredCluster;

/** Placement of new replicas with features of HDFS: paths, storage policies, favored nodes, erasure coding, quotas. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlacementOperationsTest {
    private static final int BLOCK = TieredFiles.BLOCK;

    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private DistributedFileSystem hdfs;
    private TieredFiles files;
    private Namenode namenode;

    @BeforeAll
    void start() throws Exception {
        cluster = OperationsWithTiersTest.cluster(directory);
        hdfs = cluster.fileSystem();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
    }

    private byte[] content(org.apache.hadoop.fs.Path file) throws Exception {
        return DFSTestUtil.readFileBuffer(hdfs, file);
    }

    @Test
    void whileBlocksAreReportedAfterACloseTheyArePending() throws Exception {
        // The file is complete with one reported replica a block; the others are counted as pending until they are
        // reported.
        for (int i = 0; i < 10; i++) {
            org.apache.hadoop.fs.Path file = files.create("closed" + i, "fast=1,disk=2", 5, 3);
            for (LocatedBlock block : files.blocks(file)) {
                int missing = 3 - block.getLocations().length;
                assertThat(missing).isBetween(0, 2);
                if (missing > 0) {
                    files.awaitSettled(file, "fast=1,disk=2");
                }
            }
            files.awaitSettled(file, "fast=1,disk=2");
        }
    }

    @Test
    void aFileWrittenThroughAReservedPathIsPlacedByItsPolicy() throws Exception {
        org.apache.hadoop.fs.Path parent = files.directory("reserved", "fast=3");
        long id = hdfs.getClient().getFileInfo(parent.toString()).getFileId();
        TierTopology topology = files.topology();
        for (String path : List.of("/.reserved/raw" + parent + "/raw", "/.reserved/.inodes/" + id + "/inode")) {
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(path);
            DFSTestUtil.createFile(hdfs, file, 2L * BLOCK, (short) 3, 6);
            assertThat(topology.policies().ofPath(path))
                    .hasValueSatisfying(
                            policy -> assertThat(policy.policy().toString()).isEqualTo("fast=3"));
            files.awaitSettled(new org.apache.hadoop.fs.Path(parent, file.getName()), "fast=3");
        }
    }

    @Test
    void keepsTheTiersWithAnUnsatisfiableStoragePolicy() throws Exception {
        org.apache.hadoop.fs.Path parent = files.directory("ssd", "fast=1,disk=2");
        hdfs.setStoragePolicy(parent, HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(parent, "file");
        DFSTestUtil.createFile(hdfs, file, 3L * BLOCK, (short) 3, 4);
        files.awaitSettled(file, "fast=1,disk=2");
        namenode.move(file, "disk", "fast", 1);
        files.awaitSettled(file, "fast=2,disk=1");
        files.requireSafe(file);
    }

    @Test
    void vectorOfAFileUnderConstructionIsRejected() throws Exception {
        org.apache.hadoop.fs.Path file =
                new org.apache.hadoop.fs.Path(files.directory("open", "fast=1,disk=2"), "file");
        try (FSDataOutputStream out = hdfs.create(file)) {
            out.write(1);
            assertThatThrownBy(() -> namenode.move(file, "disk", "fast", 1))
                    .hasMessageContaining(
                            "/open/file is under construction: close it first, or wait until HDFS has recovered"
                                    + " its last block");
        }
    }

    @Test
    void favoredNodesAreFavoredWithinTheWantedTiers() throws Exception {
        org.apache.hadoop.fs.Path parent = files.directory("favored", "fast=1,disk=2");
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(parent, "file");
        DataNode favored = cluster.datanodes("disk").get(3);
        try (FSDataOutputStream out = hdfs.create(
                file, FsPermission.getFileDefault(), true, 4096, (short) 3, BLOCK, null, new InetSocketAddress[] {
                    favored.getXferAddress()
                })) {
            out.write(new byte[3 * BLOCK]);
        }
        files.awaitSettled(file, "fast=1,disk=2");
        for (LocatedBlock block : files.blocks(file)) {
            assertThat(block.getLocations())
                    .extracting(node -> node.getDatanodeUuid())
                    .contains(favored.getDatanodeUuid());
        }
        files.requireSafe(file);
    }

    @Test
    void aFavoredNodeOfATierThatIsNotWantedLendsItsHost() throws Exception {
        org.apache.hadoop.fs.Path parent = files.directory("favored-host", "disk=3");
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(parent, "file");
        DataNode fast = cluster.datanodes("fast").get(1);
        try (FSDataOutputStream out = hdfs.create(
                file, FsPermission.getFileDefault(), true, 4096, (short) 3, BLOCK, null, new InetSocketAddress[] {
                    fast.getXferAddress()
                })) {
            out.write(new byte[3 * BLOCK]);
        }
        files.awaitSettled(file, "disk=3");
        String host = cluster.instance(fast.getDatanodeUuid()).host();
        for (LocatedBlock block : files.blocks(file)) {
            assertThat(block.getLocations())
                    .extracting(node -> node.getHostName())
                    .contains(host);
        }
    }

    @Test
    void erasureCodedFilesHaveStockPlacementAndRejectTiers() throws Exception {
        org.apache.hadoop.fs.Path parent = files.directory("coded", "fast=1,disk=2");
        hdfs.enableErasureCodingPolicy("XOR-2-1-1024k");
        hdfs.setErasureCodingPolicy(parent, "XOR-2-1-1024k");
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(parent, "file");
        byte[] bytes = DFSTestUtil.generateSequentialBytes(0, 4 * BLOCK);
        try (FSDataOutputStream out = hdfs.create(file)) {
            out.write(bytes);
        }
        assertThat(content(file)).isEqualTo(bytes);
        assertThat(namenode.file(file).getErasureCoded()).isTrue();
        assertThat(namenode.file(file).hasWanted()).isFalse();
        assertThatThrownBy(() -> namenode.create(file, "fast")).hasMessageContaining("erasure-coded");
        DataNode holder = holder(file);
        var stopped = cluster.kill(holder);
        try {
            assertThat(content(file)).isEqualTo(bytes);
            TieredFiles.await("the lost cells to be rebuilt").untilAsserted(() -> assertThat(files.blocks(file))
                    .allSatisfy(group -> assertThat(group.getLocations()).hasSize(3)));
            assertThat(content(file)).isEqualTo(bytes);
        } finally {
            cluster.restart(stopped);
        }
    }

    private DataNode holder(org.apache.hadoop.fs.Path file) throws Exception {
        Set<String> uuids = List.of(files.blocks(file).get(0).getLocations()).stream()
                .map(node -> node.getDatanodeUuid())
                .collect(Collectors.toSet());
        return cluster.miniCluster().getDataNodes().stream()
                .filter(node -> uuids.contains(node.getDatanodeUuid()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void rejectsAReplicaBeyondTheQuota() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("quota", "disk=2", 2, 2);
        files.awaitSettled(file, "disk=2");
        hdfs.setQuota(file.getParent(), HdfsConstants.QUOTA_DONT_SET, 5L * BLOCK);
        assertThatThrownBy(() -> namenode.create(file, "fast"))
                .satisfies(e -> assertThat(((org.apache.hadoop.ipc.RemoteException) e).unwrapRemoteException())
                        .isInstanceOf(DSQuotaExceededException.class));
        assertThat(namenode.file(file).getWanted()).isEqualTo("disk=2");
        assertThat(namenode.file(file).getReplication()).isEqualTo(2);
        hdfs.setQuota(file.getParent(), HdfsConstants.QUOTA_DONT_SET, 6L * BLOCK);
        namenode.create(file, "fast");
        files.awaitSettled(file, "fast=1,disk=2");
    }

    @Test
    void aDatanodeWithoutATierWorksAsStockAndGetsNoTieredReplica() throws Exception {
        for (int i = 0; i < 20; i++) {
            org.apache.hadoop.fs.Path tiered = files.create("tiered" + i, i % 2 == 0 ? "hybrid" : "tier-aware", 1, 3);
            assertThat(cluster.reportedVectors(tiered))
                    .allSatisfy(vector -> assertThat(vector).doesNotContain("any"));
        }
        // More than a third of the files use it: none of 60 do so once in 10 billion runs.
        int without = 0;
        while (!usesUntiered(files.create("stock" + without, "network-aware", 1, 3))) {
            without++;
            assertThat(without).as("stock files that do not use it").isLessThan(60);
        }
    }

    private boolean usesUntiered(org.apache.hadoop.fs.Path file) throws Exception {
        return cluster.reportedVectors(file).stream().anyMatch(vector -> vector.contains("any"));
    }

    @Test
    void moreReplicasThanATierHasNodesDegradeAndAreReported() throws Exception {
        org.apache.hadoop.fs.Path file =
                new org.apache.hadoop.fs.Path(files.directory("degraded", "fast=3,disk=1"), "file");
        long before = namenode.status().getDegradedChoices();
        DFSTestUtil.createFile(hdfs, file, BLOCK, (short) 7, 9);
        assertThat(namenode.status().getDegradedChoices()).isGreaterThan(before);
        assertThatThrownBy(() -> namenode.setPolicy(file.toString(), "fast=5", 0))
                .satisfies(e -> assertThat(((org.apache.hadoop.ipc.RemoteException) e).unwrapRemoteException())
                        .isInstanceOf(TierException.class))
                .hasMessageContaining("has 4 nodes, too few for 5");
        hdfs.delete(file, false);
    }
}
