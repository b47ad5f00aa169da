package org.underbase.demo.compaction.client;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
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
import org.underbase.testbed.Await;
import org.underbase.testbed.TableFlush;

/**
 * Table with one region and one family whose store files are compacted twice. After the first compaction they are restored
 * from HBase's archive, so they have the same blocks on the same nodes. Not thread-safe.
 */
final class ComparedTable {
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final byte[] QUALIFIER = Bytes.toBytes("q");
    private static final int VALUE_BYTES = 1000;
    private static final int BATCH = 500;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final Connection connection;
    private final FileSystem fs;
    private final TableName name;
    /** Sizes in bytes by file name. */
    private final SortedMap<String, Long> inputs = new TreeMap<>();

    ComparedTable(Connection connection, FileSystem fs, TableName name) {
        this.connection = connection;
        this.fs = fs;
        this.name = name;
    }

    Response run(Request request) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            return switch (request.command()) {
                case CREATE -> create(admin, request);
                case COMPACT -> response(compact(admin));
                case RESTORE -> restore(admin);
                case READ -> read();
            };
        }
    }

    private Response response(long output) {
        long bytes = inputs.values().stream().mapToLong(Long::longValue).sum();
        return new Response(inputs.size(), bytes, output, 0, 0);
    }

    private TableDescriptorBuilder description() {
        return TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                // Only requests compact and flush the table.
                .setValue("hbase.hstore.compaction.min", "1000")
                .setValue("hbase.hstore.blockingStoreFiles", "1000")
                .setValue(HConstants.MAJOR_COMPACTION_PERIOD, "0")
                .setMemStoreFlushSize(1L << 30);
    }

    private Response create(Admin admin, Request request) throws IOException {
        admin.balancerSwitch(false, true);
        admin.createTable(description().build());
        Random random = new Random(request.seed());
        for (int file = 0; file < request.files(); file++) {
            fill(random, request.bytes());
            TableFlush.flush(admin, name);
        }
        inputs.putAll(files("/hbase"));
        if (inputs.size() != request.files()) {
            throw new IOException("the store contains " + inputs + ", not " + request.files() + " files");
        }
        return response(0);
    }

    /** Writes random rows, which are interleaved with those of the other files, with incompressible values. */
    private void fill(Random random, long bytes) throws IOException {
        byte[] row = new byte[Long.BYTES];
        try (BufferedMutator table = connection.getBufferedMutator(name)) {
            for (long written = 0; written < bytes; written += VALUE_BYTES) {
                byte[] value = new byte[VALUE_BYTES];
                random.nextBytes(row);
                random.nextBytes(value);
                table.mutate(new Put(row).addColumn(FAMILY, QUALIFIER, value).setDurability(Durability.SKIP_WAL));
            }
        }
    }

    /** Compacts the store and returns the size of the output, in bytes, when it is visible to readers. */
    private long compact(Admin admin) throws IOException {
        admin.majorCompact(name);
        Await.until("the compaction of " + name, LIMIT, () -> files("/hbase").toString(), () -> !inputs.keySet()
                .containsAll(files("/hbase").keySet()));
        SortedMap<String, Long> after = files("/hbase");
        after.keySet().removeAll(inputs.keySet());
        if (after.size() != 1) {
            throw new IOException("a major compaction of " + name + " wrote " + after);
        }
        return after.get(after.firstKey());
    }

    private Response restore(Admin admin) throws IOException {
        admin.disableTable(name);
        SortedMap<String, Long> present = files("/hbase");
        for (String file : present.keySet()) {
            if (!inputs.containsKey(file)) {
                fs.delete(new Path(directory("/hbase"), file), false);
            }
        }
        for (String file : inputs.keySet()) {
            if (!present.containsKey(file)
                    && !fs.rename(new Path(directory("/hbase/archive"), file), directory("/hbase"))) {
                throw new IOException(file + " is missing in HBase's archive");
            }
        }
        TableDescriptor local = description()
                .setValue(DefaultStoreEngine.DEFAULT_COMPACTOR_CLASS_KEY, LocalCompactor.class.getName())
                .build();
        admin.modifyTable(local);
        admin.enableTable(name);
        if (!files("/hbase").equals(inputs)) {
            throw new IOException("the store contains " + files("/hbase") + ", not " + inputs);
        }
        return response(0);
    }

    private Response read() throws IOException {
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
        return new Response(inputs.size(), 0, 0, rows, crc.getValue());
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
