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

/** Creation, recognition and removal of the table. Its descriptor contains the population. */
final class MessagesTable {
    private static final String POPULATION = "underbase.workload.messages";
    /** Families read by column: a Bloom filter of row and column avoids reading HFiles. */
    private static final Set<Family> POINT_READ =
            EnumSet.of(Family.MESSAGE_META, Family.THREAD_META, Family.PREFETCH_META, Family.THREADING_IDX);

    private static final int POINT_BLOCK = 16 * 1024;
    private static final int RANGE_BLOCK = 64 * 1024;

    private MessagesTable() {}

    static void create(Connection connection, TableName name, TableLayout layout, Population population)
            throws IOException {
        try (Admin admin = connection.getAdmin()) {
            if (admin.tableExists(name)) {
                throw new IOException("table " + name + " already exists; drop it first or choose another name");
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
                .orElseThrow(() -> new IllegalArgumentException("invalid " + what + " '" + name + "': must be one of "
                        + Arrays.toString(type.getEnumConstants())));
    }

    /**
     * Reads the population for which the table was created.
     *
     * @throws IOException if the table does not exist or does not belong to this workload
     */
    static Population population(Connection connection, TableName name) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            if (!admin.tableExists(name)) {
                throw new IOException("no table " + name + "; create it with 'workload messages load'");
            }
            if (!admin.isTableEnabled(name)) {
                throw new IOException("table " + name + " is disabled; enable it first");
            }
            String json = admin.getDescriptor(name).getValue(POPULATION);
            if (json == null) {
                throw new IOException("table " + name + " was not created by 'workload messages load'");
            }
            return population(name, json);
        }
    }

    private static Population population(TableName name, String json) throws IOException {
        try {
            return new ObjectMapper().readValue(json, Population.class);
        } catch (JsonProcessingException unreadable) {
            throw new IOException(
                    "table " + name + " was created by another version of this workload: " + json, unreadable);
        }
    }

    private static String json(Population population) {
        try {
            return new ObjectMapper().writeValueAsString(population);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("cannot write a record of numbers as JSON", impossible);
        }
    }

    /**
     * Drops the table if it exists.
     *
     * @return whether the table existed
     * @throws IOException if the table does not belong to this workload
     */
    static boolean drop(Connection connection, TableName name) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            if (!admin.tableExists(name)) {
                return false;
            }
            if (admin.getDescriptor(name).getValue(POPULATION) == null) {
                throw new IOException("table " + name + " was not created by 'workload messages load': not dropped");
            }
            if (admin.isTableEnabled(name)) {
                admin.disableTable(name);
            }
            admin.deleteTable(name);
            return true;
        }
    }
}
