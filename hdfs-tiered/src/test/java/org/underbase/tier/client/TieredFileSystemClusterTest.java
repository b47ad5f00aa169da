package org.underbase.tier.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.testing.MiniTieredCluster;

/** The API on a real NameNode. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TieredFileSystemClusterTest {
    private static final Duration PATIENCE = MiniTieredCluster.LIMIT;

    @TempDir
    static Path directory;

    private MiniTieredCluster cluster;
    private DistributedFileSystem hdfs;
    private TieredFileSystem tiered;

    @BeforeAll
    void start() throws IOException {
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/rack1", "fast", "disk")
                .nodes(2, "/rack2", "fast", "disk")
                // Without it the stock client, too, fails at the first call after a restart.
                .conf("dfs.client.retry.policy.enabled", "true")
                .build();
        hdfs = cluster.fileSystem();
        tiered = cluster.tiered();
    }

    @AfterAll
    void stop() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
    }

    private org.apache.hadoop.fs.Path file(String name, String policy, int replication) throws IOException {
        org.apache.hadoop.fs.Path parent = new org.apache.hadoop.fs.Path("/" + name);
        hdfs.mkdirs(parent);
        tiered.setRepPolicy(parent, policy, 0);
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(parent, "file");
        DFSTestUtil.createFile(hdfs, file, 3 << 20, (short) replication, 7);
        return file;
    }

    private void await(org.apache.hadoop.fs.Path file, String vector) throws IOException {
        assertThat(tiered.awaitPlacement(file, PATIENCE, ProgressListener.NONE)).isTrue();
        cluster.awaitVector(file, vector);
    }

    @Test
    void theFourCalls() throws IOException {
        org.apache.hadoop.fs.Path file = file("four", "disk=2", 2);
        await(file, "disk=2");

        assertThat(tiered.createFileTier(file, "fast")).isTrue();
        await(file, "fast=1,disk=2");
        assertThat(hdfs.getFileStatus(file).getReplication()).isEqualTo((short) 3);
        assertThat(tiered.apply(file, new TierChange.CreateTier("fast")).changed())
                .isFalse();

        assertThat(tiered.moveTier(file, "disk", "fast", 1)).isTrue();
        await(file, "fast=2,disk=1");

        assertThat(tiered.deleteFileTier(file, "fast")).isTrue();
        await(file, "disk=1");
        assertThat(hdfs.getFileStatus(file).getReplication()).isEqualTo((short) 1);

        tiered.setRepPolicy(file, "hybrid", 3);
        await(file, "fast=1,disk=2");
        FilePlacement placement = tiered.placement(file);
        assertThat(placement.origin()).isEqualTo(PolicyOrigin.FILE);
        assertThat(placement.wanted()).contains(ReplicaVector.parse("fast=1,disk=2"));
        assertThat(placement.blocks()).isEqualTo(3);
        assertThat(tiered.explain(file)).isNotEmpty();
        assertThat(DFSTestUtil.readFileBuffer(hdfs, file)).hasSize(3 << 20);
    }

    /** Both meanings of Table II on a tier with replicas: the paper adds and removes one. */
    @Test
    void replicasAreAddedToAndRemovedFromATierThatHoldsSome() throws IOException {
        org.apache.hadoop.fs.Path file = file("relative", "fast=1,disk=1", 2);
        await(file, "fast=1,disk=1");

        assertThat(tiered.apply(file, new TierChange.CreateTier("disk")).changed())
                .isFalse();
        assertThat(tiered.addReplicas(file, "disk", 1)).isTrue();
        await(file, "fast=1,disk=2");
        assertThat(hdfs.getFileStatus(file).getReplication()).isEqualTo((short) 3);
        assertThat(tiered.check(file, new TierChange.AddReplicas("fast", 1)).wanted())
                .contains(ReplicaVector.parse("fast=2,disk=2"));
        assertThatThrownBy(() -> tiered.addReplicas(file, "disk", 2))
                .isInstanceOf(TierException.class)
                .hasMessageContaining("the cluster has 4 nodes, too few for 5 replicas");

        assertThat(tiered.removeReplicas(file, "disk", 1)).isTrue();
        await(file, "fast=1,disk=1");
        assertThat(tiered.removeReplicas(file, "disk", 1)).isTrue();
        await(file, "fast=1");
        assertThat(hdfs.getFileStatus(file).getReplication()).isEqualTo((short) 1);
        assertThatThrownBy(() -> tiered.removeReplicas(file, "disk", 1))
                .isInstanceOf(TierException.class)
                .hasMessageContaining("the file has 0 replicas on the tier 'disk', not 1: it should have fast=1");
        assertThatThrownBy(() -> tiered.removeReplicas(file, "fast", 1))
                .isInstanceOf(TierException.class)
                .hasMessageContaining("holds the only replicas");
        assertThat(DFSTestUtil.readFileBuffer(hdfs, file)).hasSize(3 << 20);
    }

    /** A client of an older version may send any difference. */
    @Test
    void theNameNodeRejectsADifferenceOutOfItsLimits() throws IOException {
        org.apache.hadoop.fs.Path file = file("limits", "disk=1", 1);
        Namenode namenode = new Namenode(cluster);
        for (int difference : new int[] {0, 513, -513, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> namenode.call(
                            protocol -> protocol.changeReplicas(Namenode.replicasRequest(file, "disk", difference))))
                    .hasMessageContaining("the number of replicas to ")
                    .hasMessageContaining(" is 1 to 512, not " + Math.abs((long) difference));
        }
        assertThat(tiered.placement(file).wanted()).contains(ReplicaVector.parse("disk=1"));
    }

    @Test
    void whatADirectorySaysIsInherited() throws IOException {
        org.apache.hadoop.fs.Path file = file("inherit", "fast=1,disk=1", 2);
        FilePlacement placement = tiered.placement(file);
        assertThat(placement.origin()).isEqualTo(PolicyOrigin.DIRECTORY);
        assertThat(placement.policyPath()).contains(file.getParent());
        assertThat(tiered.placement(file.getParent()).directory()).isTrue();

        tiered.unsetRepPolicy(file.getParent());
        assertThat(tiered.placement(file).origin()).isEqualTo(PolicyOrigin.CLUSTER);
    }

    @Test
    void progressIsToldWhileReplicasMove() throws IOException {
        org.apache.hadoop.fs.Path file = file("progress", "disk=1", 1);
        List<PlacementProgress> reports = new ArrayList<>();
        tiered.moveTier(file, "disk", "fast", 1);
        assertThat(tiered.awaitPlacement(file, PATIENCE, reports::add)).isTrue();
        assertThat(reports.get(reports.size() - 1).done()).isTrue();
        assertThat(reports.get(reports.size() - 1).bytesTotal()).isLessThanOrEqualTo(3 << 20);
        cluster.awaitVector(file, "fast=1");
    }

    @Test
    void rejections() throws Exception {
        org.apache.hadoop.fs.Path file = file("rejections", "disk=2", 2);
        assertThatThrownBy(() -> tiered.createFileTier(file, "ghost"))
                .isInstanceOf(TierException.class)
                .hasMessageContaining("ghost")
                .hasMessageContaining("fast, disk");
        assertThatThrownBy(() -> tiered.deleteFileTier(file, "disk")).isInstanceOf(TierException.class);
        assertThatThrownBy(() -> tiered.moveTier(file, "disk", "fast", 3)).isInstanceOf(TierException.class);
        assertThatThrownBy(() -> tiered.setRepPolicy(file, "fast=5", 0)).isInstanceOf(TierException.class);
        assertThatThrownBy(() -> tiered.setRepPolicy(file.getParent(), "hybrid", 3))
                .isInstanceOf(TierException.class);
        assertThatThrownBy(() -> tiered.createFileTier("/rejections/none", "fast"))
                .isInstanceOf(FileNotFoundException.class);
        assertThat(tiered.check(file, new TierChange.CreateTier("fast")).changed())
                .isTrue();
        assertThat(tiered.placement(file).wanted()).contains(ReplicaVector.parse("disk=2"));

        org.apache.hadoop.fs.Path open = new org.apache.hadoop.fs.Path("/rejections/open");
        try (FSDataOutputStream out = hdfs.create(open, (short) 2)) {
            out.write(1);
            out.hflush();
            assertThatThrownBy(() -> tiered.moveTier(open, "disk", "fast", 1))
                    .isInstanceOf(TierException.class)
                    .hasMessageContaining("under construction");
        }
    }

    @Test
    void anotherUserMayLookAndNotTouch() throws Exception {
        org.apache.hadoop.fs.Path file = file("bob", "disk=1", 1);
        hdfs.setPermission(file, new FsPermission("644"));
        UserGroupInformation bob = UserGroupInformation.createUserForTesting("bob", new String[] {"people"});
        try (FileSystem bobs = bob.doAs((PrivilegedExceptionAction<FileSystem>)
                        () -> FileSystem.newInstance(hdfs.getUri(), cluster.configuration()));
                TieredFileSystem his = TieredFileSystem.of(bobs)) {
            assertThat(his.placement(file).wanted()).contains(ReplicaVector.parse("disk=1"));
            for (TierChange change : List.of(
                    new TierChange.CreateTier("fast"),
                    new TierChange.DeleteTier("disk"),
                    new TierChange.MoveTier("disk", "fast", 1),
                    new TierChange.SetPolicy("hybrid", 0),
                    new TierChange.UnsetPolicy())) {
                assertThatThrownBy(() -> his.apply(file, change))
                        .as(change.toString())
                        .isInstanceOf(AccessControlException.class)
                        .hasMessageContaining("bob");
            }
            hdfs.setPermission(file.getParent(), new FsPermission("700"));
            assertThatThrownBy(() -> his.placement(file)).isInstanceOf(AccessControlException.class);
            assertThatThrownBy(() -> his.explain(file)).isInstanceOf(AccessControlException.class);
        }
        assertThat(tiered.placement(file).wanted()).contains(ReplicaVector.parse("disk=1"));
    }

    @Test
    void wrappedAndMountedFileSystemsReachTheSameTiers() throws IOException {
        org.apache.hadoop.fs.Path file = file("mounted", "disk=1", 1);
        try (TieredFileSystem wrapped = TieredFileSystem.of(new FilterFileSystem(hdfs))) {
            assertThat(wrapped.placement(file).blocks()).isEqualTo(3);
        }
        Configuration conf = cluster.configuration();
        conf.set("fs.viewfs.mounttable.all.link./data", hdfs.getUri() + "/mounted");
        try (FileSystem view = FileSystem.newInstance(URI.create("viewfs://all/"), conf);
                TieredFileSystem over = TieredFileSystem.of(view)) {
            view.setWorkingDirectory(new org.apache.hadoop.fs.Path("/data"));
            assertThat(over.createFileTier("file", "fast")).isTrue();
            assertThat(over.awaitPlacement(
                            new org.apache.hadoop.fs.Path("/data/file"), PATIENCE, ProgressListener.NONE))
                    .isTrue();
            BulkResult result = over.applyAll(
                    new org.apache.hadoop.fs.Path("/data"), new TierChange.DeleteTier("disk"), BulkOptions.defaults());
            assertThat(result.changed()).isEqualTo(1);
            assertThat(over.tiers()).hasSize(2);
        }
        cluster.awaitVector(file, "fast=1");
    }

    @Test
    void manyFilesAtOnce() throws IOException {
        org.apache.hadoop.fs.Path directory = new org.apache.hadoop.fs.Path("/bulk");
        hdfs.mkdirs(directory);
        tiered.setRepPolicy(directory, "disk=1", 0);
        for (int i = 0; i < 20; i++) {
            DFSTestUtil.createFile(
                    hdfs, new org.apache.hadoop.fs.Path(directory, "d" + i % 3 + "/f" + i), 1000, (short) 1, i);
        }
        List<org.apache.hadoop.fs.Path> accepted = new ArrayList<>();
        BulkResult result = tiered.applyAll(
                directory,
                new TierChange.SetPolicy("fast=1", 0),
                BulkOptions.defaults().withListener(new BulkListener() {
                    @Override
                    public void accepted(org.apache.hadoop.fs.Path file, ChangeResult answer) {
                        accepted.add(file);
                    }
                }));
        assertThat(result.changed()).isEqualTo(20);
        assertThat(result.failures()).isEmpty();
        assertThat(tiered.awaitPlacement(accepted, PATIENCE, ProgressListener.NONE))
                .isTrue();
        assertThat(tiered.applyAll(directory, new TierChange.SetPolicy("fast=1", 0), BulkOptions.defaults())
                        .unchanged())
                .isEqualTo(20);
    }

    @Test
    void theClusterTellsOfItsTiers() throws IOException {
        ClusterTiers all = tiered.clusterTiers();
        assertThat(all.tiers()).extracting(TierReport::name).containsExactly("fast", "disk");
        assertThat(all.tiers()).allSatisfy(tier -> {
            assertThat(tier.live()).isEqualTo(4);
            assertThat(tier.racks()).isEqualTo(2);
            assertThat(tier.capacity()).isPositive();
        });
        assertThat(all.withoutTier()).isZero();
        assertThat(tiered.status().state()).isEqualTo("active");
    }

    @Test
    void whatWasAcceptedSurvivesARestart() throws Exception {
        org.apache.hadoop.fs.Path file = file("durable", "disk=2", 2);
        tiered.createFileTier(file, "fast");
        cluster.miniCluster().restartNameNode(0);
        assertThat(cluster.miniCluster().getNameNode(0).isActiveState()).isTrue();
        assertThat(tiered.placement(file).wanted()).contains(ReplicaVector.parse("fast=1,disk=2"));
        await(file, "fast=1,disk=2");
    }
}
