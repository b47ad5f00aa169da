package org.underbase.testbed.mini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("cluster")
class MiniClustersTest {
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final byte[] ROW = Bytes.toBytes("r");

    @Test
    void hdfsUsesTheSettingsAndIsRemoved() throws IOException {
        Path directory;
        try (MiniHdfs hdfs = MiniHdfs.builder()
                .dataNodes(2)
                .racks("/r1", "/r2")
                .set("dfs.replication", "2")
                .start()) {
            directory = hdfs.directory();
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/file");
            try (FSDataOutputStream out = hdfs.fileSystem().create(file)) {
                out.write(ROW);
            }
            assertThat(hdfs.fileSystem().getFileStatus(file).getReplication()).isEqualTo((short) 2);
            // The NameNode completes a file when the first replica is reported.
            await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(hdfs.fileSystem()
                            .getFileBlockLocations(file, 0, 1)[0]
                            .getTopologyPaths())
                    .anyMatch(path -> path.startsWith("/r1/"))
                    .anyMatch(path -> path.startsWith("/r2/")));
        }
        assertThat(directory).doesNotExist();
    }

    @Test
    void hbaseServesAndIsRemoved() throws IOException {
        Path directory;
        try (MiniHBase hbase =
                MiniHBase.builder().set("hbase.regionserver.handler.count", "5").start()) {
            directory = hbase.hdfs().directory();
            assertThat(hbase.configuration().get("hbase.regionserver.handler.count"))
                    .isEqualTo("5");
            try (Table table = hbase.utility().createTable(TableName.valueOf("t"), FAMILY)) {
                table.put(new Put(ROW).addColumn(FAMILY, null, ROW));
                assertThat(table.get(new Get(ROW)).getValue(FAMILY, null)).isEqualTo(ROW);
            }
        }
        assertThat(directory).doesNotExist();
    }

    @Test
    @Tag("long")
    void hbaseStartsAfterTheStopOfAnHdfsWithAnOpenFileSystem() throws IOException {
        MiniHdfs before = MiniHdfs.builder().start();
        try (FileSystem open = FileSystem.get(before.configuration())) {
            before.close();
            try (MiniHBase hbase = MiniHBase.builder().start()) {
                assertThat(hbase.connection().getAdmin().getRegionServers()).hasSize(1);
                assertThat(open.getUri()).isNotEqualTo(hbase.hdfs().fileSystem().getUri());
            }
        }
    }

    @Test
    void regionsWorkWithoutDaemons() throws IOException {
        try (MiniHBase hbase = MiniHBase.builder().withoutDaemons().start()) {
            HRegion region = hbase.utility()
                    .createLocalHRegion(
                            TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                                    .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                                    .build(),
                            null,
                            null);
            region.put(new Put(ROW).addColumn(FAMILY, null, ROW));
            assertThat(region.get(new Get(ROW)).getValue(FAMILY, null)).isEqualTo(ROW);
            region.close();
            region.getWAL().close();
        }
    }

    @Test
    void missingJarIsReported() {
        assertThatThrownBy(() -> RequiredJars.check(
                        Map.of("no.such.Class", "some-jar (tests)"), getClass().getClassLoader()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("some-jar (tests)");
    }
}
