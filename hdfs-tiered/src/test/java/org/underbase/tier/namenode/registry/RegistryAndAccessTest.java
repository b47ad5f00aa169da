package org.underbase.tier.namenode.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.Namenode.Question;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.protocol.TierDatanodeProtocol;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.protocol.TierProtocol;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceResponseProto;
import org.underbase.tier.testing.MiniTieredCluster;

/** Registry and access control with service authorization: permissions, rejected requests, and restarts. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RegistryAndAccessTest {
    @TempDir
    static Path directory;

    private Path map;

    @AutoClose
    private MiniTieredCluster cluster;

    private DistributedFileSystem hdfs;
    private TieredFiles files;
    private Namenode namenode;

    @BeforeAll
    void start() throws Exception {
        map = Files.writeString(directory.resolve("map"), "");
        String me = UserGroupInformation.getCurrentUser().getShortUserName();
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .node("/r1", "fast", "disk")
                .conf("hadoop.security.authorization", "true")
                .conf(TierProtocol.ACL_KEY, me + ",bob")
                .conf(TierDatanodeProtocol.ACL_KEY, me + ",datanode")
                .conf("dfs.tier.map.file", map.toString())
                .build();
        hdfs = cluster.fileSystem();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
    }

    private static void rejects(ThrowingCallable call, Class<? extends Exception> with, String message) {
        assertThatThrownBy(call).satisfies(thrown -> {
            assertThat(thrown).isInstanceOf(RemoteException.class);
            Exception unwrapped = ((RemoteException) thrown).unwrapRemoteException();
            assertThat(unwrapped).isInstanceOf(with).hasMessageContaining(message);
            // What follows the first line is the server's stack, as with every exception of HDFS.
            assertThat(unwrapped.getMessage().lines().skip(1)).allMatch(line -> line.startsWith("\tat "));
        });
    }

    @Test
    @Order(1)
    void rejectsUsersOutsideTheAccessList() throws Exception {
        assertThat(namenode.callAs("bob", TierProtocol::tiers).getTiersCount()).isEqualTo(2);
        rejects(() -> namenode.callAs("carol", TierProtocol::tiers), AuthorizationException.class, "carol");
    }

    @Test
    @Order(2)
    void everyCallIsRejectedWithoutWritePermission() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("private", "fast=1,disk=2", 2, 3);
        files.awaitSettled(file, "fast=1,disk=2");
        String path = file.toString();
        List<Question<?>> changes = List.of(
                protocol -> protocol.setPolicy(Namenode.policyRequest(path, "disk=3", 0)),
                protocol -> protocol.setPolicy(
                        Namenode.policyRequest(file.getParent().toString(), "disk=3", 0)),
                protocol -> protocol.createFileTier(Namenode.changeRequest(path, "fast")),
                protocol -> protocol.deleteFileTier(Namenode.changeRequest(path, "fast")),
                protocol -> protocol.changeReplicas(Namenode.replicasRequest(path, "fast", 1)),
                protocol -> protocol.changeReplicas(Namenode.replicasRequest(path, "fast", -1)),
                protocol -> protocol.moveTier(Namenode.moveRequest(path, "disk", "fast", 1)));
        for (Question<?> change : changes) {
            rejects(() -> namenode.callAs("bob", change), AccessControlException.class, "bob");
        }
        // Traversal permission suffices for the placement, but block locations need read permission.
        assertThat(namenode.callAs("bob", protocol -> protocol.file(path)).getWanted())
                .isEqualTo("fast=1,disk=2");
        hdfs.setPermission(file, new FsPermission((short) 0600));
        rejects(() -> namenode.callAs("bob", protocol -> protocol.explain(path)), AccessControlException.class, "bob");
        hdfs.setPermission(file.getParent(), new FsPermission((short) 0700));
        rejects(() -> namenode.callAs("bob", protocol -> protocol.file(path)), AccessControlException.class, "bob");
        assertThat(namenode.file(file).getWanted()).isEqualTo("fast=1,disk=2");
        assertThat(namenode.file(file).getReplication()).isEqualTo(3);
    }

    @Test
    @Order(3)
    void onlyTheSuperuserSeesAddressesOfDatanodes() throws Exception {
        rejects(
                () -> namenode.callAs("bob", TierProtocol::datanodeTiers),
                AccessControlException.class,
                "superuser privilege");
        assertThat(namenode.call(TierProtocol::datanodeTiers).getDatanodesCount())
                .isEqualTo(6);
        Files.writeString(map, "node9.tiers.test:9866 disk");
        TieredFiles.await("the tier map").untilAsserted(() -> assertThat(
                        namenode.call(TierProtocol::tiers).getUnmatchedMapEntriesList())
                .containsExactly("node9.tiers.test:9866"));
        assertThat(namenode.callAs("bob", TierProtocol::tiers).getUnmatchedMapEntriesList())
                .isEmpty();
    }

    @Test
    @Order(3)
    void rejectsMalformedRequestsWithOneLine() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("rejected", "fast=1,disk=1", 1, 2);
        files.awaitSettled(file, "fast=1,disk=1");
        String path = file.toString();
        rejects(() -> namenode.create("", "fast"), TierException.class, "absolute");
        rejects(() -> namenode.create("relative/path", "fast"), TierException.class, "absolute");
        rejects(() -> namenode.create("/" + "x".repeat(9000), "fast"), TierException.class, "longer");
        rejects(() -> namenode.create(path, "tape"), TierException.class, "tape");
        rejects(() -> namenode.create(path, ""), TierException.class, "");
        rejects(() -> namenode.create(path, "x".repeat(5000)), TierException.class, "longer");
        rejects(() -> namenode.delete(path, "FAST"), TierException.class, "FAST");
        rejects(() -> namenode.move(path, "fast", "fast", 1), TierException.class, "two tiers");
        rejects(() -> namenode.move(path, "fast", "disk", 0), TierException.class, "number of replicas");
        rejects(() -> namenode.move(path, "fast", "disk", -1), TierException.class, "number of replicas");
        rejects(() -> namenode.move(path, "fast", "disk", 2), TierException.class, "has 1 replica on the tier");
        rejects(() -> namenode.setPolicy(path, "nonsense", 0), TierException.class, "nonsense");
        rejects(() -> namenode.setPolicy(path, "fast=1,fast=1", 0), TierException.class, "fast");
        rejects(() -> namenode.setPolicy(path, "fast=-1", 0), TierException.class, "");
        rejects(() -> namenode.setPolicy(path, "fast=1", -5), TierException.class, "number of replicas");
        rejects(() -> namenode.setPolicy(path, "fast=1", 2), TierException.class, "1 replicas, not 2");
        rejects(() -> namenode.setPolicy(path, "fast=4", 0), TierException.class, "too few");
        rejects(
                () -> namenode.setPolicy(file.getParent().toString(), "hybrid", 3),
                TierException.class,
                "is a directory");
        rejects(() -> namenode.create(file.getParent(), "fast"), TierException.class, "is a directory");
        rejects(() -> namenode.create("/no/such/file", "fast"), java.io.FileNotFoundException.class, "/no/such/file");
        namenode.delete(path, "fast");
        rejects(() -> namenode.delete(path, "disk"), TierException.class, "only replicas");
        assertThat(namenode.file(file).getWanted()).isEqualTo("disk=1");
    }

    @Test
    @Order(4)
    void rejectsAnUnknownOrChangedTier() throws Exception {
        String uuid = cluster.datanodes("disk").get(0).getDatanodeUuid();
        rejects(() -> announce("", uuid, "fast", pool()), TierException.class, "permanently");
        rejects(() -> announce("", uuid, "tape", pool()), TierException.class, "tape");
        rejects(() -> announce("", "x".repeat(200), "fast", pool()), TierException.class, "uuid");
        assertThat(namenode.call(TierProtocol::datanodeTiers).getDatanodesList())
                .filteredOn(node -> node.getUuid().equals(uuid))
                .singleElement()
                .satisfies(node -> assertThat(node.getTier()).isEqualTo("disk"));
    }

    @Test
    @Order(4)
    void anAnnouncementIsBoundToARegisteredDatanodeAndItsBlockPool() throws Exception {
        String uuid = cluster.datanodes("disk").get(0).getDatanodeUuid();
        assertThat(announce("", "not-registered", "fast", pool()).getRegistered())
                .isFalse();
        assertThat(registry().known("not-registered")).isEmpty();
        rejects(() -> announce("", uuid, "disk", "BP-of-another-cluster"), TierException.class, "block pool");
        rejects(() -> announce("", uuid, "disk", ""), TierException.class, "block pool");
        assertThat(announce("", uuid, "disk", pool()).getRegistered()).isTrue();
        // The registration defines the address.
        assertThat(registry().known(uuid).map(KnownDatanode::address))
                .contains(cluster.datanodes("disk").get(0).getDatanodeId().getXferAddr());
    }

    @Test
    @Order(4)
    void aDatanodeOfAnotherAddressIsAnnouncedByTheSuperuserOnly() throws Exception {
        DatanodeRegistration far =
                new DatanodeRegistration("far", cluster.datanodes("disk").get(0).getDNRegistrationForBP(pool()));
        far.setIpAddr("10.0.0.9");
        // Not over RPC, where the NameNode would replace the address by that of the caller.
        cluster.miniCluster().getNameNodeRpc().registerDatanode(far);
        try {
            rejects(
                    () -> announce("datanode", far.getDatanodeUuid(), "disk", pool()),
                    AccessControlException.class,
                    "is announced by the DataNode or the superuser, not by datanode");
            assertThat(registry().known(far.getDatanodeUuid())).isEmpty();
            assertThat(announce("", far.getDatanodeUuid(), "disk", pool()).getRegistered())
                    .isTrue();
            assertThat(registry().known(far.getDatanodeUuid()).map(KnownDatanode::address))
                    .contains(far.getXferAddr());
        } finally {
            files.topology().registry().forget(far.getDatanodeUuid());
            cluster.miniCluster()
                    .getNamesystem()
                    .getBlockManager()
                    .getDatanodeManager()
                    .removeDatanode(far);
        }
    }

    @Test
    @Order(4)
    void usersOfTheAccessListOfClientsAnnounceNothing() throws Exception {
        String uuid = cluster.datanodes("disk").get(0).getDatanodeUuid();
        assertThat(namenode.callAs("bob", TierProtocol::tiers).getTiersCount()).isEqualTo(2);
        rejects(() -> announce("bob", uuid, "disk", pool()), AuthorizationException.class, "bob");
        assertThat(announce("datanode", uuid, "disk", pool()).getRegistered()).isTrue();
        rejects(() -> namenode.callAs("datanode", TierProtocol::tiers), AuthorizationException.class, "datanode");
    }

    private String pool() {
        return cluster.miniCluster().getNamesystem().getBlockPoolId();
    }

    private AnnounceResponseProto announce(String user, String uuid, String tier, String pool) throws Exception {
        return namenode.announce(
                user,
                AnnounceRequestProto.newBuilder()
                        .setUuid(uuid)
                        .setTier(tier)
                        .setAddress("x:1")
                        .setBlockPoolId(pool)
                        .build());
    }

    private TierRegistry registry() {
        return files.topology().registry();
    }

    @Test
    @Order(5)
    void vectorsAndTiersAreKnownAfterReplayOfTheEditLogAndFromTheImage() throws Exception {
        org.apache.hadoop.fs.Path file = files.create("kept", "hybrid", 2, 2);
        namenode.setPolicy(file.toString(), "fast=2,disk=1", 0);
        files.awaitSettled(file, "fast=2,disk=1");
        restart();
        assertThat(namenode.file(file).getWanted()).isEqualTo("fast=2,disk=1");
        assertThat(namenode.file(file.getParent()).getPolicy()).isEqualTo("hybrid");
        hdfs.setSafeMode(org.apache.hadoop.fs.SafeModeAction.ENTER);
        assertThatThrownBy(() -> namenode.create(file, "disk")).hasMessageContaining("safe mode");
        hdfs.saveNamespace();
        hdfs.setSafeMode(org.apache.hadoop.fs.SafeModeAction.LEAVE);
        restart();
        assertThat(namenode.file(file).getWanted()).isEqualTo("fast=2,disk=1");
        namenode.move(file, "fast", "disk", 1);
        files.awaitSettled(file, "fast=1,disk=2");
        files.requireSafe(file);
    }

    /** The plug-in knows every DataNode's tier when it starts, before any announcement. */
    private void restart() throws Exception {
        cluster.miniCluster().restartNameNode(false);
        cluster.instances().forEach(instance -> assertThat(
                        registry().known(instance.uuid()).map(KnownDatanode::tier))
                .isEqualTo(instance.tier()));
        cluster.miniCluster().waitActive();
        TieredFiles.await("new connections").ignoreExceptions().until(() -> namenode.status()
                .hasState());
        cluster.awaitTiersKnown();
    }

    @Test
    @Order(6)
    void aRefreshOfTheAccessListsDropsTheProtocolAndItComesBack() throws Exception {
        assertThat(new DFSAdmin(cluster.configuration()).run(new String[] {"-refreshServiceAcl"}))
                .isZero();
        // A new connection each time: it may be rejected until the list is restored.
        TieredFiles.await("the protocol to be granted again")
                .ignoreExceptions()
                .until(() -> namenode.callAs("dave" + System.nanoTime(), TierProtocol::tiers)
                                .getTiersCount()
                        == 2);
    }

    @Test
    @Order(7)
    void aDatanodeThatRegistersAgainKeepsItsTier() throws Exception {
        var instance = cluster.stop(cluster.datanodes("fast").get(0));
        cluster.restart(instance);
        org.apache.hadoop.fs.Path file = files.create("registered", "fast=3", 1, 3);
        TieredFiles.await("all three")
                .until(() -> hdfs.getDataNodeStats(HdfsConstants.DatanodeReportType.LIVE).length == 6);
        files.awaitSettled(file, "fast=3");
    }

    @Test
    @Order(8)
    void aStoppedDatanodeIsForgottenUntilItAnnouncesAgain() throws Exception {
        DataNode disk = cluster.datanodes("disk").get(0);
        String uuid = disk.getDatanodeUuid();
        String address = disk.getDatanodeId().getXferAddr();
        rejects(() -> namenode.call(protocol -> protocol.forget(address)), TierException.class, "is live");
        rejects(
                () -> namenode.callAs("bob", protocol -> protocol.forget(address)),
                AccessControlException.class,
                "superuser privilege");
        var instance = cluster.kill(disk);
        assertThat(cluster.tiered().forgetDatanode(address)).isEqualTo(1);
        assertThat(registry().known(uuid)).isEmpty();
        assertThat(cluster.tiered().forgetDatanode(address)).isZero();
        cluster.restart(instance);
        assertThat(registry().known(uuid).map(KnownDatanode::tier)).contains("disk");
    }
}
