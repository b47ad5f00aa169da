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
import org.underbase.testbed.TestCluster;

/** Tables of a cluster of real nodes, each with a DataNode and a RegionServer of its own, and what was written to them. */
final class TableCluster implements AutoCloseable {
    static final byte[] FAMILY = Bytes.toBytes("f");
    static final Duration LONG = Duration.ofMinutes(2);

    /** A local compaction was done. */
    static final String LOCALLY = ": compacted locally on ";

    private static final byte[] QUALIFIER = Bytes.toBytes("q");
    private static final long SEED = 14;
    private static final int VALUE = 300;

    private final TestCluster cluster;
    private final Connection connection;
    private final Admin admin;
    private final DistributedFileSystem fs;
    private final Random random = new Random(SEED);
    private final Map<String, SortedMap<Integer, byte[]>> written = new HashMap<>();

    TableCluster(ClusterRecipe description) throws IOException {
        cluster = description.start();
        connection = ConnectionFactory.createConnection(new Configuration(cluster.clientConfiguration()));
        admin = connection.getAdmin();
        fs = (DistributedFileSystem) new Path("/").getFileSystem(cluster.clientConfiguration());
    }

    /**
     * A cluster whose stores are compacted locally, when somebody asks.
     *
     * @param settings an empty directory
     */
    static ClusterRecipe describe(int nodes, java.nio.file.Path settings) throws IOException {
        // Metrics are as old as this, in seconds.
        Files.writeString(settings.resolve("hadoop-metrics2-hbase.properties"), "*.period=1\n");
        return TestCluster.builder()
                .nodes(nodes)
                .hbase(true)
                .classPath(settings)
                .jvmOptions(Role.REGIONSERVER, "-Xmx512m", "-XX:TieredStopAtLevel=1")
                .jvmOptions(Role.DATANODE, "-XX:TieredStopAtLevel=1")
                .set("dfs.blocksize", "1m")
                .set("dfs.namenode.fs-limits.min-block-size", "1024")
                .set("dfs.namenode.redundancy.interval.seconds", "1")
                // With so few connections the average says nothing, and favored nodes are left out for it.
                .set("dfs.namenode.redundancy.considerLoad", "false")
                .hbaseSet("hbase.coprocessor.regionserver.classes", LocalCompactService.class.getName())
                .hbaseSet("hbase.hstore.defaultengine.compactor.class", LocalCompactor.class.getName())
                .hbaseSet("underbase.localcompact.patience", "15s")
                // Nobody compacts, splits or moves but the test.
                .hbaseSet("hbase.hstore.compactionThreshold", "100")
                .hbaseSet("hbase.hregion.majorcompaction", "0")
                .hbaseSet("hbase.balancer.period", "2000000000")
                .hbaseSet("hbase.regionserver.hlog.blocksize", Integer.toString(16 << 20))
                .hbaseSet("hbase.regionserver.msginterval", "1000")
                // What was compacted goes at once, not after two minutes.
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
        awaitPinned(name, 1);
        return name;
    }

    /** One more store file in each of the families. */
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
        admin.flush(name);
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

    /** The region of a table that has one. */
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

    Daemon regionServer(ServerName server) {
        return cluster.daemons(Role.REGIONSERVER).stream()
                .filter(each -> each.address().equals(server.getAddress().toString()))
                .findFirst()
                .orElseThrow();
    }

    /** Moves a region, and waits until it is open and pinned there. */
    void move(RegionInfo region, ServerName to) throws IOException {
        int before = pins(region.getTable()).size();
        await().atMost(LONG).ignoreExceptions().until(() -> {
            // A server that has just started may not take it, and the Master takes another one.
            if (!owner(region).equals(to)) {
                admin.move(region.getEncodedNameAsBytes(), to);
            }
            return owner(region).equals(to);
        });
        await().atMost(LONG).until(() -> {
            List<String> pins = pins(region.getTable());
            return pins.size() > before && pins.get(pins.size() - 1).contains("is pinned to [" + host(to) + ":");
        });
    }

    /** What is done while HBase is down. */
    interface Meanwhile {
        void run() throws IOException;
    }

    /** Stops all of HBase and starts it again; returns when it serves and a table's region is pinned. */
    void restartHBase(TableName table, Meanwhile meanwhile) throws IOException {
        int pins = pins(table).size();
        List<Daemon> hbase = new ArrayList<>(cluster.daemons(Role.MASTER));
        hbase.addAll(cluster.daemons(Role.REGIONSERVER));
        for (Daemon each : hbase) {
            each.stop();
        }
        meanwhile.run();
        for (Daemon each : hbase) {
            each.start();
        }
        cluster.awaitHBase();
        awaitPinned(table, pins + 1);
        RegionInfo region = region(table);
        await().atMost(LONG).ignoreExceptions().until(() -> owner(region) != null);
    }

    /** Begins to move a region, and returns when its server takes no writes for it any more. */
    CompletableFuture<Void> beginMove(RegionInfo region, ServerName to) {
        String closes = "UnassignRegionHandler: Close " + region.getEncodedName();
        int before = told(closes).size();
        CompletableFuture<Void> moved = CompletableFuture.runAsync(() -> {
            try {
                admin.move(region.getEncodedNameAsBytes(), to);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        await().atMost(LONG).until(() -> told(closes).size() > before);
        return moved;
    }

    void read(TableName name, byte[] row) throws IOException {
        try (Table table = connection.getTable(name)) {
            table.get(new Get(row));
        }
    }

    /** What is in the region's directory of files that are not finished. */
    List<Path> temporary(RegionInfo region) throws IOException {
        List<Path> found = new ArrayList<>();
        try {
            RemoteIterator<LocatedFileStatus> each = fs.listFiles(new Path(directory(region), ".tmp"), true);
            while (each.hasNext()) {
                found.add(each.next().getPath());
            }
        } catch (FileNotFoundException e) {
            // It is made when it is needed.
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

    /** The nodes of each block of a region's files, by the name of the file. */
    Map<String, List<Set<String>>> places(RegionInfo region) throws IOException {
        Map<String, List<Set<String>>> places = new TreeMap<>();
        for (LocatedFileStatus file : files(region)) {
            List<Set<String>> blocks = new ArrayList<>();
            for (BlockLocation block : file.getBlockLocations()) {
                blocks.add(new TreeSet<>(List.of(block.getHosts())));
            }
            places.put(file.getPath().getName(), blocks);
        }
        return places;
    }

    /** Asserts that all files of a region are on the same three nodes, of which one is its server's; returns them. */
    Set<String> home(RegionInfo region) throws IOException {
        Map<String, List<Set<String>>> places = places(region);
        Set<Set<String>> different = new HashSet<>();
        places.values().forEach(different::addAll);
        assertThat(different).as(() -> places + "\n" + pins(region.getTable())).hasSize(1);
        Set<String> home = different.iterator().next();
        assertThat(home).hasSize(3).contains(host(owner(region)));
        return home;
    }

    /** Nodes of this testbed are called by their addresses. */
    static String host(ServerName server) {
        return server.getHostname();
    }

    /** Has a table compacted and waits until each of its stores has one file; returns how the server decided, in its words. */
    List<String> major(TableName table) throws IOException {
        int before = decisions(table).size();
        admin.majorCompact(table);
        awaitOneFile(table);
        await().atMost(LONG).until(() -> decisions(table).size() > before);
        List<String> all = decisions(table);
        return all.subList(before, all.size());
    }

    void awaitOneFile(TableName table) throws IOException {
        int stores = admin.getDescriptor(table).getColumnFamilyCount()
                * admin.getRegions(table).size();
        await().atMost(LONG).ignoreException(FileNotFoundException.class).untilAsserted(() -> assertThat(files(table))
                .as(() -> "decided: " + decisions(table))
                .hasSize(stores)
                .allSatisfy(file -> assertThat(file.getPath().getName()).doesNotContain(".")));
    }

    /** What the servers told of how a table's stores were compacted, a line for each compaction, the last one last. */
    List<String> decisions(TableName table) {
        return told(table, LOCALLY, "is compacted as ever (");
    }

    /** What was expected of the last compaction that was to be local. */
    String expected(TableName table) {
        List<String> lines = told(table, "is compacted locally by ");
        return lines.get(lines.size() - 1);
    }

    List<String> pins(TableName table) {
        return told(table, "is pinned to ");
    }

    void awaitPinned(TableName table, int times) {
        await().atMost(LONG).until(() -> pins(table).size() >= times);
    }

    /** What the servers told of a table with one of some words, the last one last. */
    List<String> told(TableName table, String... words) {
        return told(" " + table.getNameAsString() + ",").stream()
                .filter(line -> Stream.of(words).anyMatch(line::contains))
                .toList();
    }

    /** The lines of all servers with some word, as old as they come. */
    private List<String> told(String word) {
        List<String> lines = new ArrayList<>();
        for (Daemon each : cluster.daemons(Role.REGIONSERVER)) {
            try (Stream<String> log = Files.lines(each.log())) {
                log.filter(line -> line.contains(word)).forEach(lines::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        // Each begins with the time.
        lines.sort(null);
        return lines;
    }

    /** A metric of local compaction, of all servers that run. */
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
