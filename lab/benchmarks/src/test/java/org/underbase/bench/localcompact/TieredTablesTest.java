package org.underbase.bench.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
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
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;
import org.underbase.testbed.TableFlush;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.feature.TiersFeature;
import org.underbase.tier.client.FilePlacement;
import org.underbase.tier.client.ProgressListener;
import org.underbase.tier.client.TieredFileSystem;

/** Tests of local compaction with tiers, on four real nodes on two racks, each with a DataNode of tier fast and one of tier disk. */
@Tag("cluster")
@Tag("long")
class TieredTablesTest {
    private static final int NODES = 4;
    private static final String FAST = "fast";
    private static final String DISK = "disk";
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final byte[] QUALIFIER = Bytes.toBytes("q");
    private static final int ROWS = 2_000;
    private static final long SEED = 77;
    private static final Duration LONG = Duration.ofMinutes(2);

    private static TestCluster cluster;
    private static Connection connection;
    private static Admin admin;
    private static FileSystem fs;
    private static TieredFileSystem tiers;

    private final Random random = new Random(SEED);
    private final SortedMap<Integer, byte[]> written = new TreeMap<>();

    @BeforeAll
    static void start() throws IOException {
        cluster = TestCluster.builder()
                .nodes(NODES)
                .hbase(true)
                .racks("/r1", "/r1", "/r2", "/r2")
                .disk(Disk.plain(FAST))
                .disk(Disk.plain(DISK))
                .jvmOptions(Role.REGIONSERVER, "-Xmx512m", "-XX:TieredStopAtLevel=1")
                .jvmOptions(Role.DATANODE, "-Xmx256m", "-XX:TieredStopAtLevel=1")
                .set("dfs.replication", "3")
                .set("dfs.blocksize", "1m")
                .set("dfs.namenode.fs-limits.min-block-size", "1024")
                .set("dfs.namenode.redundancy.considerLoad", "false")
                .with(TiersFeature.of(FAST, DISK)
                        .weight(FAST, 2)
                        .weight(DISK, 1)
                        .policy("")
                        .retrieval(""))
                .with("localcompact")
                .hbaseSet("hbase.hstore.compactionThreshold", "100")
                .hbaseSet("hbase.regionserver.hlog.blocksize", Integer.toString(16 << 20))
                .hbaseSet("hbase.hfile.compaction.discharger.interval", "1000")
                .start();
        connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
        admin = connection.getAdmin();
        fs = FileSystem.newInstance(cluster.clientConfiguration());
        tiers = TieredFileSystem.of(fs);
        // All DataNodes have announced their tiers.
        await().atMost(LONG)
                .until(() ->
                        tiers.tiers().stream().mapToInt(tier -> tier.live()).sum() == 2 * NODES);
    }

    @AfterAll
    static void stop() throws IOException {
        tiers.close();
        fs.close();
        admin.close();
        connection.close();
        cluster.close();
    }

    @Test
    void tableInATieredDirectoryIsCompactedLocallyOnItsTiers() throws Exception {
        TableName table = TableName.valueOf("tiered");
        create(table);
        tiers.setRepPolicy(directory(table), "fast=1,disk=2", 0);
        for (int file = 0; file < 3; file++) {
            write(table);
        }
        List<String> nodes = nodes(table);
        assertThat(nodes).as("one set of DataNodes for all blocks").hasSize(1);

        assertThat(major(table)).contains("compacted locally on");
        assertThat(decisions(table, "Starting local compaction of"))
                .last()
                .asString()
                .contains("non-local input 0 bytes here and 0 bytes on all nodes;");
        check(table, "fast=1,disk=2");
        assertThat(nodes(table)).isEqualTo(nodes);
    }

    @Test
    void outputOfAFileWithAnExtraTierFollowsTheDirectorysPolicy() throws Exception {
        TableName table = TableName.valueOf("file-tier");
        create(table);
        Path directory = directory(table);
        tiers.setRepPolicy(directory, "disk=3", 0);
        for (int file = 0; file < 3; file++) {
            write(table);
        }
        Path hot = files(table).get(0).getPath();
        tiers.createFileTier(hot, FAST);
        assertThat(tiers.awaitPlacement(hot, LONG, ProgressListener.NONE)).isTrue();
        assertThat(major(table)).contains("compacted locally on");
        check(table, "disk=3");
    }

    @Test
    void changedPolicyOverridesTheLocationOfTheInputs() throws Exception {
        TableName table = TableName.valueOf("changed");
        create(table);
        Path directory = directory(table);
        tiers.setRepPolicy(directory, "disk=3", 0);
        for (int file = 0; file < 3; file++) {
            write(table);
        }
        // The output must not be where the inputs are.
        tiers.setRepPolicy(directory, "fast=3", 0);
        assertThat(major(table)).contains("Falling back to stock compaction of", "(PLACEMENT)");
        check(table, "fast=3");
        write(table);
        write(table);
        assertThat(major(table)).contains("compacted locally on");
        check(table, "fast=3");
    }

    private static Path directory(TableName table) {
        return new Path("/hbase/data/default/" + table.getNameAsString());
    }

    private static void create(TableName table) throws IOException {
        admin.createTable(TableDescriptorBuilder.newBuilder(table)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build());
        await().atMost(LONG)
                .until(() -> !decisions(table, "Selected favored nodes of").isEmpty());
    }

    private void write(TableName name) throws IOException {
        try (Table table = connection.getTable(name)) {
            List<Put> puts = new ArrayList<>();
            for (int i = 0; i < ROWS; i++) {
                int row = random.nextInt(2 * ROWS);
                byte[] value = new byte[600];
                random.nextBytes(value);
                written.put(row, value);
                puts.add(new Put(Bytes.toBytes(row)).addColumn(FAMILY, QUALIFIER, value));
            }
            table.put(puts);
        }
        TableFlush.flush(admin, name);
    }

    /** Compacts a table and returns the decision that its RegionServer logged. */
    private static String major(TableName table) throws IOException {
        int before = decisions(table, "compacted locally on", "Falling back to stock compaction of")
                .size();
        admin.majorCompact(table);
        // The RegionServer logs the end of a local compaction after it has replaced the files.
        await().atMost(LONG)
                .until(() -> files(table).size() == 1
                        && decisions(table, "compacted locally on", "Falling back to stock compaction of")
                                        .size()
                                > before);
        List<String> after = decisions(table, "compacted locally on", "Falling back to stock compaction of");
        return after.get(after.size() - 1);
    }

    /** Returns the lines of all RegionServers' logs about a table that contain any of the words, by time. */
    private static List<String> decisions(TableName table, String... words) {
        List<String> lines = new ArrayList<>();
        for (Daemon each : cluster.daemons(Role.REGIONSERVER)) {
            try (Stream<String> log = Files.lines(each.log())) {
                log.filter(line -> line.contains(" " + table.getNameAsString() + ","))
                        .filter(line -> Stream.of(words).anyMatch(line::contains))
                        .forEach(lines::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        // Each line starts with its time.
        lines.sort(null);
        return lines;
    }

    private static List<LocatedFileStatus> files(TableName table) throws IOException {
        List<LocatedFileStatus> files = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> all = fs.listFiles(directory(table), true);
        while (all.hasNext()) {
            LocatedFileStatus each = all.next();
            if (each.getPath().getParent().getName().equals("f")
                    && !each.getPath().toString().contains("/.tmp/")) {
                files.add(each);
            }
        }
        return files;
    }

    /** Returns the distinct sets of DataNodes that store a table's blocks. */
    private static List<String> nodes(TableName table) throws IOException {
        List<String> nodes = new ArrayList<>();
        for (LocatedFileStatus file : files(table)) {
            for (BlockLocation block : file.getBlockLocations()) {
                nodes.add(Stream.of(block.getNames()).sorted().toList().toString());
            }
        }
        return nodes.stream().distinct().toList();
    }

    /** Checks that the table has the written rows and that every replica satisfies the policy without a move. */
    private void check(TableName table, String policy) throws IOException {
        for (LocatedFileStatus file : files(table)) {
            FilePlacement placement = tiers.placement(file.getPath());
            assertThat(placement.policy()).isEqualTo(policy);
            assertThat(placement.settled()).as(() -> placement.toString()).isTrue();
            for (BlockLocation block : file.getBlockLocations()) {
                assertThat(block.getHosts()).hasSize(3).doesNotHaveDuplicates();
                assertThat(Stream.of(block.getTopologyPaths())
                                .map(path -> path.substring(0, path.indexOf('/', 1)))
                                .distinct())
                        .as("racks")
                        .hasSize(2);
            }
        }
        List<Integer> rows = new ArrayList<>();
        try (Table opened = connection.getTable(table);
                ResultScanner scanner = opened.getScanner(new Scan())) {
            for (Result row : scanner) {
                int key = Bytes.toInt(row.getRow());
                assertThat(row.getValue(FAMILY, QUALIFIER))
                        .as("row %d, seed %d", key, SEED)
                        .isEqualTo(written.get(key));
                rows.add(key);
            }
        }
        assertThat(rows).containsExactlyElementsOf(written.keySet());
        assertThat(cluster.client()
                        .run(
                                "org.apache.hadoop.hdfs.tools.DFSck",
                                List.of(directory(table).toString()))
                        .out())
                .contains("is HEALTHY");
    }
}
