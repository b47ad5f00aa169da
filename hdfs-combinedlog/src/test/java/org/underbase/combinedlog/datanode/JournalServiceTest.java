package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.StoppedDataNodes;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.client.DataNodeLog;
import org.underbase.combinedlog.client.DataNodeLogStatus;
import org.underbase.combinedlog.client.SyncedReplica;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.protocol.JournalProtocolPB;

/** Administration of a journal by RPC and in {@code /jmx}, with service authorization and the check of superusers. */
@Tag("cluster")
class JournalServiceTest extends JournaledFiles {
    private static final String SUPERGROUP = "admins";
    private static final String LIMIT = CombinedLogKeys.SYNC_MAX_BYTES.name();

    @TempDir
    static Path directory;

    private static JournaledCluster cluster;

    JournalServiceTest() {
        super(20, 300_000);
    }

    @BeforeAll
    static void start() throws IOException {
        Configuration conf = JournaledCluster.configuration();
        conf.setBoolean("hadoop.security.authorization", true);
        conf.set(DFSConfigKeys.DFS_PERMISSIONS_SUPERUSERGROUP_KEY, SUPERGROUP);
        String user = UserGroupInformation.getCurrentUser().getShortUserName();
        conf.set(JournalProtocolPB.ACL_KEY, user + ",analyst,root2");
        cluster = JournaledCluster.start(conf, directory, 1);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Override
    JournaledCluster cluster() {
        return cluster;
    }

    private static DataNodeLog connect() throws IOException {
        return connect(cluster.node(0));
    }

    static DataNodeLog connect(DataNode node) throws IOException {
        Configuration conf = new Configuration(node.getConf());
        // The first call on a connection to a DataNode that has restarted fails.
        conf.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECTION_MAXIDLETIME_KEY, 0);
        return DataNodeLog.connect(conf, new InetSocketAddress(InetAddress.getLoopbackAddress(), node.getIpcPort()));
    }

    @Test
    void statusStreamsAndCheckpointOfARunningDataNode() throws Exception {
        try (FSDataOutputStream out = writeOpen("open", 1000);
                DataNodeLog log = connect()) {
            long block = block("open").getBlockId();
            DataNodeLogStatus status = log.status();
            assertThat(status.active()).isTrue();
            assertThat(Path.of(status.directory())).isDirectory();
            assertThat(status.durableSequence()).isPositive();
            assertThat(status.metrics().get("SyncsJournaled")).isPositive();
            assertThat(stream(log.streams(100), block).syncedBytes()).isEqualTo(1000);
            assertThat(stream(log.streams(100), block).recorded()).isTrue();

            sync(out, 1000, 1512);
            assertThat(log.checkpoint()).isGreaterThanOrEqualTo(Duration.ZERO);
            sync(out, 1512, 2000);
            assertThat(stream(log.streams(100), block).syncedBytes()).isEqualTo(2000);
            assertThat(log.streams(0)).isEmpty();
        }
        assertFile("open", 2000);
    }

    private static SyncedReplica stream(List<SyncedReplica> all, long block) {
        return all.stream().filter(each -> each.blockId() == block).findFirst().orElseThrow();
    }

    @Test
    void closedReplicasLeaveTheJournalWithACheckpoint() throws Exception {
        long block = writeClosed("closed", 10_000).getBlockId();
        try (DataNodeLog log = connect()) {
            assertThat(stream(log.streams(100), block).open()).isFalse();
            assertThat(log.checkpoint()).isGreaterThanOrEqualTo(Duration.ZERO);
            assertThat(log.streams(100)).noneMatch(each -> each.blockId() == block);
        }
    }

    @Test
    void liveSettingsApplyToLaterHsyncs() throws Exception {
        try (DataNodeLog log = connect();
                FSDataOutputStream out = cluster.fs().create(path("settings"))) {
            assertThat(log.set(Map.of(LIMIT, "1k"))).containsEntry(LIMIT, "1k");
            long before = log.status().metrics().get("SyncsDirectOversized");
            sync(out, 0, 100_000);
            assertThat(log.status().metrics()).containsEntry("SyncsDirectOversized", before + 1);

            assertThatThrownBy(() -> log.set(Map.of(LIMIT, "-1")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("invalid value '-1' of " + LIMIT);
            assertThat(log.set(Map.of(LIMIT, "256k"))).containsEntry(LIMIT, "256k");
            sync(out, 100_000, 200_000);
            assertThat(log.status().metrics()).containsEntry("SyncsDirectOversized", before + 1);
        }
    }

    @Test
    void durationsOutOfRangeAreRejectedLiveAndPreventAStart() throws Exception {
        String key = CombinedLogKeys.CHECKPOINT_RETRY.name();
        String reason = "invalid value '106751d' of " + key + ": must be a duration such as 30s, from 1ms to 3600000ms";
        try (DataNodeLog log = connect()) {
            assertThatThrownBy(() -> log.set(Map.of(key, "106751d")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(reason);
            assertThat(log.status().settings()).containsEntry(key, "1s");
        }
        MiniDFSCluster.DataNodeProperties stopped = cluster.stopOnly();
        StoppedDataNodes.configuration(stopped).set(key, "106751d");
        assertThat(cluster.reject(stopped)).contains("The combined log prevents the start of the DataNode: " + reason);

        stopped = cluster.stopOnly();
        StoppedDataNodes.configuration(stopped).unset(key);
        assertThat(cluster.restart(stopped).isDatanodeFullyStarted()).isTrue();
    }

    @Test
    void callsRequireASuperuser() throws Exception {
        UserGroupInformation other = UserGroupInformation.createUserForTesting("analyst", new String[] {"staff"});
        UserGroupInformation admin = UserGroupInformation.createUserForTesting("root2", new String[] {SUPERGROUP});
        other.doAs((PrivilegedExceptionAction<Void>) () -> {
            try (DataNodeLog log = connect()) {
                assertThatThrownBy(log::status)
                        .isInstanceOf(AccessControlException.class)
                        .hasMessageContaining("access denied for user analyst");
                assertThatThrownBy(() -> log.streams(1)).isInstanceOf(AccessControlException.class);
                assertThatThrownBy(log::checkpoint).isInstanceOf(AccessControlException.class);
                assertThatThrownBy(() -> log.set(Map.of(LIMIT, "1k"))).isInstanceOf(AccessControlException.class);
            }
            return null;
        });
        admin.doAs((PrivilegedExceptionAction<Void>) () -> {
            try (DataNodeLog log = connect()) {
                assertThat(log.status().settings()).containsEntry(LIMIT, "256k");
            }
            return null;
        });
    }

    @Test
    void callsRequireAnEntryInTheAccessList() throws Exception {
        UserGroupInformation unlisted = UserGroupInformation.createUserForTesting("root3", new String[] {SUPERGROUP});
        unlisted.doAs((PrivilegedExceptionAction<Void>) () -> {
            try (DataNodeLog log = connect()) {
                assertThatThrownBy(log::status)
                        .isInstanceOf(AccessControlException.class)
                        .hasMessageContaining("root3")
                        .hasMessageContaining("is not authorized for protocol");
            }
            return null;
        });
    }

    @Test
    void jmxContainsTheStreams() throws Exception {
        long block = writeClosed("jmx", 1000).getBlockId();
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        // Another class of this JVM may have left the bean of its DataNode.
        ObjectName name = new ObjectName("Hadoop:service=DataNode,name=CombinedLogInfo-"
                + cluster.node(0).getDatanodeUuid());
        JsonNode streams = new ObjectMapper().readTree((String) beans.getAttribute(name, "Streams"));

        assertThat(streams.findValuesAsText("blockId")).contains("" + block);
        assertThat((Integer) beans.getAttribute(name, "StreamCount")).isEqualTo(streams.size());
        assertThat(beans.getAttribute(name, "LastCheckpointFailure")).isEqualTo("");
        assertThat((String) beans.getAttribute(name, "Directory")).endsWith("combinedlog");
    }

    @Test
    void aStockDataNodeIsReported(@TempDir Path stock) throws Exception {
        try (MiniDFSCluster mini = new MiniDFSCluster.Builder(new HdfsConfiguration(), stock.toFile()).build()) {
            InetSocketAddress address = new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), mini.getDataNodes().get(0).getIpcPort());
            try (DataNodeLog log = DataNodeLog.connect(new HdfsConfiguration(), address)) {
                assertThatThrownBy(log::status)
                        .isInstanceOf(IOException.class)
                        .hasMessageEndingWith("has no combined log");
            }
        }
    }
}
