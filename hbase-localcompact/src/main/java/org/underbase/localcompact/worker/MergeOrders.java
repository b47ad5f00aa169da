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

/** Makes of a ticket what HBase's compactor is to do, and refuses one that does not fit what is there. */
final class MergeOrders {
    /** What a merge needs that a region of this server does not, in place of what the table says. */
    private static final Map<String, String> OURS = new TreeMap<>(Map.of(
            StoreFileTrackerFactory.TRACKER_IMPL,
            TicketTracker.class.getName(),
            DefaultStoreEngine.DEFAULT_COMPACTOR_CLASS_KEY,
            DefaultCompactor.class.getName(),
            // One file comes out, not two.
            "hbase.enable.historical.compaction.files",
            "false",
            // It has no memstore to speak of, and no server to account it to.
            "hbase.hregion.memstore.mslab.enabled",
            "false",
            "hfile.block.cache.size",
            "0"));

    /** A store with more has other worries; each is opened before the first can be given up. */
    private static final int MOST_INPUTS = 10_000;

    private final Configuration server;

    MergeOrders(Configuration server) {
        this.server = server;
    }

    /**
     * Checks a ticket against what is there.
     *
     * @throws IOException where the region is not one of this cluster's, or a file is missing or another one
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
            OURS.forEach(conf::set);
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
            throw new IOException("the ticket's table or region cannot be read: " + e.getMessage(), e);
        }
    }

    static ColumnFamilyDescriptor family(TableDescriptor table, TicketProto ticket) throws IOException {
        ColumnFamilyDescriptor family = table.getColumnFamily(ticket.getFamily().toByteArray());
        if (family == null) {
            throw new IOException("the table " + table.getTableName() + " has no family "
                    + ticket.getFamily().toStringUtf8());
        }
        return family;
    }

    /** A table's own settings count more than the server's. */
    private static TableDescriptor adapted(TableDescriptor table, ColumnFamilyDescriptor family) {
        ColumnFamilyDescriptorBuilder ourFamily = ColumnFamilyDescriptorBuilder.newBuilder(family);
        TableDescriptorBuilder ours = TableDescriptorBuilder.newBuilder(table);
        OURS.forEach((name, value) -> {
            ourFamily.setConfiguration(name, value);
            ours.setValue(name, value);
        });
        return ours.modifyColumnFamily(ourFamily.build()).build();
    }

    private static List<Path> inputs(
            TicketProto ticket, FileSystem fs, Path tableDir, RegionInfo region, ColumnFamilyDescriptor family)
            throws IOException {
        Path home = new Path(new Path(tableDir, region.getEncodedName()), family.getNameAsString());
        if (ticket.getInputsCount() > MOST_INPUTS) {
            throw new IOException(
                    "the ticket has " + ticket.getInputsCount() + " store files, more than " + MOST_INPUTS);
        }
        List<Path> inputs = new ArrayList<>();
        Set<Path> seen = new HashSet<>();
        for (InputProto input : ticket.getInputsList()) {
            Path path = new Path(home, new Path(input.getPath()).getName());
            if (!seen.add(path)) {
                throw new IOException("the ticket has the store file " + path + " twice");
            }
            FileStatus status = fs.getFileStatus(path);
            if (status.getLen() != input.getLength() || status.getModificationTime() != input.getModified()) {
                throw new IOException("the store file " + path + " is not the one of the ticket");
            }
            inputs.add(path);
        }
        if (inputs.isEmpty()) {
            throw new IOException("the ticket has no store files");
        }
        return inputs;
    }
}
