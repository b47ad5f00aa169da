package org.underbase.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.junit.ClusterExtension;

/** HDFS and HBase on three loopback nodes; every test leaves the cluster whole. */
@Tag("cluster")
class LoopbackClusterTest {
    @RegisterExtension
    static final ClusterExtension CLUSTER = ClusterExtension.of(
            TestCluster.builder().nodes(3).racks("/r1", "/r1", "/r2").hbase(true));

    private static final byte[] FAMILY = {'f'};
    private static final byte[] ROW = {'r'};
    private static final int MEBIBYTE = 1 << 20;

    private final TestCluster cluster = CLUSTER.cluster();

    @Test
    void aFileHasAReplicaOnEveryNode() throws IOException {
        byte[] bytes = new byte[MEBIBYTE];
        try (FileSystem fs = FileSystem.newInstance(cluster.clientConfiguration())) {
            Path file = new Path("/everywhere");
            HdfsFiles.write(fs, file, bytes);
            try (InputStream in = fs.open(file)) {
                assertThat(in.readAllBytes()).isEqualTo(bytes);
            }
            assertThat(fs.getFileBlockLocations(file, 0, 1)[0].getHosts())
                    .containsExactlyInAnyOrderElementsOf(
                            cluster.nodes().stream().map(Node::address).toList());
            assertThat(fs.getFileBlockLocations(file, 0, 1)[0].getTopologyPaths())
                    .extracting(path -> path.substring(0, path.lastIndexOf('/')))
                    .containsExactlyInAnyOrder("/r1", "/r1", "/r2");
        }
    }

    @Test
    void aWriterOnANodeKeepsTheFirstReplicaThere() throws IOException {
        Node writer = cluster.node("n2");
        writer.run(PutFile.class, "/local", "4096", "1");
        try (FileSystem fs = FileSystem.newInstance(cluster.clientConfiguration())) {
            assertThat(fs.getFileBlockLocations(new Path("/local"), 0, 1)[0].getHosts())
                    .containsExactly(writer.address());
        }
    }

    @Test
    void dataNodesCountTheirBytes() throws IOException {
        long before = bytesWritten();
        try (FileSystem fs = FileSystem.newInstance(cluster.clientConfiguration())) {
            HdfsFiles.write(fs, new Path("/counted"), new byte[2 * MEBIBYTE]);
        }
        // Hadoop's metrics are up to ten seconds old.
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(bytesWritten() - before).isGreaterThanOrEqualTo(3L * 2 * MEBIBYTE));
        assertThat(cluster.node("n1").disk(0).bytes().written()).isPositive();
    }

    private long bytesWritten() throws IOException {
        long sum = 0;
        for (Daemon dataNode : cluster.daemons(Role.DATANODE)) {
            JsonNode beans = dataNode.jmx("Hadoop:service=DataNode,name=DataNodeActivity*");
            assertThat(beans).hasSize(1);
            sum += beans.get(0).get("BytesWritten").longValue();
        }
        return sum;
    }

    @Test
    void aKilledDataNodeIsMissedAndComesBack() throws IOException {
        Daemon victim = cluster.node("n1").dataNode(0);
        long pid = victim.pid().orElseThrow();
        victim.kill();
        assertThat(victim.alive()).isFalse();
        cluster.awaitLiveDataNodes(2);
        victim.start();
        cluster.awaitLiveDataNodes(3);
        assertThat(victim.pid().orElseThrow()).isNotEqualTo(pid);
        cluster.awaitFullyReplicated();
    }

    /**
     * The DataNode reports its replica while the file is open, and the file is closed without it: the NameNode knows
     * nothing of the old replica, and every copy of the block to that DataNode fails on it until a full report.
     */
    @Test
    void aReplicaThatMissedItsFilesEndIsReplaced() throws IOException {
        Path file = new Path("/open-while-one-is-away");
        Daemon victim = cluster.node("n3").dataNode(0);
        try (FileSystem fs = FileSystem.newInstance(cluster.clientConfiguration())) {
            FSDataOutputStream out = fs.create(file);
            out.write(new byte[MEBIBYTE]);
            out.hflush();
            victim.kill();
            cluster.awaitLiveDataNodes(2);
            victim.start();
            cluster.awaitLiveDataNodes(3);
            out.write(1);
            out.close();
            await().atMost(Duration.ofMinutes(3))
                    .untilAsserted(() -> assertThat(fs.getFileBlockLocations(file, 0, 1)[0].getHosts())
                            .hasSize(3));
        }
    }

    @Test
    void aPausedDataNodeIsMissedAndGoesOn() throws IOException {
        Daemon victim = cluster.node("n3").dataNode(0);
        long pid = victim.pid().orElseThrow();
        victim.pause();
        cluster.awaitLiveDataNodes(2);
        assertThat(victim.alive()).isTrue();
        victim.resume();
        cluster.awaitLiveDataNodes(3);
        assertThat(victim.pid()).hasValue(pid);
    }

    @Test
    void aSettingChangesWithARestart() throws IOException {
        Daemon dataNode = cluster.node("n2").dataNode(0);
        dataNode.set("dfs.datanode.max.transfer.threads", "77");
        dataNode.restart();
        await().atMost(Duration.ofMinutes(1)).ignoreExceptions().untilAsserted(() -> assertThat(conf(dataNode))
                .contains("<value>77</value>"));
        cluster.awaitLiveDataNodes(3);
    }

    private static String conf(Daemon daemon) throws IOException {
        try (InputStream in =
                daemon.web().orElseThrow().resolve("/conf").toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void hbaseSurvivesTheLossOfARegionServer() throws IOException {
        TableName name = TableName.valueOf("t");
        try (Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
                Admin admin = connection.getAdmin()) {
            admin.createTable(TableDescriptorBuilder.newBuilder(name)
                    .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                            .setCompressionType(Compression.Algorithm.ZSTD)
                            .build())
                    .build());
            try (Table table = connection.getTable(name)) {
                table.put(new Put(ROW).addColumn(FAMILY, null, ROW));
                admin.flush(name);
                table.put(new Put(ROW).addColumn(FAMILY, FAMILY, ROW));
                String server =
                        connection.getRegionLocator(name).getRegionLocation(ROW).getHostname();
                Daemon victim = cluster.daemons(Role.REGIONSERVER).stream()
                        .filter(daemon -> daemon.address().startsWith(server + ":"))
                        .findFirst()
                        .orElseThrow();
                victim.kill();
                cluster.awaitHBase();
                assertThat(table.get(new Get(ROW)).getValue(FAMILY, null)).isEqualTo(ROW);
                assertThat(table.get(new Get(ROW)).getValue(FAMILY, FAMILY)).isEqualTo(ROW);
                victim.start();
                cluster.awaitHBase();
            }
        }
    }

    @Test
    void webPagesWork() throws IOException {
        assertThat(page(cluster.nameNode(), "dfshealth.html")).contains("Namenode information");
        assertThat(page(cluster.node("n1").dataNode(0), "datanode.html")).contains("DataNode Information");
        assertThat(page(cluster.master(), "master-status")).contains("HBase");
        assertThat(page(cluster.node("n1").regionServer(), "rs-status")).contains("HBase");
    }

    private static String page(Daemon daemon, String path) throws IOException {
        try (InputStream in = daemon.web().orElseThrow().resolve(path).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void clientConfigurationIsReadyMade() throws IOException {
        for (String file : List.of("core-site.xml", "hdfs-site.xml", "hbase-site.xml")) {
            assertThat(cluster.clientConfigurationDirectory().resolve(file)).exists();
        }
        assertThat(cluster.client()
                        .exec("sh", "-c", "cat $HADOOP_CONF_DIR/core-site.xml")
                        .out())
                .contains("fs.defaultFS");
    }

    @Test
    void logsAreCollected(@TempDir java.nio.file.Path target) throws IOException {
        cluster.collectLogs(target);
        for (Daemon daemon : cluster.daemons()) {
            java.nio.file.Path copy = target.resolve(daemon.node()).resolve(daemon.name());
            assertThat(copy.resolve("log").resolve(daemon.name() + ".log")).isNotEmptyFile();
            assertThat(copy.resolve("conf/core-site.xml")).exists();
        }
    }

    @Test
    void loopbackHasNoLinks() {
        assertThatThrownBy(() -> cluster.node("n1").cutLink())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("Network.namespaces()");
        assertThatThrownBy(() -> cluster.node("n4")).hasMessageContaining("one of n1, n2, n3");
    }
}
