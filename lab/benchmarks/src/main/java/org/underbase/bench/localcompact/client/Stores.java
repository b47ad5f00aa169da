package org.underbase.bench.localcompact.client;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy;
import org.apache.hadoop.hbase.util.Bytes;
import org.underbase.testbed.Await;

/** Table of several regions with one store each, on the RegionServers in turn. HBase selects its compactions. */
final class Stores {
    static final byte[] FAMILY = Bytes.toBytes("f");
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration COMPACTION_LIMIT = Duration.ofMinutes(15);

    private final Connection connection;
    private final TableName name;

    Stores(Connection connection, TableName name) {
        this.connection = connection;
        this.name = name;
    }

    /** Creates the table; the start keys of its regions are the empty key, then the digits from 1. */
    void create(Admin admin, Request request) throws IOException {
        admin.balancerSwitch(false, true);
        TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .setValue(HConstants.MAJOR_COMPACTION_PERIOD, "0")
                // HBase splits the only region of a server at twice the size of a flush.
                .setRegionSplitPolicyClassName(DisabledRegionSplitPolicy.class.getName())
                .setMemStoreFlushSize(request.bytes());
        if (request.underbase()) {
            table.setValue(StoreTable.COMPACTOR, StoreTable.LOCAL);
        }
        byte[][] splits = new byte[request.count() - 1][];
        for (int i = 0; i < splits.length; i++) {
            splits[i] = key(i + 1);
        }
        admin.createTable(table.build(), splits);
        List<ServerName> servers = servers(admin);
        List<RegionInfo> regions = admin.getRegions(name);
        for (int i = 0; i < regions.size(); i++) {
            ServerName server = servers.get(i % servers.size());
            if (!location(i).getServerName().equals(server)) {
                admin.move(regions.get(i).getEncodedNameAsBytes(), server);
            }
        }
        for (int i = 0; i < regions.size(); i++) {
            int region = i;
            String server = servers.get(i % servers.size()).getServerName();
            Await.until(
                    "region " + i + " of " + name + " to be on " + server,
                    LIMIT,
                    () -> location(region).getServerName().getServerName(),
                    () -> location(region).getServerName().getServerName().equals(server));
        }
    }

    private static List<ServerName> servers(Admin admin) throws IOException {
        return admin.getRegionServers().stream()
                .sorted(Comparator.comparing(ServerName::getHostname))
                .toList();
    }

    private HRegionLocation location(int region) throws IOException {
        try (RegionLocator locator = connection.getRegionLocator(name)) {
            return locator.getRegionLocation(key(region), true);
        }
    }

    /** Returns the first key that is written to a region. */
    private static byte[] key(int region) {
        return Bytes.toBytes(Integer.toString(region));
    }

    /** Writes to all stores concurrently and samples the numbers of their files. */
    Load ingest(Request request) throws IOException, InterruptedException {
        Configuration conf = new Configuration(connection.getConfiguration());
        // The writers repeat rejected writes themselves and count the time.
        conf.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
        ExecutorService pool = Executors.newCachedThreadPool();
        try (Connection direct = ConnectionFactory.createConnection(conf);
                Admin admin = connection.getAdmin()) {
            List<RegionInfo> regions = admin.getRegions(name);
            long began = System.nanoTime();
            long end = began + Duration.ofSeconds(request.count()).toNanos();
            List<StoreWriter> writers = new ArrayList<>();
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < regions.size(); i++) {
                location(i);
                StoreWriter writer =
                        new StoreWriter(key(i), (double) request.bytes() / regions.size(), request.seed() + i);
                writers.add(writer);
                running.add(pool.submit(() -> {
                    writer.run(direct, name, began, end);
                    return null;
                }));
            }
            StoreFileSamples samples = new StoreFileSamples(admin, name, servers(admin));
            samples.run(end);
            for (Future<?> each : running) {
                get(each);
            }
            return new Load(
                    samples.mean(),
                    samples.max(),
                    writers.stream().mapToDouble(StoreWriter::blockedSeconds).sum(),
                    writers.stream().mapToLong(StoreWriter::bytes).sum(),
                    writers.stream().mapToDouble(StoreWriter::bytesPerSecond).sum());
        } finally {
            pool.shutdownNow();
        }
    }

    /** Compacts each store into one file. */
    void compact(Admin admin) throws IOException {
        admin.majorCompact(name);
        Await.until(
                "one store file in each store of " + name,
                COMPACTION_LIMIT,
                () -> files(admin).toString(),
                () -> files(admin).stream().allMatch(count -> count == 1));
    }

    /** Returns the number of store files of each region. */
    private List<Integer> files(Admin admin) throws IOException {
        List<Integer> files = new ArrayList<>();
        for (ServerName server : servers(admin)) {
            admin.getRegionMetrics(server, name).forEach(region -> files.add(region.getStoreFileCount()));
        }
        return files;
    }

    /** Reads all rows from HDFS. */
    void scan() throws IOException {
        long rows = 0;
        try (Table table = connection.getTable(name);
                ResultScanner scanner = table.getScanner(new Scan().setCacheBlocks(false))) {
            for (Result row = scanner.next(); row != null; row = scanner.next()) {
                rows++;
            }
        }
        if (rows == 0) {
            throw new IOException(name + " has no rows");
        }
    }

    private static void get(Future<?> future) throws IOException, InterruptedException {
        try {
            future.get();
        } catch (ExecutionException e) {
            throw new IOException("the ingest failed", e.getCause());
        }
    }

    void drop(Admin admin, FileSystem fs) throws IOException {
        admin.disableTable(name);
        admin.deleteTable(name);
        fs.delete(new Path("/hbase/archive/data/default/" + name.getNameAsString()), true);
    }
}
