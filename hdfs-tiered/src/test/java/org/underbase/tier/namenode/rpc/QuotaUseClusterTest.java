package org.underbase.tier.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.client.DirectoryQuota;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.protocol.TierProtocol;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetQuotaRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierLimitProto;
import org.underbase.tier.testing.MiniTieredCluster;

/** Quotas of directories, and their use after changes of the namespace. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class QuotaUseClusterTest {
    private static final long MIB = TieredFiles.BLOCK;

    @TempDir
    static java.nio.file.Path directory;

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
                .node("/r1", "fast", "disk")
                // Without changes, the files are not counted again.
                .conf("dfs.tier.monitor.interval", "1h")
                .build();
        hdfs = cluster.fileSystem();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
    }

    private static SetQuotaRequestProto request(String path, String tier, long bytes) {
        return SetQuotaRequestProto.newBuilder()
                .setPath(path)
                .addLimits(TierLimitProto.newBuilder().setTier(tier).setBytes(bytes))
                .build();
    }

    /** A directory with a policy and large quotas. */
    private Path limited(String name, String policy) throws IOException {
        Path path = files.directory(name, policy);
        cluster.tiered().setQuota(path, Map.of("fast", OptionalLong.of(1L << 40), "disk", OptionalLong.of(1L << 40)));
        return path;
    }

    private Path file(Path parent, String name, long bytes) throws IOException {
        Path file = new Path(parent, name);
        DFSTestUtil.createFile(hdfs, file, bytes, (short) 3, 1);
        return file;
    }

    private void awaitUse(Path path, long fast, long disk) {
        TieredFiles.await("the use of " + path)
                .untilAsserted(() -> assertThat(cluster.tiered().quotas(path))
                        .filteredOn(quota -> quota.directory().equals(path))
                        .allSatisfy(quota -> {
                            long expected = quota.tier().equals("fast") ? fast : disk;
                            assertThat(quota.used()).as("used %s", quota).hasValue(expected);
                            assertThat(quota.wanted()).as("wanted %s", quota).hasValue(expected);
                        })
                        .isNotEmpty());
    }

    @Test
    @Order(1)
    void onlyTheSuperuserSetsQuotasOfDirectories() throws Exception {
        Path path = files.directory("rights", "fast=1,disk=2");
        hdfs.setPermission(path, new FsPermission((short) 0777));
        assertThatThrownBy(() -> namenode.callAs("bob", protocol -> protocol.setQuota(request("/rights", "fast", 1))))
                .hasMessageContaining("requires superuser privilege, not bob");
        Path file = file(path, "file", 10);
        assertThatThrownBy(() -> cluster.tiered().setQuota(file, Map.of("fast", OptionalLong.of(1))))
                .isInstanceOf(TierException.class)
                .hasMessageContaining("only directories have quotas");
        assertThatThrownBy(() -> cluster.tiered().setQuota(path, Map.of("ghost", OptionalLong.of(1))))
                .isInstanceOf(TierException.class)
                .hasMessageContaining("ghost");
        assertThat(cluster.tiered().quotas(path)).isEmpty();
    }

    @Test
    @Order(1)
    void theQuotasOfAllDirectoriesAboveApply() throws Exception {
        Path inner = new Path("/outer/inner");
        hdfs.mkdirs(inner);
        cluster.tiered().setQuota(new Path("/outer"), Map.of("fast", OptionalLong.of(100)));
        cluster.tiered().setQuota(inner, Map.of("disk", OptionalLong.of(7)));
        cluster.tiered().setQuota(inner, Map.of("fast", OptionalLong.of(50)));
        assertThat(cluster.tiered().quotas(inner))
                .extracting(DirectoryQuota::directory, DirectoryQuota::tier, DirectoryQuota::limit)
                .containsExactly(
                        tuple(inner, "disk", 7L), tuple(inner, "fast", 50L), tuple(new Path("/outer"), "fast", 100L));
        cluster.tiered().setQuota(inner, Map.of("disk", OptionalLong.empty(), "fast", OptionalLong.empty()));
        assertThat(cluster.tiered().quotas(inner))
                .extracting(DirectoryQuota::directory)
                .containsExactly(new Path("/outer"));
        assertThat(namenode.callAs("bob", TierProtocol::tiers).getQuotasList()).isEmpty();
        assertThat(cluster.tiered().clusterTiers().quotas())
                .extracting(DirectoryQuota::directory)
                .contains(new Path("/outer"))
                .doesNotContain(inner);
    }

    @Test
    @Order(2)
    void useFollowsChangesOfFiles() throws Exception {
        Path one = limited("one", "fast=1,disk=2");
        Path other = limited("other", "fast=1,disk=2");
        Path file = file(one, "file", 2 * MIB + 100);
        awaitUse(one, 2 * MIB + 100, 4 * MIB + 200);
        awaitUse(other, 0, 0);
        hdfs.truncate(file, MIB);
        awaitUse(one, MIB, 2 * MIB);
        Path more = file(one, "more", 3 * MIB);
        awaitUse(one, 4 * MIB, 8 * MIB);
        hdfs.concat(file, new Path[] {more});
        awaitUse(one, 4 * MIB, 8 * MIB);
        hdfs.rename(file, new Path(other, "file"), Rename.NONE);
        awaitUse(one, 0, 0);
        awaitUse(other, 4 * MIB, 8 * MIB);
        cluster.tiered().setRepPolicy(other, "disk=3", 0);
        awaitUse(other, 0, 12 * MIB);
        hdfs.setReplication(new Path(other, "file"), (short) 2);
        awaitUse(other, 0, 8 * MIB);
        hdfs.delete(new Path(other, "file"), false);
        awaitUse(other, 0, 0);
    }

    @Test
    @Order(2)
    void directoriesKeepTheirQuotasWhenTheyAreRenamed() throws Exception {
        Path before = limited("before", "fast=1,disk=2");
        file(before, "file", MIB);
        hdfs.mkdirs(new Path("/into"));
        cluster.tiered().setQuota(new Path("/into"), Map.of("fast", OptionalLong.of(5)));
        Path after = new Path("/into/after");
        assertThat(hdfs.rename(before, after)).isTrue();
        awaitUse(after, MIB, 2 * MIB);
        // A quota may be exceeded by a rename, unlike those of HDFS.
        awaitUse(new Path("/into"), MIB, 2 * MIB);
        hdfs.delete(after, true);
        awaitUse(new Path("/into"), 0, 0);
        assertThat(cluster.tiered().clusterTiers().quotas())
                .extracting(DirectoryQuota::directory)
                .doesNotContain(before, after);
    }

    @Test
    @Order(2)
    void filesOnlyInSnapshotsAreNotUsed() throws Exception {
        Path path = limited("snapshots", "fast=1,disk=2");
        hdfs.allowSnapshot(path);
        Path file = file(path, "file", MIB);
        awaitUse(path, MIB, 2 * MIB);
        hdfs.createSnapshot(path, "s");
        hdfs.delete(file, false);
        awaitUse(path, 0, 0);
        hdfs.deleteSnapshot(path, "s");
        awaitUse(path, 0, 0);
    }

    @Test
    @Order(2)
    void anOpenBlockCountsWithItsMaximum() throws Exception {
        Path path = limited("open", "fast=1,disk=2");
        try (FSDataOutputStream out = hdfs.create(new Path(path, "file"))) {
            out.write(new byte[100]);
            out.hflush();
            awaitUse(path, MIB, 2 * MIB);
        }
        awaitUse(path, 100, 200);
    }

    @Test
    @Order(3)
    void quotasSurviveARestart() throws Exception {
        Path path = limited("kept", "fast=1,disk=2");
        file(path, "file", MIB);
        hdfs.setSafeMode(SafeModeAction.ENTER);
        hdfs.saveNamespace();
        hdfs.setSafeMode(SafeModeAction.LEAVE);
        cluster.tiered().setQuota(path, Map.of("disk", OptionalLong.of(1L << 39)));
        cluster.miniCluster().restartNameNode(0);
        cluster.awaitTiersKnown();
        // Without a lookup of this path: the NameNode searches the namespace.
        // The first call may use the connection to the NameNode before its restart.
        TieredFiles.await("the search").ignoreException(EOFException.class).untilAsserted(() -> {
            List<DirectoryQuota> quotas = cluster.tiered().clusterTiers().quotas();
            assertThat(quotas)
                    .filteredOn(quota -> quota.directory().equals(path))
                    .extracting(DirectoryQuota::tier, DirectoryQuota::limit, DirectoryQuota::used)
                    .containsExactly(
                            tuple("fast", 1L << 40, OptionalLong.of(MIB)),
                            tuple("disk", 1L << 39, OptionalLong.of(2 * MIB)));
            assertThat(cluster.tiered().clusterTiers().quotasComplete()).isTrue();
        });
    }
}
