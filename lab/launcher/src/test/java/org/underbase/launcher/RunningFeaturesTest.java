package org.underbase.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;
import org.underbase.testbed.Await;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.tier.client.TieredFileSystem;

/** Features of the testbed with the product's classes, which the testbed's tests lack. */
@Tag("cluster")
class RunningFeaturesTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final byte[] FAMILY = {'f'};
    private static final int CHUNK = 1 << 20;
    private static final int CHUNKS = 32;

    @Test
    void allFeaturesWorkInOneCluster() throws IOException {
        try (TestCluster cluster = TestCluster.builder()
                .nodes(2)
                .hbase(true)
                .with("tiers", "combinedlog", "localcompact", "tracer")
                .set("dfs.replication", "2")
                .set(Role.DATANODE, "dfs.datanode.combinedlog.segment.size", "4m")
                .metricsPeriod(Duration.ofSeconds(1))
                .start()) {
            assertThat(cluster.daemons(Role.DATANODE)).hasSize(4);
            try (FileSystem files = FileSystem.newInstance(cluster.clientConfiguration());
                    TieredFileSystem tiers = TieredFileSystem.of(files)) {
                Await.until(
                        "tiers of all DataNodes",
                        LIMIT,
                        () -> tiers.tiers().toString(),
                        () -> tiers.tiers().stream()
                                        .mapToInt(tier -> tier.usable())
                                        .sum()
                                == 4);
                assertThat(tiers.tiers()).extracting(tier -> tier.name()).containsExactly("fast", "disk");
            }
            try (Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
                    Admin admin = connection.getAdmin()) {
                putARow(connection, admin);
            }
            Await.until("a journaled hsync", LIMIT, () -> "none", () -> journaledSyncs(cluster) > 0);
            for (Daemon server : cluster.daemons(Role.REGIONSERVER)) {
                JsonNode parts = server.bean("org.underbase.htfs:type=Attachments", "Parts")
                        .path("Parts");
                assertThat(parts.toString()).contains("attached");
                assertThat(server.bean("Hadoop:service=HBase,name=LocalCompact", "Local")
                                .has("Local"))
                        .isTrue();
            }
            try (Stream<java.nio.file.Path> trace =
                    Files.walk(cluster.directory().resolve("trace"))) {
                assertThat(trace.filter(Files::isRegularFile)).isNotEmpty();
            }
        }
    }

    private static void putARow(Connection connection, Admin admin) throws IOException {
        TableName name = TableName.valueOf("t");
        admin.createTable(TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build());
        try (Table table = connection.getTable(name)) {
            table.put(new Put(FAMILY).addColumn(FAMILY, FAMILY, FAMILY));
        }
    }

    private static long journaledSyncs(TestCluster cluster) throws IOException {
        long sum = 0;
        for (Daemon dataNode : cluster.daemons(Role.DATANODE)) {
            sum += dataNode.jmx("Hadoop:service=DataNode,name=CombinedLog-*")
                    .path(0)
                    .path("SyncsJournaled")
                    .asLong();
        }
        return sum;
    }

    @Test
    void replicasOfTardisDataAreSmallUnderTheAgent() throws IOException {
        try (TestCluster cluster = TestCluster.builder().with("exalt").start()) {
            Path file = new Path("/tardis");
            try (FileSystem files = FileSystem.newInstance(cluster.clientConfiguration())) {
                byte[] chunk = new byte[CHUNK];
                try (FSDataOutputStream out = files.create(file)) {
                    for (long position = 0; position < (long) CHUNKS * CHUNK; position += CHUNK) {
                        Tardis.fill(Form.DATA, (long) CHUNKS * CHUNK, position, chunk);
                        out.write(chunk);
                    }
                }
                assertThat(files.getFileStatus(file).getLen()).isEqualTo((long) CHUNKS * CHUNK);
            }
            Node node = cluster.node("n1");
            assertThat(replicaBytes(node.disk(0).path())).isBetween(1L, (long) CHUNK);
            assertThat(node.dataNode(0).jmx("org.underbase:type=Exalt")).hasSize(1);
        }
    }

    private static long replicaBytes(java.nio.file.Path disk) throws IOException {
        List<java.nio.file.Path> replicas;
        try (Stream<java.nio.file.Path> all = Files.walk(disk)) {
            replicas = all.filter(path -> path.getFileName().toString().startsWith("blk_"))
                    .toList();
        }
        return replicas.stream()
                .mapToLong(path -> {
                    try {
                        return Files.size(path);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .sum();
    }
}
