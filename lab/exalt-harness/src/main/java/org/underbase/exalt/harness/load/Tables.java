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

/** Makes and removes the tables that loads need. */
public final class Tables {
    private static final long KEYS = 1L << Integer.SIZE;

    private Tables() {}

    /**
     * Makes a table whose regions are never split, merged or compacted, as in the paper. A row is read from its file each time: blocks of
     * the table are not cached.
     *
     * @param conf of a client
     * @param rows the table
     * @param flushBytes of a region's memstore when it is flushed; 0 for HBase's default
     * @param settings of its family
     * @throws IOException when the Master does not make it
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
                // Else flushes wait for compactions that never come.
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
     * Removes a table and its regions; its files go to HBase's archive.
     *
     * @param conf of a client
     * @param name of the table
     * @throws IOException when the Master does not remove it
     */
    public static void drop(Configuration conf, String name) throws IOException {
        try (Connection connection = ConnectionFactory.createConnection(conf);
                Admin admin = connection.getAdmin()) {
            admin.disableTable(TableName.valueOf(name));
            admin.deleteTable(TableName.valueOf(name));
        }
    }

    /** First keys of all regions but the first. */
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
