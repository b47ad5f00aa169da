package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.rpc.RemoteWorker;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;

/** Tables of a cluster of four real nodes, each with a DataNode and a RegionServer of its own. */
@Tag("cluster")
class LocalCompactionTest {
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final byte[] QUALIFIER = Bytes.toBytes("q");
    private static final int FILES = 4;
    private static final int ROWS = 3_000;

    private static TestCluster cluster;
    private static Connection connection;

    private final SortedMap<Integer, byte[]> written = new TreeMap<>();

    @BeforeAll
    static void start() throws IOException {
        cluster = TestCluster.builder()
                .nodes(4)
                .hbase(true)
                .set("dfs.blocksize", "1m")
                .set("dfs.namenode.fs-limits.min-block-size", "1024")
                // A DataNode takes a replica from nobody without a token of the NameNode.
                .set("dfs.block.access.token.enable", "true")
                // Nor what is not encrypted.
                .set("dfs.encrypt.data.transfer", "true")
                .hbaseSet("hbase.coprocessor.regionserver.classes", LocalCompactService.class.getName())
                .hbaseSet("hbase.hstore.defaultengine.compactor.class", LocalCompactor.class.getName())
                .hbaseSet("hbase.hstore.compactionThreshold", "100")
                // What was compacted goes at once, not after two minutes.
                .hbaseSet("hbase.hfile.compaction.discharger.interval", "1000")
                .start();
        connection = ConnectionFactory.createConnection(new Configuration(cluster.clientConfiguration()));
    }

    @AfterAll
    static void stop() throws IOException {
        connection.close();
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEFAULT", "FILE"})
    void aMajorCompactionIsDoneByTheNodesOfItsReplicas(String tracker) throws Exception {
        TableName table = TableName.valueOf("major-" + tracker);
        fill(table, tracker);
        long before = metric("Local");
        long cells = cells();
        try (Admin admin = connection.getAdmin()) {
            admin.majorCompact(table);
        }
        await().atMost(Duration.ofMinutes(2)).until(() -> files(table).size() == 1);
        // Hadoop's metrics are up to ten seconds old.
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(metric("Local")).as(() -> beans()).isGreaterThan(before));

        // What HBase tells of compactions it tells of this one as well.
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(cells()).isGreaterThanOrEqualTo(cells + written.size()));

        assertThat(rows(table)).isEqualTo(written.keySet().stream().toList());
        assertThat(files(table).get(0).getBlockLocations())
                .allSatisfy(block -> assertThat(block.getHosts()).hasSize(3));
        assertThat(new Path(files(table).get(0).getPath().toUri().getPath()).getName())
                .matches("[0-9a-f]{32}");
    }

    @Test
    void aTicketOfAStrangerIsRefused() throws Exception {
        User stranger = User.create(UserGroupInformation.createRemoteUser("stranger"));
        ServerName server;
        try (Admin admin = connection.getAdmin()) {
            server = admin.getRegionServers().iterator().next();
        }
        TicketProto ticket = TicketProto.newBuilder()
                .setId("strange")
                .setTable(ByteString.EMPTY)
                .setRegion(ByteString.EMPTY)
                .setFamily(ByteString.EMPTY)
                .setNow(1)
                .setReadPoint(1)
                .setMajor(true)
                .setAllFiles(true)
                .setFingerprint("")
                .setClientName("")
                .setBlockSize(1)
                .setDataNode("")
                .build();
        StepRequestProto step = StepRequestProto.newBuilder().setId("strange").build();
        try (Connection theirs =
                ConnectionFactory.createConnection(new Configuration(cluster.clientConfiguration()), null, stranger)) {
            RemoteWorker worker = new RemoteWorker(theirs, server);
            assertThatThrownBy(() -> worker.start(ticket))
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessageContaining("only RegionServers may ask for a merge, not stranger");
            assertThatThrownBy(() -> worker.step(step)).isInstanceOf(AccessDeniedException.class);
        }
        // The same of a superuser is looked at, and makes no sense.
        RemoteWorker ours = new RemoteWorker(connection, server);
        assertThat(ours.start(ticket)).isNotEmpty();
        assertThat(ours.step(step).getFailure()).contains("there is no merge strange");
    }

    private void fill(TableName name, String tracker) throws IOException {
        try (Admin admin = connection.getAdmin();
                Table table = connection.getTable(name)) {
            admin.createTable(TableDescriptorBuilder.newBuilder(name)
                    .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                            .setMaxVersions(2)
                            .build())
                    .setValue("hbase.store.file-tracker.impl", tracker)
                    .build());
            Random random = new Random(14);
            for (int file = 0; file < FILES; file++) {
                List<Put> puts = new ArrayList<>();
                for (int i = 0; i < ROWS; i++) {
                    int row = random.nextInt(2 * ROWS);
                    byte[] value = new byte[300];
                    random.nextBytes(value);
                    written.put(row, value);
                    puts.add(new Put(Bytes.toBytes(row)).addColumn(FAMILY, QUALIFIER, value));
                }
                table.put(puts);
                admin.flush(name);
            }
        }
    }

    private List<Integer> rows(TableName name) throws IOException {
        List<Integer> rows = new ArrayList<>();
        try (Table table = connection.getTable(name);
                ResultScanner scanner = table.getScanner(new Scan())) {
            for (Result row : scanner) {
                int key = Bytes.toInt(row.getRow());
                assertThat(row.getValue(FAMILY, QUALIFIER)).as("row " + key).isEqualTo(written.get(key));
                rows.add(key);
            }
        }
        return rows;
    }

    private static List<LocatedFileStatus> files(TableName table) throws IOException {
        List<LocatedFileStatus> files = new ArrayList<>();
        Path directory = new Path("/hbase/data/default/" + table.getNameAsString());
        FileSystem fs = FileSystem.get(cluster.clientConfiguration());
        RemoteIterator<LocatedFileStatus> all = fs.listFiles(directory, true);
        while (all.hasNext()) {
            LocatedFileStatus each = all.next();
            if (each.getPath().getParent().getName().equals("f")
                    && !each.getPath().toString().contains("/.tmp/")) {
                files.add(each);
            }
        }
        return files;
    }

    private static String beans() {
        try {
            StringBuilder text = new StringBuilder();
            for (Daemon each : cluster.daemons(Role.REGIONSERVER)) {
                text.append(each.jmx("Hadoop:service=HBase,name=" + LocalCompactMetrics.NAME));
                try (Stream<String> lines = Files.lines(each.log())) {
                    lines.filter(line -> line.contains("compacted as ever") || line.contains("localcompact."))
                            .forEach(line -> text.append('\n').append(line));
                }
            }
            return text.toString();
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static long metric(String name) throws IOException {
        long sum = 0;
        for (Daemon each : cluster.daemons(Role.REGIONSERVER)) {
            for (JsonNode bean : each.jmx("Hadoop:service=HBase,name=" + LocalCompactMetrics.NAME)) {
                sum += bean.path(name).asLong();
            }
        }
        return sum;
    }

    /** Those of all major compactions, of all servers. */
    private static long cells() throws IOException {
        long sum = 0;
        for (Daemon each : cluster.daemons(Role.REGIONSERVER)) {
            sum += each.jmx("Hadoop:service=HBase,name=RegionServer,sub=Server")
                    .path(0)
                    .path("majorCompactedCellsCount")
                    .asLong();
        }
        return sum;
    }
}
