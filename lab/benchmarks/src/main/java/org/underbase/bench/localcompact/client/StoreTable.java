package org.underbase.bench.localcompact.client;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.underbase.testbed.Await;
import org.underbase.testbed.TableFlush;

/**
 * Table of one region and one family whose store files are compacted repeatedly. After a compaction, the inputs are moved
 * back from HBase's archive, where they keep their blocks and nodes. Not thread-safe.
 */
final class StoreTable {
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final byte[] QUALIFIER = Bytes.toBytes("q");
    static final String COMPACTOR = "hbase.hstore.defaultengine.compactor.class";
    static final String LOCAL = "org.underbase.localcompact.LocalCompactor";
    private static final int VALUE_BYTES = 1000;
    private static final int BATCH = 500;
    private static final long POLL_MILLIS = 25;
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private final Connection connection;
    private final FileSystem fs;
    private final TableName name;
    /** Lengths of the inputs by file name. */
    private final SortedMap<String, Long> inputs = new TreeMap<>();

    StoreTable(Connection connection, FileSystem fs, TableName name) {
        this.connection = connection;
        this.fs = fs;
        this.name = name;
    }

    Response run(Request request) throws IOException, InterruptedException {
        long began = System.nanoTime();
        long output = 0;
        Load load = Load.NONE;
        try (Admin admin = connection.getAdmin()) {
            switch (request.operation()) {
                case CREATE -> {
                    admin.balancerSwitch(false, true);
                    admin.createTable(description(request.underbase()));
                    move(admin, request.server());
                }
                case FILL -> fill(admin, request.bytes(), request.seed());
                case REMEMBER -> remember();
                case PREPARE -> prepare(admin, request);
                case RECONFIGURE -> admin.updateConfiguration();
                case COMPACT -> output = compact(admin, request);
                case HOT_FILE -> {
                    new HotFile(fs).create(request.bytes(), request.seed());
                    return withoutTable(began);
                }
                case MESSAGES -> new Mailboxes(connection, name).run(request);
                case CREATE_STORES -> new Stores(connection, name).create(admin, request);
                case FLUSH -> TableFlush.flush(admin, name);
                case COMPACT_STORES -> new Stores(connection, name).compact(admin);
                case SCAN -> new Stores(connection, name).scan();
                case INGEST -> load = new Stores(connection, name).ingest(request);
                case DROP -> {
                    new Stores(connection, name).drop(admin, fs);
                    return withoutTable(began);
                }
                default -> throw new IOException("unknown operation " + request.operation());
            }
        }
        HRegionLocation region = region();
        return new Response(
                region.getRegion().getEncodedName(),
                region.getHostname(),
                (System.nanoTime() - began) / 1e9,
                inputs.size(),
                inputs.values().stream().mapToLong(Long::longValue).sum(),
                output,
                load);
    }

    private static Response withoutTable(long began) {
        return new Response("", "", (System.nanoTime() - began) / 1e9, 0, 0, 0, Load.NONE);
    }

    private TableDescriptor description(boolean underbase) {
        TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                // Only requests cause compactions and flushes.
                .setValue("hbase.hstore.compaction.min", "1000")
                .setValue("hbase.hstore.blockingStoreFiles", "1000")
                .setValue(HConstants.MAJOR_COMPACTION_PERIOD, "0")
                .setMemStoreFlushSize(1L << 30);
        return (underbase ? table.setValue(COMPACTOR, LOCAL) : table).build();
    }

    private HRegionLocation region() throws IOException {
        try (RegionLocator locator = connection.getRegionLocator(name)) {
            return locator.getAllRegionLocations().get(0);
        }
    }

    private void move(Admin admin, String host) throws IOException, InterruptedException {
        connection.clearRegionLocationCache();
        HRegionLocation now = region();
        if (host.isEmpty() || now.getHostname().equals(host)) {
            return;
        }
        ServerName server = admin.getRegionServers().stream()
                .filter(each -> each.getHostname().equals(host))
                .findFirst()
                .orElseThrow(() -> new IOException("no RegionServer runs on " + host));
        admin.move(now.getRegion().getEncodedNameAsBytes(), server);
        Await.until("the region of " + name + " to be on " + host, LIMIT, () -> region().getHostname(), () -> {
            connection.clearRegionLocationCache();
            return region().getHostname().equals(host);
        });
    }

    /** Writes random rows, which interleave with those of other files, and incompressible values. */
    private void fill(Admin admin, long bytes, long seed) throws IOException {
        Random random = new Random(seed);
        try (Table table = connection.getTable(name)) {
            List<Put> puts = new ArrayList<>();
            for (long written = 0; written < bytes; written += VALUE_BYTES) {
                byte[] row = new byte[Long.BYTES];
                byte[] value = new byte[VALUE_BYTES];
                random.nextBytes(row);
                random.nextBytes(value);
                puts.add(new Put(row).addColumn(FAMILY, QUALIFIER, value).setDurability(Durability.SKIP_WAL));
                if (puts.size() == BATCH) {
                    table.put(puts);
                    puts.clear();
                }
            }
            table.put(puts);
        }
        TableFlush.flush(admin, name);
    }

    private Path directory(String root) throws IOException {
        RegionInfo region = region().getRegion();
        return new Path(root + "/data/default/" + name.getNameAsString() + "/" + region.getEncodedName() + "/"
                + Bytes.toString(FAMILY));
    }

    private SortedMap<String, Long> files(String root) throws IOException {
        SortedMap<String, Long> found = new TreeMap<>();
        for (FileStatus file : fs.listStatus(directory(root))) {
            if (file.isFile() && !file.getPath().getName().startsWith(".")) {
                found.put(file.getPath().getName(), file.getLen());
            }
        }
        return found;
    }

    private void remember() throws IOException {
        inputs.clear();
        inputs.putAll(files("/hbase"));
    }

    private void prepare(Admin admin, Request request) throws IOException, InterruptedException {
        admin.disableTable(name);
        Path live = directory("/hbase");
        SortedMap<String, Long> current = files("/hbase");
        for (String file : current.keySet()) {
            if (!inputs.containsKey(file)) {
                fs.delete(new Path(live, file), false);
            }
        }
        for (String file : inputs.keySet()) {
            if (!current.containsKey(file) && !fs.rename(new Path(directory("/hbase/archive"), file), live)) {
                throw new IOException(file + " is missing in HBase's archive");
            }
        }
        admin.modifyTable(description(request.underbase()));
        admin.enableTable(name);
        move(admin, request.server());
        if (!files("/hbase").equals(inputs)) {
            throw new IOException("the store contains " + files("/hbase") + ": expected " + inputs);
        }
    }

    private long compact(Admin admin, Request request) throws IOException, InterruptedException {
        if (request.count() == 0) {
            return compact(admin);
        }
        try (HotFile.Readers readers = new HotFile(fs).read(request.count(), request.seed())) {
            long output = compact(admin);
            readers.check();
            return output;
        }
    }

    /** Compacts the store, waits until readers use the output, and returns the length of the output. */
    private long compact(Admin admin) throws IOException, InterruptedException {
        admin.majorCompact(name);
        long limit = System.nanoTime() + LIMIT.toNanos();
        SortedMap<String, Long> after = files("/hbase");
        // Polls faster than Await, because the poll interval is part of the measured time.
        while (inputs.keySet().containsAll(after.keySet())) {
            if (System.nanoTime() - limit > 0) {
                throw new IOException("compaction of " + name + ": not finished after " + LIMIT.toSeconds() + " s");
            }
            Thread.sleep(POLL_MILLIS);
            after = files("/hbase");
        }
        after.keySet().removeAll(inputs.keySet());
        if (after.size() != 1) {
            throw new IOException("the major compaction of " + name + " wrote " + after + ": expected one file");
        }
        return after.get(after.firstKey());
    }
}
