package org.underbase.tier.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockRequestProto;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.tier.client.TierChange;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.namenode.registry.QuotaCounts;
import org.underbase.tier.namenode.registry.TierPolicies;
import org.underbase.tier.namenode.registry.TierQuotas;
import org.underbase.tier.policy.QuotaUse;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.testing.MiniTieredCluster;
import org.underbase.tier.testing.TieredDatanode;

/** Quotas limit changes of policies, new blocks, moves and promotions. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class QuotaEnforcementTest {
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
                // The space on the machine's disk must not matter.
                .conf("dfs.tier.fast.high.watermark", "1")
                .conf("dfs.tier.fast.low.watermark", "1")
                .conf("dfs.tier.disk.high.watermark", "1")
                .conf("dfs.tier.disk.low.watermark", "1")
                .build();
        hdfs = cluster.fileSystem();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
    }

    private QuotaCounts counts() {
        return files.topology().quotas().counts();
    }

    /** Sets a quota on fast, and waits until the use is known. */
    private void limit(Path path, long bytes) throws IOException {
        cluster.tiered().setQuota(path, Map.of("fast", OptionalLong.of(bytes)));
        awaitCount(path);
    }

    private void awaitCount(Path path) throws IOException {
        TieredFiles.await("the use of " + path).until(() -> cluster.tiered().quotas(path).stream()
                .allMatch(quota -> quota.used().isPresent()));
    }

    private void awaitUsed(Path path, long bytes) {
        TieredFiles.await("use of " + path)
                .untilAsserted(() -> assertThat(cluster.tiered().quotas(path))
                        .first()
                        .satisfies(quota -> assertThat(quota.used()).hasValue(bytes)));
    }

    /** Waits until no count is under way, which can contain changes of now twice or not yet the close of a file. */
    private void awaitEndOfCount(Path path) throws IOException {
        QuotaUse use = use(path);
        TieredFiles.await("the end of a count").until(() -> use.due(System.nanoTime(), 0));
    }

    private QuotaUse use(Path path) throws IOException {
        long id = cluster.miniCluster()
                .getNamesystem()
                .getFSDirectory()
                .getINode(path.toString())
                .getId();
        return files.topology().quotas().use(id).orElseThrow();
    }

    private Path file(Path parent, String name, int blocks) throws IOException {
        Path file = new Path(parent, name);
        DFSTestUtil.createFile(hdfs, file, blocks * MIB, (short) 3, 1);
        return file;
    }

    private void rejects(Path path, TierChange change, String message) {
        long before = counts().rejected();
        assertThatThrownBy(() -> cluster.tiered().check(path, change))
                .isInstanceOf(TierException.class)
                .hasMessageContaining(message);
        assertThatThrownBy(() -> cluster.tiered().apply(path, change))
                .isInstanceOf(TierException.class)
                .hasMessageContaining(message);
        assertThat(counts().rejected()).isEqualTo(before + 2);
    }

    private static TierChange set(String policy) {
        return new TierChange.SetPolicy(policy, 0);
    }

    @Test
    @Order(1)
    void changesThatExceedAQuotaAreRejected() throws Exception {
        Path path = files.directory("changes", "disk=3");
        limit(path, 3 * MIB);
        Path one = file(path, "one", 2);
        Path two = file(path, "two", 2);
        awaitEndOfCount(path);
        cluster.tiered().apply(one, set("fast=1,disk=2"));
        String message = "the quota of /changes on the tier 'fast' is 3.0 MiB: its files want 2.0 MiB, the change would"
                + " add 2.0 MiB";
        rejects(two, set("fast=1,disk=2"), message);
        rejects(two, set("landing:hybrid"), message);
        rejects(two, new TierChange.CreateTier("fast"), message);
        rejects(two, new TierChange.MoveTier("disk", "fast", 1), message);
        // The other file does not inherit the policy.
        rejects(path, set("hybrid"), message);
        assertThat(namenode.file(two).getWanted()).isEqualTo("disk=3");
        assertThat(namenode.file(path).getPolicy()).isEqualTo("disk=3");
        cluster.awaitVector(one, "fast=1,disk=2");
        // Lower one, and there is space for two at once.
        awaitEndOfCount(path);
        cluster.tiered().apply(one, set("disk=3"));
        cluster.tiered().apply(path, set("hybrid"));
        cluster.awaitVector(two, "fast=1,disk=2");
        cluster.awaitVector(one, "disk=3");
        rejects(one, new TierChange.UnsetPolicy(), message);
    }

    @Test
    @Order(1)
    void quotasOfDirectoriesAboveAndBelowApply() throws Exception {
        Path inner = new Path("/above/inner");
        hdfs.mkdirs(inner);
        cluster.tiered().setRepPolicy(new Path("/above"), "disk=3", 0);
        Path file = file(inner, "file", 1);
        limit(inner, 100 * MIB);
        limit(new Path("/above"), 10);
        rejects(file, set("fast=1,disk=2"), "the quota of /above on the tier 'fast' is 10 B: its files want 0 B");
        limit(new Path("/above"), 100 * MIB);
        limit(inner, 10);
        rejects(new Path("/above"), set("hybrid"), "the quota of /above/inner on the tier 'fast' is 10 B");
        cluster.tiered().setQuota(inner, Map.of("fast", OptionalLong.empty()));
        cluster.tiered().apply(new Path("/above"), set("hybrid"));
        cluster.awaitVector(file, "fast=1,disk=2");
    }

    @Test
    @Order(1)
    void newBlocksAvoidATierWithoutSpaceInTheQuota() throws Exception {
        Path path = files.directory("blocks", "fast=1,disk=2");
        limit(path, 2 * MIB);
        long fallbacks = counts().fallbacks();
        awaitEndOfCount(path);
        Path file = file(path, "file", 4);
        // Until the next count, a count in two holds of the lock contains twice what was placed between them.
        assertThat(Collections.frequency(cluster.reportedVectors(file), "fast=1,disk=2"))
                .isBetween(1, 2);
        assertThat(counts().fallbacks()).isGreaterThanOrEqualTo(fallbacks + 2);
        files.awaitScans(2);
        // Of the others, the monitor moves only a block that fits.
        TieredFiles.await("two blocks on the tier").untilAsserted(() -> assertThat(cluster.vectors(file))
                .containsExactlyInAnyOrder("fast=1,disk=2", "fast=1,disk=2", "disk=3", "disk=3"));
        List<String> vectors = cluster.vectors(file);
        long withheld = counts().withheldMoves();
        TieredFiles.await("withheld moves").until(() -> counts().withheldMoves() > withheld);
        files.awaitScans(2);
        assertThat(cluster.vectors(file)).containsExactlyElementsOf(vectors);
        awaitUsed(path, 2 * MIB);
        assertThat(cluster.tiered().quotas(path).get(0).wanted()).hasValue(4 * MIB);
        assertThat(cluster.tiered().placement(file).reason().orElseThrow()).contains("a quota leaves no space");
        assertThat(namenode.call(protocol -> protocol.explain(file.toString())).getLinesList())
                .anyMatch(line -> line.contains("to be moved, see the reason: the replica on "))
                .noneMatch(line -> line.contains("the monitor will move"));
        limit(path, 4 * MIB);
        cluster.awaitVector(file, "fast=1,disk=2");
    }

    @Test
    @Order(1)
    void smallFilesUseTheirSizeWhenTheyAreClosed() throws Exception {
        Path path = files.directory("small", "fast=1,disk=2");
        limit(path, MIB + 99);
        for (int i = 0; i < 10; i++) {
            // A count while the file is open includes the whole block until the next count.
            awaitEndOfCount(path);
            awaitUsed(path, 10L * i);
            Path file = new Path(path, "file" + i);
            DFSTestUtil.createFile(hdfs, file, 10, (short) 3, 1);
            assertThat(cluster.reportedVectors(file)).as("file %s", i).containsExactly("fast=1,disk=2");
        }
        awaitUsed(path, 100);
        assertThat(cluster.reportedVectors(file(path, "large", 1))).containsExactly("disk=3");
        awaitUsed(path, 100);
    }

    @Test
    @Order(1)
    void placedBlocksCountBeforeTheyAreInTheirFile() throws Exception {
        Path path = files.directory("placed", "fast=1,disk=2");
        limit(path, 10 * MIB);
        TierQuotas quotas = files.topology().quotas();
        Path file = new Path(path, "file");
        TierCounts onFast = TierCounts.none(2).plus(0, 1);
        try (FSDataOutputStream out = hdfs.create(file)) {
            quotas.placed(quotas.room(file.toString(), MIB), onFast, true);
            QuotaUse use = use(path);
            long count = use.reserve(onFast, 0, false);
            TieredFiles.await("two counts").until(() -> use.reserve(onFast, 0, false) >= count + 2);
            // A count under way may contain the reservation twice.
            TieredFiles.await("the reservation").until(() -> use.used(0) == MIB);
            out.write(new byte[10]);
        }
        awaitUsed(path, 10);
    }

    @Test
    @Order(1)
    void filesWithoutAPolicyAvoidTheTierToo() throws Exception {
        Path path = new Path("/stock");
        hdfs.mkdirs(path);
        limit(path, 0);
        long fallbacks = counts().fallbacks();
        assertThat(cluster.reportedVectors(file(path, "file", 4))).containsOnly("disk=3");
        assertThat(counts().fallbacks()).isGreaterThanOrEqualTo(fallbacks + 4);
    }

    /** Adds a block to an open file, by the RPC: a stream may throw the failure also when it is closed. */
    private void addBlock(Path file, long blockSize, boolean byInode) throws IOException {
        DFSClient client = hdfs.getClient();
        try (FSDataOutputStream out = hdfs.create(file, true, 4096, (short) 3, blockSize)) {
            long id = byInode ? client.getFileInfo(file.toString()).getFileId() : HdfsConstants.GRANDFATHER_INODE_ID;
            client.getNamenode()
                    .addBlock(
                            file.toString(),
                            client.getClientName(),
                            null,
                            null,
                            id,
                            null,
                            EnumSet.noneOf(AddBlockFlag.class));
        }
    }

    @ParameterizedTest
    @Order(1)
    @ValueSource(booleans = {true, false})
    void failedWriteNamesTheQuotas(boolean byInode) throws Exception {
        Path path = files.directory("full" + byInode, "fast=1,disk=2");
        cluster.tiered().setQuota(path, Map.of("fast", OptionalLong.of(MIB / 2), "disk", OptionalLong.of(0)));
        awaitCount(path);
        assertThatThrownBy(() -> addBlock(new Path(path, "file"), MIB, byInode))
                .isInstanceOfSatisfying(RemoteException.class, error -> assertThat(error.getClassName())
                        .isEqualTo(IOException.class.getName()))
                .hasMessageStartingWith(
                        "File " + path + "/file could only be written to 0 of the 1 minReplication nodes")
                .hasMessageContaining("Quotas leave too little space for a block: the quota of " + path
                        + " on the tier 'fast' is 512.0 KiB, used are 0 B; the quota of " + path
                        + " on the tier 'disk' is 0 B, used are 0 B (see hdfs tier -quota)");
    }

    @Test
    @Order(1)
    void failedWriteOfAnotherCauseNamesNoQuota() throws Exception {
        Path path = files.directory("huge", "fast=1,disk=2");
        limit(path, 1L << 60);
        assertThatThrownBy(() -> addBlock(new Path(path, "file"), 1L << 47, true))
                .isInstanceOf(RemoteException.class)
                .hasMessageContaining("could only be written to 0 of the 1 minReplication nodes")
                .hasMessageNotContaining("the quota of");
    }

    @Test
    @Order(1)
    void failedWriteOfAnErasureCodedFileNamesNoQuota() throws Exception {
        Path path = new Path("/coded");
        hdfs.mkdirs(path);
        hdfs.enableErasureCodingPolicy("XOR-2-1-1024k");
        hdfs.setErasureCodingPolicy(path, "XOR-2-1-1024k");
        limit(path, 0);
        Path file = new Path(path, "file");
        ServiceException failure = withoutTarget(file);
        try (FSDataOutputStream out = hdfs.create(file)) {
            assertThat(named(file, hdfs.getClient().getClientName(), failure)).isSameAs(failure);
        }
    }

    private static ServiceException withoutTarget(Path file) {
        return new ServiceException(new IOException("File " + file + " could only be written to 0 of the 1 nodes."));
    }

    /** Returns the failure that a client gets. */
    private ServiceException named(Path file, String client, ServiceException failure) {
        AddBlockRequestProto request = AddBlockRequestProto.newBuilder()
                .setSrc(file.toString())
                .setClientName(client)
                .build();
        return new QuotaFailures(cluster.miniCluster().getNamesystem(), files.topology()).named(request, failure);
    }

    /** HDFS compares the block pool, whose name the caller chooses, before it checks the lease. */
    @Test
    @Order(1)
    void callWithoutTheLeaseIsNotSentTheQuotas() throws Exception {
        Path path = files.directory("unauthorized", "fast=1,disk=2");
        limit(path, 0);
        Path file = new Path(path, "file");
        DFSClient client = hdfs.getClient();
        try (FSDataOutputStream out = hdfs.create(file)) {
            long id = client.getFileInfo(file.toString()).getFileId();
            for (String caller : List.of("another client", client.getClientName())) {
                assertThatThrownBy(() -> client.getNamenode()
                                .addBlock(
                                        file.toString(),
                                        caller,
                                        new ExtendedBlock("could only be written to", 1),
                                        null,
                                        id,
                                        null,
                                        EnumSet.noneOf(AddBlockFlag.class)))
                        .isInstanceOf(RemoteException.class)
                        .hasMessageContaining("Unexpected BlockPoolId could only be written to")
                        .hasMessageNotContaining("the quota of");
            }
        }
    }

    @Test
    @Order(1)
    void onlyTheWriterOfAFileIsSentTheQuotas() throws Exception {
        Path path = files.directory("writer", "fast=1,disk=2");
        limit(path, 0);
        Path file = new Path(path, "file");
        String writer = hdfs.getClient().getClientName();
        ServiceException failure = withoutTarget(file);
        try (FSDataOutputStream out = hdfs.create(file)) {
            assertThat(named(file, "another client", failure)).isSameAs(failure);
            assertThat(named(file, writer, failure))
                    .hasMessageContaining("the quota of " + path + " on the tier 'fast' is 0 B");
        }
        assertThat(named(file, writer, failure)).as("closed file").isSameAs(failure);
    }

    @Test
    @Order(1)
    void landingFallsBackWithoutSpaceInTheQuota() throws Exception {
        Path path = files.directory("landing", "landing:hybrid");
        limit(path, 2 * MIB);
        assertThat(cluster.reportedVectors(file(path, "file", 1))).containsExactly("fast=1,disk=2");
    }

    @Test
    @Order(1)
    void promotionsAreWithheld() throws Exception {
        Path path = files.directory("hot", "hybrid");
        Path file = file(path, "file", 1);
        TierNamesystem.change(
                cluster.miniCluster().getNamesystem(),
                file.toString(),
                "tierDemote",
                false,
                false,
                target -> target.set(TierPolicies.DEMOTED, TierPolicies.attribute("disk=3")));
        cluster.awaitVector(file, "disk=3");
        limit(path, MIB - 1);
        long withheld = counts().withheldPromotions();
        TieredFiles.await("a withheld promotion").until(() -> {
            DFSTestUtil.readFileBuffer(hdfs, file);
            return counts().withheldPromotions() > withheld;
        });
        assertThat(namenode.file(file).getDemoted()).isTrue();
        limit(path, MIB);
        TieredFiles.await("the promotion").until(() -> {
            DFSTestUtil.readFileBuffer(hdfs, file);
            return !namenode.file(file).getDemoted();
        });
        cluster.awaitVector(file, "fast=1,disk=2");
    }

    @Test
    @Order(2)
    void missingReplicasTakePrecedenceOverAQuota() throws Exception {
        Path path = files.directory("missing", "disk=3");
        limit(path, 0);
        Path file = file(path, "file", 1);
        files.awaitSettled(file, "disk=3");
        long overruns = counts().overruns();
        TieredDatanode killed = cluster.kill(cluster.datanodes("disk").get(0));
        cluster.awaitVector(file, "fast=1,disk=2");
        assertThat(counts().overruns()).isGreaterThan(overruns);
        TieredFiles.await("the excess").until(() -> files.topology().quotas().excess() >= MIB);
        cluster.restart(killed);
        cluster.awaitVector(file, "disk=3");
        awaitUsed(path, 0);
    }
}
