package org.underbase.localcompact.worker;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.DefaultMemStore;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.MergingStore;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.DefaultCompactor;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.regionserver.storefiletracker.TicketTracker;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.underbase.localcompact.proto.LocalCompactProtos.InputProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;

/** Converter from tickets to merge orders for HBase's compactor. Rejects tickets that do not match the files in HDFS. */
final class MergeOrders {
    /** Settings of a merge that override those of the server. */
    private static final Map<String, String> OVERRIDES = new TreeMap<>(Map.of(
            StoreFileTrackerFactory.TRACKER_IMPL,
            TicketTracker.class.getName(),
            StoreEngine.STORE_ENGINE_CLASS_KEY,
            DefaultStoreEngine.class.getName(),
            DefaultStoreEngine.DEFAULT_COMPACTOR_CLASS_KEY,
            DefaultCompactor.class.getName(),
            // Write one output file instead of two.
            "hbase.enable.historical.compaction.files",
            "false",
            // A merge uses no memstore and no block cache.
            "hbase.hregion.memstore.mslab.enabled",
            "false",
            "hbase.regionserver.memstore.class",
            DefaultMemStore.class.getName(),
            "hfile.block.cache.size",
            "0",
            CacheConfig.PREFETCH_BLOCKS_ON_OPEN_KEY,
            "false"));

    /** Limit on open files: a merge opens all inputs before it can abort. */
    private static final int MAX_INPUTS = 10_000;

    private final Configuration server;

    MergeOrders(Configuration server) {
        this.server = server;
    }

    /**
     * Creates the merge order of a ticket.
     *
     * @throws IOException if the table or region is unknown, or an input file is missing or was replaced
     */
    MergingStore.Order of(TicketProto ticket, FileSystem fs) throws IOException {
        try {
            RegionInfo region = RegionInfo.parseFrom(ticket.getRegion().toByteArray());
            TableDescriptor table =
                    TableDescriptorBuilder.parseFrom(ticket.getTable().toByteArray());
            ColumnFamilyDescriptor family = plain(family(table, ticket));
            Path tableDir = CommonFSUtils.getTableDir(CommonFSUtils.getRootDir(server), table.getTableName());
            List<Path> inputs = inputs(ticket, fs, tableDir, region, family);
            Configuration conf = new Configuration(server);
            WriterSettings.apply(ticket.getSettingsList(), conf);
            OVERRIDES.forEach(conf::set);
            TicketTracker.setFiles(conf, inputs);
            return new MergingStore.Order(
                    conf,
                    fs,
                    tableDir,
                    region,
                    TableDescriptorBuilder.newBuilder(table.getTableName())
                            .setColumnFamily(family)
                            .build(),
                    family,
                    ticket.getReadPoint(),
                    ticket.getMajor(),
                    ticket.getAllFiles(),
                    inputs,
                    ticket.getCompactedList());
        } catch (DeserializationException e) {
            throw new IOException("invalid table or region in the ticket: " + e.getMessage(), e);
        }
    }

    static ColumnFamilyDescriptor family(TableDescriptor table, TicketProto ticket) throws IOException {
        ColumnFamilyDescriptor family = table.getColumnFamily(ticket.getFamily().toByteArray());
        if (family == null) {
            throw new IOException("table " + table.getTableName() + " lacks family "
                    + ticket.getFamily().toStringUtf8());
        }
        return family;
    }

    /**
     * Copies the attributes of a family, such as its compression, without its settings, whose names contain dots: those that
     * matter are in the ticket, and others could load classes.
     */
    private static ColumnFamilyDescriptor plain(ColumnFamilyDescriptor family) throws IOException {
        if (family.isMobEnabled() || family.getEncryptionType() != null) {
            throw new IOException("family " + family.getNameAsString() + " has MOB or encryption");
        }
        ColumnFamilyDescriptorBuilder plain = ColumnFamilyDescriptorBuilder.newBuilder(family.getName());
        family.getValues().forEach((name, value) -> {
            if (!Bytes.toString(name.get(), name.getOffset(), name.getLength()).contains(".")) {
                plain.setValue(name, value);
            }
        });
        return plain.setPrefetchBlocksOnOpen(false)
                .setInMemoryCompaction(MemoryCompactionPolicy.NONE)
                .build();
    }

    private static List<Path> inputs(
            TicketProto ticket, FileSystem fs, Path tableDir, RegionInfo region, ColumnFamilyDescriptor family)
            throws IOException {
        Path home = new Path(new Path(tableDir, region.getEncodedName()), family.getNameAsString());
        if (ticket.getInputsCount() > MAX_INPUTS) {
            throw new IOException(
                    "too many store files in the ticket: " + ticket.getInputsCount() + ", maximum " + MAX_INPUTS);
        }
        List<Path> inputs = new ArrayList<>();
        Set<Path> seen = new HashSet<>();
        for (InputProto input : ticket.getInputsList()) {
            Path path = new Path(home, new Path(input.getPath()).getName());
            if (!seen.add(path)) {
                throw new IOException("duplicate store file in the ticket: " + path);
            }
            FileStatus status = fs.getFileStatus(path);
            if (status.getLen() != input.getLength() || status.getModificationTime() != input.getModified()) {
                throw new IOException("store file " + path + " differs from the ticket in length or time");
            }
            inputs.add(path);
        }
        if (inputs.isEmpty()) {
            throw new IOException("the ticket lists no store files");
        }
        return inputs;
    }
}
