package org.underbase.demo.compaction.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.underbase.localcompact.LocalCompactor;

/**
 * A table of one region and one family whose same store files are compacted twice: after the first time they are taken back
 * from HBase's archive, in which they are the same blocks on the same nodes. Not thread-safe.
 */
final class ComparedTable {
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final byte[] QUALIFIER = Bytes.toBytes("q");
    private static final int VALUE_BYTES = 1000;
    private static final int BATCH = 500;
    private static final long POLL_MILLIS = 25;
    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final Connection connection;
    private final FileSystem fs;
    private final TableName name;
    /** Length by name. */
    private final SortedMap<String, Long> inputs = new TreeMap<>();

    ComparedTable(Connection connection, FileSystem fs, TableName name) {
        this.connection = connection;
        this.fs = fs;
        this.name = name;
    }

    Answer run(Ask ask) throws IOException, InterruptedException {
        try (Admin admin = connection.getAdmin()) {
            return switch (ask.verb()) {
                case MAKE -> make(admin, ask);
                case COMPACT -> answer(compact(admin));
                case AGAIN -> again(admin);
                case READ -> read();
            };
        }
    }

    private Answer answer(long output) {
        long bytes = inputs.values().stream().mapToLong(Long::longValue).sum();
        return new Answer(inputs.size(), bytes, output, 0, 0);
    }

    private TableDescriptorBuilder description() {
        return TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                // Nothing but what is asked for is compacted or flushed.
                .setValue("hbase.hstore.compaction.min", "1000")
                .setValue("hbase.hstore.blockingStoreFiles", "1000")
                .setValue(HConstants.MAJOR_COMPACTION_PERIOD, "0")
                .setMemStoreFlushSize(1L << 30);
    }

    private Answer make(Admin admin, Ask ask) throws IOException {
        admin.balancerSwitch(false, true);
        admin.createTable(description().build());
        Random random = new Random(ask.seed());
        for (int file = 0; file < ask.files(); file++) {
            fill(random, ask.bytes());
            admin.flush(name);
        }
        inputs.putAll(files("/hbase"));
        if (inputs.size() != ask.files()) {
            throw new IOException("the store has " + inputs + ", not " + ask.files() + " files");
        }
        return answer(0);
    }

    /** Rows that fall between those of the other files; values that do not compress. */
    private void fill(Random random, long bytes) throws IOException {
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
    }

    /** Returns when the one file that comes out is where readers find it; how long that is. */
    private long compact(Admin admin) throws IOException, InterruptedException {
        long began = System.nanoTime();
        admin.majorCompact(name);
        SortedMap<String, Long> after = files("/hbase");
        while (inputs.keySet().containsAll(after.keySet())) {
            if (System.nanoTime() - began > LIMIT_NANOS) {
                throw new IOException(
                        name + " is not compacted after " + TimeUnit.NANOSECONDS.toSeconds(LIMIT_NANOS) + " s");
            }
            Thread.sleep(POLL_MILLIS);
            after = files("/hbase");
        }
        after.keySet().removeAll(inputs.keySet());
        if (after.size() != 1) {
            throw new IOException("a major compaction of " + name + " made " + after);
        }
        return after.get(after.firstKey());
    }

    private Answer again(Admin admin) throws IOException {
        admin.disableTable(name);
        SortedMap<String, Long> there = files("/hbase");
        for (String file : there.keySet()) {
            if (!inputs.containsKey(file)) {
                fs.delete(new Path(directory("/hbase"), file), false);
            }
        }
        for (String file : inputs.keySet()) {
            if (!there.containsKey(file)
                    && !fs.rename(new Path(directory("/hbase/archive"), file), directory("/hbase"))) {
                throw new IOException(file + " is not in the archive of HBase any more");
            }
        }
        TableDescriptor local = description()
                .setValue(DefaultStoreEngine.DEFAULT_COMPACTOR_CLASS_KEY, LocalCompactor.class.getName())
                .build();
        admin.modifyTable(local);
        admin.enableTable(name);
        if (!files("/hbase").equals(inputs)) {
            throw new IOException("the store has " + files("/hbase") + ", not " + inputs);
        }
        return answer(0);
    }

    private Answer read() throws IOException {
        CRC32C crc = new CRC32C();
        long rows = 0;
        try (Table table = connection.getTable(name);
                ResultScanner scanner = table.getScanner(new Scan().setCaching(BATCH))) {
            for (Result result : scanner) {
                rows++;
                for (Cell cell : result.rawCells()) {
                    crc.update(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength());
                    crc.update(Bytes.toBytes(cell.getTimestamp()));
                    crc.update(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
                }
            }
        }
        return new Answer(inputs.size(), 0, 0, rows, crc.getValue());
    }

    private Path directory(String root) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            String region = admin.getRegions(name).get(0).getEncodedName();
            return new Path(
                    root + "/data/default/" + name.getNameAsString() + "/" + region + "/" + Bytes.toString(FAMILY));
        }
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
}
