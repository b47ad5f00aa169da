package org.underbase.tier.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.mini.RestartPorts;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceRequestProto;

/** The plug-in in real DataNodes, against NameNodes whose side of the protocol the test serves. */
@Tag("cluster")
class TierDatanodePluginTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private MiniDFSCluster cluster;

    @AfterEach
    void shutDown() {
        if (cluster != null) {
            cluster.shutdown();
        }
        await("the plug-in's threads end").atMost(PATIENCE).until(() -> threads()
                .isEmpty());
    }

    @Test
    void theTierIsAnnouncedWithUuidAddressAndThenWithTheProfile() throws Exception {
        Configuration conf = conf("fast");
        start(conf, 1);
        AnnouncedTiers namenode = new AnnouncedTiers();
        // The NameNode has no plug-in until now: the DataNode has to try again.
        await().atMost(PATIENCE).until(() -> !threads().isEmpty());
        namenode.serve(cluster.getNameNode(0), conf);

        DataNode datanode = cluster.getDataNodes().get(0);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(namenode.requests()).last().satisfies(request -> assertThat(
                                request.getProfile().getSource())
                        .isEqualTo("probed")));
        AnnounceRequestProto last = namenode.requests().get(namenode.requests().size() - 1);
        assertThat(last.getUuid()).isEqualTo(datanode.getDatanodeUuid());
        assertThat(last.getTier()).isEqualTo("fast");
        assertThat(last.getAddress()).isEqualTo(datanode.getDisplayName());
        assertThat(last.getProfile().getCapacity())
                .isEqualTo(datanode.getFSDataset().getCapacity());
        assertThat(last.getProfile().getReadBandwidth()).isPositive();
        // JMX keeps what it showed for ten seconds: ask when it is so already.
        int answered = namenode.requests().size();
        await().atMost(PATIENCE).until(() -> namenode.requests().size() > answered);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(metric(datanode, "tag.State")).isEqualTo("known"));
        assertThat(metric(datanode, "tag.Tier")).isEqualTo("fast");
        assertThat(metric(datanode, "Known")).isEqualTo(1);
    }

    @Test
    void aNameNodeThatRestartedIsToldAgain() throws Exception {
        Configuration conf = conf("fast");
        start(conf, 1);
        AnnouncedTiers namenode = new AnnouncedTiers();
        namenode.serve(cluster.getNameNode(0), conf);
        await().atMost(PATIENCE).until(() -> !namenode.requests().isEmpty());

        cluster.restartNameNode(0);
        namenode.forget();
        namenode.serve(cluster.getNameNode(0), conf);

        await().atMost(PATIENCE).until(() -> !namenode.requests().isEmpty());
    }

    @Test
    void activeAndStandbyAreBothTold() throws Exception {
        Configuration conf = conf("disk");
        start(conf, 2);
        AnnouncedTiers first = new AnnouncedTiers();
        AnnouncedTiers second = new AnnouncedTiers();
        first.serve(cluster.getNameNode(0), conf);
        second.serve(cluster.getNameNode(1), conf);
        cluster.transitionToActive(0);

        String uuid = cluster.getDataNodes().get(0).getDatanodeUuid();
        for (AnnouncedTiers namenode : new AnnouncedTiers[] {first, second}) {
            await().atMost(PATIENCE).until(() -> namenode.requests().stream()
                    .anyMatch(request ->
                            request.getUuid().equals(uuid) && request.getTier().equals("disk")));
        }
        // An unavailable NameNode does not delay announcements to the other.
        cluster.shutdownNameNode(0);
        second.forget();
        await().atMost(PATIENCE).until(() -> second.requests().size() >= 2);
    }

    /** {@code dfsadmin -refreshNamenodes} without and with the second NameNode, as when a standby is replaced. */
    @Test
    void aRefreshOfTheNameNodesIsFollowed() throws Exception {
        Configuration conf = conf("disk");
        start(conf, 2);
        AnnouncedTiers second = new AnnouncedTiers();
        second.serve(cluster.getNameNode(1), conf);
        cluster.transitionToActive(0);
        await().atMost(PATIENCE).until(() -> !second.requests().isEmpty());
        DataNode datanode = cluster.getDataNodes().get(0);
        Configuration both = new Configuration(datanode.getConf());
        String nameservice = DFSUtilClient.getNameServiceIds(both).iterator().next();
        Configuration one = new Configuration(both);
        String key = "dfs.ha.namenodes." + nameservice;
        one.set(key, both.getTrimmedStrings(key)[0]);

        datanode.refreshNamenodes(one);
        await().atMost(PATIENCE).until(() -> announcers() == 1);
        second.forget();
        datanode.refreshNamenodes(both);
        await().atMost(PATIENCE).until(() -> !second.requests().isEmpty());
        await().atMost(PATIENCE).until(() -> announcers() == 2);
    }

    private static long announcers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("tier announcements to "))
                .count();
    }

    @Test
    void aRefusalIsSeenInTheMetrics() throws Exception {
        Configuration conf = conf("fats");
        start(conf, 1);
        AnnouncedTiers namenode = new AnnouncedTiers();
        namenode.reject(new IOException("there is no tier 'fats': the tiers are fast, disk"));
        namenode.serve(cluster.getNameNode(0), conf);

        await().atMost(PATIENCE).until(() -> !namenode.requests().isEmpty());
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(metric(cluster.getDataNodes().get(0), "tag.State"))
                        .isEqualTo("rejected"));
        assertThat(namenode.requests()).hasSizeLessThan(5);
    }

    @Test
    void withoutATierNothingIsDone() throws Exception {
        start(conf(""), 1);

        assertThat(cluster.getDataNodes().get(0).isDatanodeFullyStarted()).isTrue();
        assertThat(threads()).isEmpty();
    }

    @Test
    void onlyADataNodeCanHaveIt() {
        assertThatThrownBy(() -> new TierDatanodePlugin().start("a NameNode"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("dfs.datanode.plugins");
    }

    private Configuration conf(String tier) {
        Configuration conf = new HdfsConfiguration();
        conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.toString());
        conf.set(DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY, TierDatanodePlugin.class.getName());
        conf.set(TierKeys.ID.name(), tier);
        conf.set(TierKeys.PROBE_BYTES.name(), "1m");
        conf.set(TierKeys.PROBE_DURATION.name(), "200ms");
        return conf;
    }

    private void start(Configuration conf, int nameNodes) throws IOException {
        cluster = RestartPorts.start(new MiniDFSCluster.Builder(conf).numDataNodes(1), nameNodes, 1);
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("tier "))
                .collect(Collectors.toSet());
    }

    private static Object metric(DataNode datanode, String attribute) throws Exception {
        String name = "DatanodeTier-" + datanode.getDisplayName().replace(':', '-');
        return ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("Hadoop:service=DataNode,name=" + name), attribute);
    }
}
