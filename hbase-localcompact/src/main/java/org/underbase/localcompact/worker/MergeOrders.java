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
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.MergingStore;
import org.apache.hadoop.hbase.regionserver.compactions.DefaultCompactor;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.regionserver.storefiletracker.TicketTracker;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.underbase.localcompact.proto.LocalCompactProtos.InputProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;

/** Converter from tickets to merge orders for HBase's compactor. Rejects tickets that do not match the files in HDFS. */
final class MergeOrders {
    /** Settings of a merge that override those of the table and the server. */
    private static final Map<String, String> OVERRIDES = new TreeMap<>(Map.of(
            StoreFileTrackerFactory.TRACKER_IMPL,
            TicketTracker.class.getName(),
            DefaultStoreEngine.DEFAULT_COMPACTOR_CLASS_KEY,
            DefaultCompactor.class.getName(),
            // Write one output file instead of two.
            "hbase.enable.historical.compaction.files",
            "false",
            // A merge uses no memstore and no block cache.
            "hbase.hregion.memstore.mslab.enabled",
            "false",
            "hfile.block.cache.size",
            "0"));

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
            ColumnFamilyDescriptor family = family(table, ticket);
            TableDescriptor adapted = adapted(table, family);
            Path tableDir = CommonFSUtils.getTableDir(CommonFSUtils.getRootDir(server), table.getTableName());
            List<Path> inputs = inputs(ticket, fs, tableDir, region, family);
            Configuration conf = new Configuration(server);
            ticket.getSettingsList().forEach(each -> conf.set(each.getName(), each.getValue()));
            OVERRIDES.forEach(conf::set);
            conf.set(
                    TicketTracker.FILES,
                    String.join(",", inputs.stream().map(Path::toString).toList()));
            return new MergingStore.Order(
                    conf,
                    fs,
                    tableDir,
                    region,
                    adapted,
                    adapted.getColumnFamily(family.getName()),
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

    /** Overrides the settings in the table descriptor too, because they take precedence over the server's. */
    private static TableDescriptor adapted(TableDescriptor table, ColumnFamilyDescriptor family) {
        ColumnFamilyDescriptorBuilder adaptedFamily = ColumnFamilyDescriptorBuilder.newBuilder(family);
        TableDescriptorBuilder adapted = TableDescriptorBuilder.newBuilder(table);
        OVERRIDES.forEach((name, value) -> {
            adaptedFamily.setConfiguration(name, value);
            adapted.setValue(name, value);
        });
        return adapted.modifyColumnFamily(adaptedFamily.build()).build();
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
