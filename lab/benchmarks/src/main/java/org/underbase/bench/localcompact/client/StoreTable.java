package org.underbase.bench.localcompact.client;

import java.io.IOException;
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

/**
 * A table of one region and one family whose same store files are compacted again and again: after a compaction they are
 * taken back from HBase's archive, in which they are the same blocks on the same nodes. Not thread-safe.
 */
final class StoreTable {
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final byte[] QUALIFIER = Bytes.toBytes("q");
    static final String COMPACTOR = "hbase.hstore.defaultengine.compactor.class";
    static final String LOCAL = "org.underbase.localcompact.LocalCompactor";
    private static final int VALUE_BYTES = 1000;
    private static final int BATCH = 500;
    private static final long POLL_MILLIS = 25;
    private static final long LIMIT_NANOS = 900_000_000_000L;

    private final Connection connection;
    private final FileSystem fs;
    private final TableName name;
    /** Length by name. */
    private final SortedMap<String, Long> inputs = new TreeMap<>();

    StoreTable(Connection connection, FileSystem fs, TableName name) {
        this.connection = connection;
        this.fs = fs;
        this.name = name;
    }

    Answer run(Ask ask) throws IOException, InterruptedException {
        long began = System.nanoTime();
        long output = 0;
        try (Admin admin = connection.getAdmin()) {
            switch (ask.verb()) {
                case CREATE -> {
                    admin.balancerSwitch(false, true);
                    admin.createTable(description(ask.underbase()));
                    move(admin, ask.server());
                }
                case FILL -> fill(admin, ask.bytes(), ask.seed());
                case REMEMBER -> remember();
                case PREPARE -> prepare(admin, ask);
                case COMPACT -> output = compact(admin);
                case MESSAGES -> new Mailboxes(connection, name).run(ask);
                default -> throw new IOException("what is " + ask.verb() + "?");
            }
        }
        HRegionLocation region = region();
        return new Answer(
                region.getRegion().getEncodedName(),
                region.getHostname(),
                (System.nanoTime() - began) / 1e9,
                inputs.size(),
                inputs.values().stream().mapToLong(Long::longValue).sum(),
                output);
    }

    private TableDescriptor description(boolean underbase) {
        TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                // Nothing but what is asked for is compacted or flushed.
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
        long began = System.nanoTime();
        connection.clearRegionLocationCache();
        HRegionLocation now = region();
        if (host.isEmpty() || now.getHostname().equals(host)) {
            return;
        }
        ServerName server = admin.getRegionServers().stream()
                .filter(each -> each.getHostname().equals(host))
                .findFirst()
                .orElseThrow(() -> new IOException("no RegionServer on " + host));
        admin.move(now.getRegion().getEncodedNameAsBytes(), server);
        while (!region().getHostname().equals(host)) {
            pause(began, "the region of " + name + " is not on " + host);
            connection.clearRegionLocationCache();
        }
    }

    private static void pause(long began, String what) throws IOException, InterruptedException {
        if (System.nanoTime() - began > LIMIT_NANOS) {
            throw new IOException(what + " after " + LIMIT_NANOS / 1_000_000_000 + " s");
        }
        Thread.sleep(POLL_MILLIS);
    }

    /** Rows that fall between those of the other files; values that do not compress. */
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
        admin.flush(name);
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

    private void prepare(Admin admin, Ask ask) throws IOException, InterruptedException {
        admin.disableTable(name);
        Path live = directory("/hbase");
        SortedMap<String, Long> there = files("/hbase");
        for (String file : there.keySet()) {
            if (!inputs.containsKey(file)) {
                fs.delete(new Path(live, file), false);
            }
        }
        for (String file : inputs.keySet()) {
            if (!there.containsKey(file) && !fs.rename(new Path(directory("/hbase/archive"), file), live)) {
                throw new IOException(file + " is not in the archive of HBase any more");
            }
        }
        admin.modifyTable(description(ask.underbase()));
        admin.enableTable(name);
        move(admin, ask.server());
        if (!files("/hbase").equals(inputs)) {
            throw new IOException("the store has " + files("/hbase") + ", not " + inputs);
        }
    }

    /** Returns when the one file that comes out is where readers find it; how long that is. */
    private long compact(Admin admin) throws IOException, InterruptedException {
        long began = System.nanoTime();
        admin.majorCompact(name);
        SortedMap<String, Long> after = files("/hbase");
        while (inputs.keySet().containsAll(after.keySet())) {
            pause(began, name + " is not compacted");
            after = files("/hbase");
        }
        after.keySet().removeAll(inputs.keySet());
        if (after.size() != 1) {
            throw new IOException("a major compaction of " + name + " made " + after);
        }
        return after.get(after.firstKey());
    }
}
