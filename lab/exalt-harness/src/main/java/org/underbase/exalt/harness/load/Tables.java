package org.underbase.exalt.harness.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultMemStore;
import org.apache.hadoop.hbase.regionserver.HStore;

/** Creation and removal of the tables that loads need. */
public final class Tables {
    private static final long KEYS = 1L << Integer.SIZE;

    private Tables() {}

    /**
     * Creates a table whose regions are never split, merged or compacted, as in the paper. Its blocks are not cached, so that each
     * row is read from a file.
     *
     * @param conf configuration of a client
     * @param rows description of the table
     * @param flushBytes size of a region's memstore at which it is flushed, in bytes; 0 for HBase's default
     * @param settings settings of the column family
     * @throws IOException if the Master does not create the table
     */
    public static void create(Configuration conf, RowsSpec rows, long flushBytes, Map<String, String> settings)
            throws IOException {
        ColumnFamilyDescriptorBuilder family =
                ColumnFamilyDescriptorBuilder.newBuilder(RowClient.FAMILY).setBlockCacheEnabled(false);
        settings.forEach(family::setConfiguration);
        if (rows.plain()) {
            family.setConfiguration(HStore.MEMSTORE_CLASS_NAME, DefaultMemStore.class.getName());
        }
        TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(rows.table()))
                .setColumnFamily(family.build())
                .setSplitEnabled(false)
                .setMergeEnabled(false)
                .setCompactionEnabled(false)
                // Otherwise flushes wait for compactions, which are disabled.
                .setValue(HStore.BLOCKING_STOREFILES_KEY, Integer.toString(Integer.MAX_VALUE));
        if (flushBytes > 0) {
            table.setMemStoreFlushSize(flushBytes);
        }
        try (Connection connection = ConnectionFactory.createConnection(conf);
                Admin admin = connection.getAdmin()) {
            if (rows.regions() > 1) {
                admin.createTable(table.build(), splits(rows.regions()));
            } else {
                admin.createTable(table.build());
            }
        }
    }

    /**
     * Removes a table and its regions; HBase archives its files.
     *
     * @param conf configuration of a client
     * @param name name of the table
     * @throws IOException if the Master does not remove the table
     */
    public static void drop(Configuration conf, String name) throws IOException {
        try (Connection connection = ConnectionFactory.createConnection(conf);
                Admin admin = connection.getAdmin()) {
            admin.disableTable(TableName.valueOf(name));
            admin.deleteTable(TableName.valueOf(name));
        }
    }

    /** Returns the first keys of all regions except the first. */
    static byte[][] splits(int regions) {
        byte[][] splits = new byte[regions - 1][];
        for (int i = 1; i < regions; i++) {
            splits[i - 1] = ByteBuffer.allocate(Integer.BYTES)
                    .putInt((int) (KEYS * i / regions))
                    .array();
        }
        return splits;
    }
}
