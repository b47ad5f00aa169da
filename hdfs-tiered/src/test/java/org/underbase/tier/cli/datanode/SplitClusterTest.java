package org.underbase.tier.cli.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.client.TierReport;
import org.underbase.tier.client.TieredFileSystem;

/**
 * {@code underbase datanode split} of a stock DataNode with three directories while clients write and read, and back. The
 * NameNode has the plug-ins.
 */
@Tag("cluster")
class SplitClusterTest {
    private static final int FILES = 24;
    private static final int BLOCK = 64 << 10;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private MiniDFSCluster cluster;
    private DistributedFileSystem hdfs;
    private TieredNode node;

    @BeforeEach
    void startClusterOfStockDatanodes() throws IOException {
        Configuration conf = new HdfsConfiguration();
        conf.set(
                MiniDFSCluster.HDFS_MINIDFS_BASEDIR,
                directory.resolve("cluster").toString());
        conf.setLong("dfs.heartbeat.interval", 1);
        conf.setLong("dfs.namenode.redundancy.interval.seconds", 1);
        conf.setLong("dfs.namenode.fs-limits.min-block-size", 1024);
        conf.setInt("dfs.replication", 2);
        conf.setLong("dfs.blocksize", BLOCK);
        conf.set("dfs.namenode.plugins", "org.underbase.tier.namenode.TierNamenodePlugin");
        conf.set("dfs.block.replicator.classname", "org.underbase.tier.namenode.placement.TierPlacement");
        conf.set("dfs.net.topology.impl", "org.underbase.tier.namenode.retrieval.TierTopology");
        conf.set("dfs.tier.names", "fast,disk");
        cluster = new MiniDFSCluster.Builder(conf)
                .numDataNodes(3)
                .storagesPerDatanode(3)
                .build();
        cluster.waitActive();
        hdfs = cluster.getFileSystem();
        List<Integer> ports = TieredNode.freePorts(6);
        node = new TieredNode(directory, cluster.getURI())
                .tier("fast", volume(0), ports.subList(0, 3))
                .tier("disk", volume(1) + "," + volume(2), ports.subList(3, 6));
        node.set("dfs.namenode.redundancy.interval.seconds", "1")
                .set("dfs.heartbeat.interval", "1")
                .set("dfs.datanode.plugins", "org.underbase.tier.datanode.TierDatanodePlugin")
                .set("dfs.blockreport.initialDelay", "600");
        node.write();
    }

    private String volume(int number) {
        return cluster.getInstanceStorageDir(0, number).toString();
    }

    @AfterEach
    void stopAll() {
        node.underbase("stop", "--timeout", "20");
        cluster.shutdown();
    }

    @Test
    void aStockNodeIsSplitAndMergedUnderLoad() throws Exception {
        String stock = cluster.getDataNodes().get(0).getDatanodeUuid();
        InetSocketAddress address = cluster.getDataNodes().get(0).getXferAddress();
        for (int i = 0; i < FILES; i++) {
            createOnlyOn(address, i);
        }
        TieredNode.Result running = node.underbase("split");
        assertThat(running.exit()).isEqualTo(1);
        assertThat(running.err())
                .as("while the stock DataNode runs")
                .startsWith("underbase: datanode split: a DataNode (")
                .endsWith(": stop it first\n");

        MiniDFSCluster.DataNodeProperties stopped = cluster.stopDataNode(0);
        TieredNode.Result start = node.underbase("start");
        assertThat(start.exit()).isEqualTo(1);
        assertThat(start.err().lines())
                .singleElement()
                .asString()
                .startsWith("underbase: datanode start: dfs.tier.fast.datanode.data.dir and"
                        + " dfs.tier.disk.datanode.data.dir")
                .endsWith("stop it and run 'underbase datanode split'");
        TieredNode.Result dryRun = node.underbase("split", "--dry-run", "--json");
        assertThat(dryRun.exit()).as(dryRun.err()).isZero();
        assertThat(new ObjectMapper().readTree(dryRun.out())).singleElement().satisfies(each -> {
            assertThat(each.get("directory").asText()).isEqualTo(volume(0));
            assertThat(each.get("fromUuid").asText()).isEqualTo(stock);
            assertThat(each.get("toTier").asText()).isEqualTo("fast");
            assertThat(each.get("toUuid").isNull()).isTrue();
        });

        try (FileLoad load = new FileLoad(hdfs)) {
            TieredNode.Result split = node.underbase("split", "--timeout", "10m");
            assertThat(split.exit()).as(split.out() + split.err()).isZero();
            Set<String> uuids = new HashSet<>();
            JsonNode status = node.status(0);
            status.forEach(each -> uuids.add(each.get("uuid").asText()));
            assertThat(uuids).as(split.out()).hasSize(2);
            assertThat(status.get(1).get("tier").asText()).isEqualTo("disk");
            assertThat(status.get(1).get("uuid").asText()).isEqualTo(stock);
            assertThat(node.underbase("start").out())
                    .as("a start of running DataNodes")
                    .doesNotContain("changed");
            assertThat(live()).containsAll(uuids).hasSize(4);
            assertTiersAreKnown();
            assertComplete();

            TieredNode.Result undo = node.underbase("split", "--undo", "--timeout", "10m");
            assertThat(undo.exit()).as(undo.out() + undo.err()).isZero();
            assertComplete();
            assertThat(node.underbase("stop", "--timeout", "60").exit()).isZero();
            assertThat(cluster.restartDataNode(stopped, false)).isTrue();
            DataNode restarted = cluster.getDataNodes().get(2);
            await().atMost(PATIENCE).until(restarted::isDatanodeFullyStarted);
            assertThat(restarted.getDatanodeUuid()).isEqualTo(stock);
            assertComplete();
            load.verify();
        }
    }

    /** Creates a file with one replica, which exists only on a DataNode. */
    private void createOnlyOn(InetSocketAddress datanode, int number) throws IOException {
        try (FSDataOutputStream out = hdfs.create(
                file(number),
                FsPermission.getFileDefault(),
                true,
                4096,
                (short) 1,
                BLOCK,
                null,
                new InetSocketAddress[] {datanode})) {
            out.write(DFSTestUtil.calculateFileContentsFromSeed(number, BLOCK + 1000 * number));
        }
    }

    private static org.apache.hadoop.fs.Path file(int number) {
        return new org.apache.hadoop.fs.Path("/single/" + number);
    }

    /** Waits until no block is missing, and reads the files with one replica. */
    private void assertComplete() throws Exception {
        await().atMost(PATIENCE).until(() -> hdfs.getMissingBlocksCount() == 0);
        for (int number : IntStream.range(0, FILES).toArray()) {
            assertThat(DFSTestUtil.readFileAsBytes(hdfs, file(number)))
                    .isEqualTo(DFSTestUtil.calculateFileContentsFromSeed(number, BLOCK + 1000 * number));
        }
    }

    private void assertTiersAreKnown() throws IOException {
        try (TieredFileSystem tiered = TieredFileSystem.of(hdfs)) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(tiered.clusterTiers().tiers())
                            .extracting(TierReport::live)
                            .containsExactly(1, 1));
        }
    }

    private Set<String> live() throws IOException {
        Set<String> live = new TreeSet<>();
        Arrays.stream(hdfs.getDataNodeStats(DatanodeReportType.LIVE))
                .map(DatanodeInfo::getDatanodeUuid)
                .forEach(live::add);
        return live;
    }
}
