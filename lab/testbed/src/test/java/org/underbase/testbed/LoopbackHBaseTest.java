package org.underbase.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;
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
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.underbase.testbed.junit.ClusterExtension;

/** HBase on two loopback nodes. Every test restores all daemons. */
@Tag("cluster")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LoopbackHBaseTest {
    /** The Master recovers the regions of a killed RegionServer after the session timeout. */
    @RegisterExtension
    static final ClusterExtension CLUSTER =
            ClusterExtension.of(TestCluster.builder().nodes(2).hbase(true).set("zookeeper.session.timeout", "15000"));

    private static final byte[] FAMILY = {'f'};
    private static final byte[] ROW = {'r'};

    private final TestCluster cluster = CLUSTER.cluster();

    @Test
    @Tag("long")
    void rowsSurviveTheLossOfARegionServer() throws IOException {
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

    /** The Master lists a killed process until its session expires or the next process reports. */
    @Test
    void nextProcessOfRegionServerIsAwaited() throws IOException {
        Daemon server = cluster.node("n1").regionServer();
        try (Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
                Admin admin = connection.getAdmin()) {
            Collection<ServerName> before = admin.getRegionServers();
            server.kill();
            server.start();
            cluster.awaitHBase();
            assertThat(admin.getRegionServers())
                    .hasSize(2)
                    .filteredOn(each -> !before.contains(each))
                    .singleElement()
                    .extracting(each -> each.getAddress().toString())
                    .isEqualTo(server.address());
        }
    }

    @Test
    void webPagesWork() throws IOException {
        assertThat(page(cluster.nameNode(), "dfshealth.html")).contains("Namenode information");
        assertThat(page(cluster.node("n1").dataNode(0), "datanode.html")).contains("DataNode Information");
        assertThat(page(cluster.master(), "master-status")).contains("HBase");
        assertThat(page(cluster.node("n1").regionServer(), "rs-status")).contains("HBase");
    }

    /** The last test, because it stops the cluster. */
    @Test
    @Order(Integer.MAX_VALUE)
    void everyDaemonExitsOnItsOwnAfterSigterm() throws IOException {
        List<Daemon> killed = cluster.stop();
        assertThat(killed).isEmpty();
        assertThat(cluster.daemons()).noneMatch(Daemon::alive);
        assertThat(cluster.directory()).exists();
    }

    private static String page(Daemon daemon, String path) throws IOException {
        try (InputStream in = daemon.web().orElseThrow().resolve(path).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
