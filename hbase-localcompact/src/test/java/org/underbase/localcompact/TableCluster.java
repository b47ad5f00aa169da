package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;
import org.underbase.testbed.TableFlush;
import org.underbase.testbed.TestCluster;

/** Cluster of real nodes, each with a DataNode and a RegionServer, with tables and a model of their rows. */
final class TableCluster implements AutoCloseable {
    static final byte[] FAMILY = Bytes.toBytes("f");
    static final Duration LIMIT = Duration.ofMinutes(2);

    /** Part of the log line of a successful local compaction. */
    static final String LOCALLY = ": compacted locally on ";

    /** Part of the log line of a fallback. */
    static final String FALLBACK = "Falling back to stock compaction of ";

    private static final byte[] QUALIFIER = Bytes.toBytes("q");
    private static final long SEED = 14;
    private static final int VALUE = 300;

    private final TestCluster cluster;
    private final Connection connection;
    private final Admin admin;
    private final DistributedFileSystem fs;
    private final Random random = new Random(SEED);
    private final Map<String, SortedMap<Integer, byte[]>> written = new HashMap<>();

    TableCluster(ClusterRecipe recipe) throws IOException {
        cluster = recipe.start();
        connection = ConnectionFactory.createConnection(new Configuration(cluster.clientConfiguration()));
        admin = connection.getAdmin();
        fs = (DistributedFileSystem) new Path("/").getFileSystem(cluster.clientConfiguration());
    }

    /** Describes a cluster that compacts only on request, and then locally. */
    static ClusterRecipe recipe(int nodes) {
        return TestCluster.builder()
                .nodes(nodes)
                .hbase(true)
                .with("localcompact")
                .metricsPeriod(Duration.ofSeconds(1))
                .jvmOptions(Role.REGIONSERVER, "-Xmx512m", "-XX:TieredStopAtLevel=1")
                .jvmOptions(Role.DATANODE, "-XX:TieredStopAtLevel=1")
                .set("dfs.blocksize", "1m")
                .set("dfs.namenode.fs-limits.min-block-size", "1024")
                .set("dfs.namenode.redundancy.interval.seconds", "1")
                // With few connections the average load is meaningless, and the NameNode would exclude favored nodes.
                .set("dfs.namenode.redundancy.considerLoad", "false")
                .hbaseSet("underbase.localcompact.progress.timeout", "15s")
                .hbaseSet("underbase.localcompact.refresh.interval", "1s")
                .hbaseSet("underbase.localcompact.exclusion", "1s")
                // Only the test compacts, splits and moves.
                .hbaseSet("hbase.hstore.compactionThreshold", "100")
                .hbaseSet("hbase.hregion.majorcompaction", "0")
                .hbaseSet("hbase.balancer.period", "2000000000")
                .hbaseSet("hbase.regionserver.hlog.blocksize", Integer.toString(16 << 20))
                .hbaseSet("hbase.regionserver.msginterval", "1000")
                // Archive compacted files after one second instead of two minutes.
                .hbaseSet("hbase.hfile.compaction.discharger.interval", "1000");
    }

    TestCluster nodes() {
        return cluster;
    }

    Admin admin() {
        return admin;
    }

    DistributedFileSystem fs() {
        return fs;
    }

    TableName create(String name, String... families) throws IOException {
        TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(name));
        for (String family : families.length == 0 ? new String[] {Bytes.toString(FAMILY)} : families) {
            table.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family));
        }
        return create(table);
    }

    TableName create(TableDescriptorBuilder table) throws IOException {
        TableName name = table.build().getTableName();
        admin.createTable(table.build());
        awaitFavoredNodes(name, 1);
        return name;
    }

    /** Writes and flushes one store file in each family. */
    void write(TableName name, int rows) throws IOException {
        write(name, rows, VALUE);
    }

    void write(TableName name, int rows, int length) throws IOException {
        try (Table table = connection.getTable(name)) {
            List<Put> puts = new ArrayList<>();
            for (int i = 0; i < rows; i++) {
                int row = random.nextInt(2 * rows);
                byte[] value = new byte[length];
                random.nextBytes(value);
                Put put = new Put(Bytes.toBytes(row));
                for (byte[] family : table.getDescriptor().getColumnFamilyNames()) {
                    put.addColumn(family, QUALIFIER, value);
                }
                puts.add(put);
                written.computeIfAbsent(name.getNameAsString(), each -> new TreeMap<>())
                        .put(row, value);
            }
            table.put(puts);
        }
        TableFlush.flush(admin, name);
    }

    void checkRows(TableName name) throws IOException {
        List<Integer> rows = new ArrayList<>();
        try (Table table = connection.getTable(name);
                ResultScanner scanner = table.getScanner(new Scan())) {
            Set<byte[]> families = table.getDescriptor().getColumnFamilyNames();
            for (Result row : scanner) {
                int key = Bytes.toInt(row.getRow());
                for (byte[] family : families) {
                    assertThat(row.getValue(family, QUALIFIER))
                            .as("row %d of %s, seed %d", key, name, SEED)
                            .isEqualTo(written.get(name.getNameAsString()).get(key));
                }
                rows.add(key);
            }
        }
        assertThat(rows)
                .as("%s, seed %d", name, SEED)
                .containsExactlyElementsOf(written.get(name.getNameAsString()).keySet());
    }

    /** Returns the only region of a table. */
    RegionInfo region(TableName table) throws IOException {
        List<RegionInfo> regions = admin.getRegions(table);
        assertThat(regions).hasSize(1);
        return regions.get(0);
    }

    ServerName owner(RegionInfo region) throws IOException {
        HRegionLocation location =
                connection.getRegionLocator(region.getTable()).getRegionLocation(region.getStartKey(), true);
        assertThat(location.getRegion().getEncodedName()).isEqualTo(region.getEncodedName());
        return location.getServerName();
    }

    ServerName metaServer() throws IOException {
        return connection
                .getRegionLocator(TableName.META_TABLE_NAME)
                .getRegionLocation(new byte[0], true)
                .getServerName();
    }

    Daemon regionServer(ServerName server) {
        return cluster.daemons(Role.REGIONSERVER).stream()
                .filter(each -> each.address().equals(server.getAddress().toString()))
                .findFirst()
                .orElseThrow();
    }

    /** Moves a region and waits until it is open and its favored nodes are selected there. */
    void move(RegionInfo region, ServerName to) throws IOException {
        int before = favoredNodes(region.getTable()).size();
        await().atMost(LIMIT).ignoreExceptions().until(() -> {
            // The Master may select another server if this one has just started.
            if (!owner(region).equals(to)) {
                admin.move(region.getEncodedNameAsBytes(), to);
            }
            return owner(region).equals(to);
        });
        await().atMost(LIMIT).until(() -> {
            List<String> selections = favoredNodes(region.getTable());
            return selections.size() > before
                    && selections.get(selections.size() - 1).contains(": [" + host(to) + ":");
        });
    }

    /** Action while HBase is stopped. */
    interface Action {
        void run() throws IOException;
    }

    /** Restarts all of HBase; returns when a table's region is open and its favored nodes are selected. */
    void restartHBase(TableName table, Action whileStopped) throws IOException {
        int selections = favoredNodes(table).size();
        List<Daemon> hbase = new ArrayList<>(cluster.daemons(Role.MASTER));
        hbase.addAll(cluster.daemons(Role.REGIONSERVER));
        for (Daemon each : hbase) {
            each.stop();
        }
        whileStopped.run();
        for (Daemon each : hbase) {
            each.start();
        }
        cluster.awaitHBase();
        awaitFavoredNodes(table, selections + 1);
        RegionInfo region = region(table);
        await().atMost(LIMIT).ignoreExceptions().until(() -> owner(region) != null);
    }

    /** Starts to move a region and returns when its server no longer accepts writes for it. */
    CompletableFuture<Void> beginMove(RegionInfo region, ServerName to) {
        String closes = "UnassignRegionHandler: Close " + region.getEncodedName();
        int before = logged(closes).size();
        CompletableFuture<Void> moved = CompletableFuture.runAsync(() -> {
            try {
                admin.move(region.getEncodedNameAsBytes(), to);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        await().atMost(LIMIT).until(() -> logged(closes).size() > before);
        return moved;
    }

    void read(TableName name, byte[] row) throws IOException {
        try (Table table = connection.getTable(name)) {
            table.get(new Get(row));
        }
    }

    /** Lists the incomplete files in the region's directory. */
    List<Path> temporary(RegionInfo region) throws IOException {
        List<Path> found = new ArrayList<>();
        try {
            RemoteIterator<LocatedFileStatus> each = fs.listFiles(new Path(directory(region), ".tmp"), true);
            while (each.hasNext()) {
                found.add(each.next().getPath());
            }
        } catch (FileNotFoundException e) {
            // HBase creates the directory on demand.
            return found;
        }
        return found;
    }

    List<LocatedFileStatus> files(TableName table) throws IOException {
        List<LocatedFileStatus> files = new ArrayList<>();
        for (RegionInfo region : admin.getRegions(table)) {
            files.addAll(files(region));
        }
        return files;
    }

    List<LocatedFileStatus> files(RegionInfo region) throws IOException {
        List<LocatedFileStatus> files = new ArrayList<>();
        for (FileStatus family : fs.listStatus(directory(region))) {
            String name = family.getPath().getName();
            if (family.isDirectory() && !name.startsWith(".") && !name.equals("recovered.edits")) {
                RemoteIterator<LocatedFileStatus> each = fs.listLocatedStatus(family.getPath());
                while (each.hasNext()) {
                    LocatedFileStatus file = each.next();
                    if (file.isFile() && !file.getPath().getName().startsWith(".")) {
                        files.add(file);
                    }
                }
            }
        }
        return files;
    }

    static Path directory(RegionInfo region) {
        return new Path("/hbase/data/default/" + region.getTable().getNameAsString() + "/" + region.getEncodedName());
    }

    /** Returns the nodes of each block of a region's files, by file name, when the DataNodes have reported all replicas. */
    Map<String, List<Set<String>>> locations(RegionInfo region) throws IOException {
        // The NameNode completes a file when the first replica is reported.
        await().atMost(LIMIT).until(() -> files(region).stream().allMatch(file -> Stream.of(file.getBlockLocations())
                .allMatch(block -> hosts(block).size() >= file.getReplication())));
        Map<String, List<Set<String>>> locations = new TreeMap<>();
        for (LocatedFileStatus file : files(region)) {
            List<Set<String>> blocks = new ArrayList<>();
            for (BlockLocation block : file.getBlockLocations()) {
                blocks.add(hosts(block));
            }
            locations.put(file.getPath().getName(), blocks);
        }
        return locations;
    }

    private static Set<String> hosts(BlockLocation block) {
        try {
            return new TreeSet<>(List.of(block.getHosts()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asserts that all files of a region are on the same three nodes, including its server's; returns them. */
    Set<String> home(RegionInfo region) throws IOException {
        Map<String, List<Set<String>>> locations = locations(region);
        Set<Set<String>> different = new HashSet<>();
        locations.values().forEach(different::addAll);
        assertThat(different)
                .as(() -> locations + "\n" + favoredNodes(region.getTable()))
                .hasSize(1);
        Set<String> home = different.iterator().next();
        assertThat(home).hasSize(3).contains(host(owner(region)));
        return home;
    }

    /** Returns the node of a server; nodes of the testbed have addresses as host names. */
    static String host(ServerName server) {
        return server.getHostname();
    }

    /** Runs a major compaction until each store has one file; returns the log lines with the decisions. */
    List<String> major(TableName table) throws IOException {
        int before = decisions(table).size();
        admin.majorCompact(table);
        awaitOneFile(table);
        await().atMost(LIMIT).until(() -> decisions(table).size() > before);
        List<String> all = decisions(table);
        return all.subList(before, all.size());
    }

    void awaitOneFile(TableName table) throws IOException {
        int stores = admin.getDescriptor(table).getColumnFamilyCount()
                * admin.getRegions(table).size();
        await().atMost(LIMIT).ignoreException(FileNotFoundException.class).untilAsserted(() -> assertThat(files(table))
                .as(() -> "decisions: " + decisions(table))
                .hasSize(stores)
                .allSatisfy(file -> assertThat(file.getPath().getName()).doesNotContain(".")));
    }

    /** Returns the log lines with the outcome of each compaction of a table, in order of time. */
    List<String> decisions(TableName table) {
        return logged(table, LOCALLY, FALLBACK);
    }

    /** Returns the log line with the cost estimate of the last local compaction. */
    String estimate(TableName table) {
        List<String> lines = logged(table, "Starting local compaction of ");
        return lines.get(lines.size() - 1);
    }

    List<String> favoredNodes(TableName table) {
        return logged(table, "Selected favored nodes of ");
    }

    void awaitFavoredNodes(TableName table, int times) {
        await().atMost(LIMIT).until(() -> favoredNodes(table).size() >= times);
    }

    /** Returns the log lines of all servers about a table that contain one of some texts, in order of time. */
    List<String> logged(TableName table, String... texts) {
        return logged(" " + table.getNameAsString() + ",").stream()
                .filter(line -> Stream.of(texts).anyMatch(line::contains))
                .toList();
    }

    /** Returns the log lines of all servers that contain a text, in order of time. */
    List<String> logged(String text) {
        List<String> lines = new ArrayList<>();
        for (Daemon each : cluster.daemons(Role.REGIONSERVER)) {
            try (Stream<String> log = Files.lines(each.log())) {
                log.filter(line -> line.contains(text)).forEach(lines::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        // Every line starts with its time.
        lines.sort(null);
        return lines;
    }

    /** Sums up a metric of local compaction over the running servers. */
    long metric(String name) throws IOException {
        long sum = 0;
        for (Daemon each : cluster.daemons(Role.REGIONSERVER)) {
            if (each.alive()) {
                sum += each.bean("Hadoop:service=HBase,name=" + LocalCompactMetrics.NAME, name)
                        .path(name)
                        .asLong();
            }
        }
        return sum;
    }

    @Override
    public void close() throws IOException {
        admin.close();
        connection.close();
        cluster.close();
    }
}
