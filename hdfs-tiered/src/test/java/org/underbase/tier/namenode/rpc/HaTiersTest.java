package org.underbase.tier.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.protocol.TierProtocol;
import org.underbase.tier.protocol.TierProtocolPB;
import org.underbase.tier.protocol.TierProtocolTranslator;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetQuotaRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierLimitProto;
import org.underbase.tier.testing.MiniTieredCluster;

/** Tiers on a pair of NameNodes. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HaTiersTest {
    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private TieredFiles files;
    private Namenode namenode;

    @BeforeAll
    void start() throws Exception {
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .node("/r1", "fast", "disk")
                .nameNodes(2)
                .build();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
    }

    private int active() {
        return cluster.miniCluster().getNameNode(0).isActiveState() ? 0 : 1;
    }

    private void failover() throws Exception {
        int from = active();
        cluster.miniCluster().transitionToStandby(from);
        cluster.miniCluster().transitionToActive(1 - from);
    }

    /**
     * Lets each DataNode send a heartbeat and then a full report. After a failover, a full report that comes before the first
     * heartbeat leaves the storage stale (DatanodeStorageInfo.receivedBlockReport).
     */
    private void sendFullReports() throws IOException {
        cluster.miniCluster().triggerHeartbeats();
        cluster.miniCluster().triggerBlockReports();
    }

    private org.apache.hadoop.fs.Path file(String name, String policy) throws Exception {
        org.apache.hadoop.fs.Path parent = new org.apache.hadoop.fs.Path("/" + name);
        cluster.fileSystem().mkdirs(parent);
        namenode.call(active(), protocol -> protocol.setPolicy(Namenode.policyRequest(parent.toString(), policy, 0)));
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(parent, "file");
        org.apache.hadoop.hdfs.DFSTestUtil.createFile(cluster.fileSystem(), file, 2L << 20, (short) 3, 1);
        return file;
    }

    @Test
    void bothNamenodesKnowTheTiersAndOnlyTheActiveOneChangesAndWorks() throws Exception {
        for (int number = 0; number < 2; number++) {
            assertThat(namenode.call(number, TierProtocol::datanodeTiers).getDatanodesCount())
                    .isEqualTo(6);
        }
        int standby = 1 - active();
        assertThat(namenode.call(standby, TierProtocol::status).getState()).isEqualTo("standby");
        assertThat(namenode.call(standby, TierProtocol::status).getMonitor()).isEqualTo("standby");
        assertThatThrownBy(() -> namenode.call(
                        standby, protocol -> protocol.setPolicy(Namenode.policyRequest("/", "hybrid", 0))))
                .hasMessageContaining("standby");
    }

    @Test
    void vectorsSurviveAFailoverInTheMiddleOfTheirMoves() throws Exception {
        org.apache.hadoop.fs.Path file = file("failover", "disk=3");
        cluster.awaitVector(file, "disk=3");
        namenode.call(
                active(), protocol -> protocol.moveTier(Namenode.moveRequest(file.toString(), "disk", "fast", 2)));
        failover();
        // A new active NameNode takes no replica away before each DataNode has sent a full report: then nothing is left
        // over.
        sendFullReports();
        cluster.awaitVector(file, "fast=2,disk=1");
        assertThat(namenode.call(active(), protocol -> protocol.file(file.toString()))
                        .getWanted())
                .isEqualTo("fast=2,disk=1");
        long scans = namenode.call(active(), TierProtocol::status).getScans();
        TieredFiles.await("the monitor of the new active one")
                .until(() -> namenode.call(active(), TierProtocol::status).getScans() > scans);
        failover();
        namenode.call(
                active(), protocol -> protocol.moveTier(Namenode.moveRequest(file.toString(), "fast", "disk", 1)));
        TieredFiles.await("the reason to be named")
                .until(() -> namenode.call(active(), protocol -> protocol.file(file.toString()))
                        .getReason()
                        .contains("no full block report"));
        sendFullReports();
        cluster.awaitVector(file, "fast=1,disk=2");
        files.requireSafe(file);
    }

    @Test
    void aCallThatIsSentAgainIsDoneOnceEvenByTheOtherNamenode() throws Exception {
        org.apache.hadoop.fs.Path file = file("again", "disk=2,fast=1");
        cluster.awaitVector(file, "fast=1,disk=2");
        try (TierProtocolTranslator first = connect(active());
                TierProtocolTranslator second = connect(1 - active())) {
            int call = Client.nextCallId();
            ChangeResponseProto done = move(first, file, call, 0);
            assertThat(done.getChanged()).isTrue();
            assertThat(done.getWanted()).isEqualTo("fast=2,disk=1");
            // Without the retry cache the file would reject a second move, or moved further.
            assertThat(move(first, file, call, 1).getWanted()).isEqualTo(done.getWanted());
            failover();
            ChangeResponseProto again = move(second, file, call, 2);
            assertThat(again.getChanged()).isTrue();
            assertThat(again.getWanted()).isEqualTo("fast=2,disk=1");
            // Another call is another move.
            assertThat(move(second, file, Client.nextCallId(), 0).getWanted()).isEqualTo("fast=3");
        }
        sendFullReports();
        cluster.awaitVector(file, "fast=3");
    }

    @Test
    void quotasSurviveAFailoverAndAreCountedAgain() throws Exception {
        org.apache.hadoop.fs.Path file = file("limited", "disk=3");
        cluster.awaitVector(file, "disk=3");
        String parent = file.getParent().toString();
        try (TierProtocolTranslator first = connect(active());
                TierProtocolTranslator second = connect(1 - active())) {
            int call = Client.nextCallId();
            assertThat(setQuota(first, parent, 3L << 20, call, 0)).isEqualTo(3L << 20);
            failover();
            assertThat(setQuota(second, parent, 1L << 20, Client.nextCallId(), 0))
                    .isEqualTo(1L << 20);
            // Without the retry cache, the repeated call would replace the later quota.
            assertThat(setQuota(second, parent, 3L << 20, call, 1)).isEqualTo(1L << 20);
        }
        for (int i = 0; i < 2; i++) {
            // Until the NameNode that has become active has counted the files, it rejects the change for this.
            TieredFiles.await("the count").untilAsserted(() -> assertThatThrownBy(() -> namenode.call(
                            active(),
                            protocol ->
                                    protocol.setPolicy(Namenode.policyRequest(file.toString(), "fast=1,disk=2", 0))))
                    .hasMessageContaining("is 1.0 MiB: its files want 0 B, the change would add 2.0 MiB"));
            failover();
        }
        sendFullReports();
        namenode.call(active(), protocol -> protocol.setQuota(quotaRequest(parent, 2L << 20)));
        TieredFiles.await("the count")
                .ignoreExceptionsMatching(e -> e.getMessage().contains("are being counted"))
                .until(() -> namenode.call(
                                active(),
                                protocol ->
                                        protocol.setPolicy(Namenode.policyRequest(file.toString(), "fast=1,disk=2", 0)))
                        .getChanged());
        cluster.awaitVector(file, "fast=1,disk=2");
    }

    private static SetQuotaRequestProto quotaRequest(String path, long bytes) {
        return SetQuotaRequestProto.newBuilder()
                .setPath(path)
                .addLimits(TierLimitProto.newBuilder().setTier("fast").setBytes(bytes))
                .build();
    }

    /** Sets a quota and returns the one in the response. */
    private static long setQuota(TierProtocolTranslator to, String path, long bytes, int call, int retry)
            throws Exception {
        Client.setCallIdAndRetryCount(call, retry, null);
        return to.setQuota(quotaRequest(path, bytes)).getQuotas(0).getLimit();
    }

    private TierProtocolTranslator connect(int number) throws Exception {
        Configuration conf = cluster.configuration();
        RPC.setProtocolEngine(conf, TierProtocolPB.class, ProtobufRpcEngine2.class);
        return new TierProtocolTranslator(RPC.getProxy(
                TierProtocolPB.class,
                TierProtocol.VERSION,
                cluster.miniCluster().getNameNode(number).getNameNodeAddress(),
                conf));
    }

    private static ChangeResponseProto move(
            TierProtocolTranslator to, org.apache.hadoop.fs.Path file, int call, int retry) throws Exception {
        Client.setCallIdAndRetryCount(call, retry, null);
        return to.moveTier(Namenode.moveRequest(file.toString(), "disk", "fast", 1));
    }
}
