package org.underbase.workload.messages;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.underbase.workload.messages.mailbox.Family;
import org.underbase.workload.messages.mailbox.Population;

/** Makes, recognises and drops the table. The population is written into the table's descriptor. */
final class MessagesTable {
    private static final String POPULATION = "underbase.workload.messages";
    /** Families whose columns are asked for by name: a Bloom filter of row and column saves looking into HFiles. */
    private static final Set<Family> POINT_READ =
            EnumSet.of(Family.MESSAGE_META, Family.THREAD_META, Family.PREFETCH_META, Family.THREADING_IDX);

    private static final int POINT_BLOCK = 16 * 1024;
    private static final int RANGE_BLOCK = 64 * 1024;

    private MessagesTable() {}

    static void create(Connection connection, TableName name, TableLayout layout, Population population)
            throws IOException {
        try (Admin admin = connection.getAdmin()) {
            if (admin.tableExists(name)) {
                throw new IOException("table " + name + " exists already; drop it first or choose another name");
            }
            admin.createTable(descriptor(name, layout, population), RowKeys.splits(layout.regions()));
        }
    }

    static TableDescriptor descriptor(TableName name, TableLayout layout, Population population) {
        TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
        for (Family family : Family.values()) {
            table.setColumnFamily(descriptor(family, layout));
        }
        if (layout.flushSize() > 0) {
            table.setMemStoreFlushSize(layout.flushSize());
        }
        layout.settings().forEach(table::setValue);
        return table.setValue(POPULATION, json(population)).build();
    }

    private static ColumnFamilyDescriptor descriptor(Family family, TableLayout layout) {
        boolean point = POINT_READ.contains(family);
        int blockSize = layout.blockSize() > 0 ? layout.blockSize() : point ? POINT_BLOCK : RANGE_BLOCK;
        return ColumnFamilyDescriptorBuilder.newBuilder(family.bytes())
                .setMaxVersions(1)
                .setBloomFilterType(point ? BloomType.ROWCOL : BloomType.ROW)
                .setBlocksize(blockSize)
                .setCompressionType(named("compression", Compression.Algorithm.class, layout.compression()))
                .setDataBlockEncoding(named("encoding", DataBlockEncoding.class, layout.encoding()))
                .build();
    }

    private static <E extends Enum<E>> E named(String what, Class<E> type, String name) {
        String wanted = name.toUpperCase(Locale.ROOT);
        return EnumSet.allOf(type).stream()
                .filter(value -> value.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no " + what + " '" + name + "'; there are " + Arrays.toString(type.getEnumConstants())));
    }

    /**
     * The population that the table was made for.
     *
     * @throws IOException when there is no such table or it is not of this workload
     */
    static Population population(Connection connection, TableName name) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            if (!admin.tableExists(name)) {
                throw new IOException("there is no table " + name + "; make it with 'workload messages load'");
            }
            if (!admin.isTableEnabled(name)) {
                throw new IOException("table " + name + " is disabled");
            }
            String json = admin.getDescriptor(name).getValue(POPULATION);
            if (json == null) {
                throw new IOException("table " + name + " was not made by 'workload messages load'");
            }
            return population(name, json);
        }
    }

    private static Population population(TableName name, String json) throws IOException {
        try {
            return new ObjectMapper().readValue(json, Population.class);
        } catch (JsonProcessingException unreadable) {
            throw new IOException(
                    "table " + name + " was made by another version of this workload: " + json, unreadable);
        }
    }

    private static String json(Population population) {
        try {
            return new ObjectMapper().writeValueAsString(population);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a record of numbers cannot be written", impossible);
        }
    }

    /** Removes the table; returns whether there was one. Refuses a table that is not of this workload. */
    static boolean drop(Connection connection, TableName name) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            if (!admin.tableExists(name)) {
                return false;
            }
            if (admin.getDescriptor(name).getValue(POPULATION) == null) {
                throw new IOException("table " + name + " was not made by 'workload messages load' and is left alone");
            }
            if (admin.isTableEnabled(name)) {
                admin.disableTable(name);
            }
            admin.deleteTable(name);
            return true;
        }
    }
}
