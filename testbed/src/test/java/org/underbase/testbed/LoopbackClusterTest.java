package org.underbase.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("cluster")
class LoopbackClusterTest {
    private static TestCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = TestCluster.builder()
                .nodes(3)
                .racks("/r1", "/r1", "/r2")
                .hbase(true)
                .start();
    }

    @AfterAll
    static void stop() throws IOException {
        cluster.close();
    }

    @Test
    void writesAndReadsAFile() throws IOException {
        byte[] text = "over three DataNodes".getBytes(StandardCharsets.UTF_8);
        try (FileSystem fs = FileSystem.newInstance(cluster.clientConfiguration())) {
            Path path = new Path("/file");
            try (FSDataOutputStream out = fs.create(path)) {
                out.write(text);
            }
            try (InputStream in = fs.open(path)) {
                assertThat(in.readAllBytes()).isEqualTo(text);
            }
            assertThat(fs.getFileBlockLocations(path, 0, text.length)[0].getHosts())
                    .containsExactlyInAnyOrder(
                            cluster.nodes().stream().map(Node::address).toArray(String[]::new));
        }
    }

    @Test
    void servesHBaseWithCompression() throws IOException {
        Configuration conf = cluster.clientConfiguration();
        byte[] family = {'f'};
        byte[] row = {'r'};
        try (Connection connection = ConnectionFactory.createConnection(conf);
                Admin admin = connection.getAdmin()) {
            TableName name = TableName.valueOf("t");
            admin.createTable(TableDescriptorBuilder.newBuilder(name)
                    .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(family)
                            .setCompressionType(Compression.Algorithm.ZSTD)
                            .build())
                    .build());
            try (Table table = connection.getTable(name)) {
                table.put(new Put(row).addColumn(family, null, row));
                admin.flush(name);
                assertThat(table.get(new Get(row)).getValue(family, null)).isEqualTo(row);
            }
        }
    }
}
