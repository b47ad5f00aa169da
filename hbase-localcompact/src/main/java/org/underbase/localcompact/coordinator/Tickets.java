package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.underbase.localcompact.proto.LocalCompactProtos.InputProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Fingerprint;
import org.underbase.localcompact.worker.WriterSettings;

/** Factory of merge tickets, which fix everything that could make two merges of the same files differ. */
final class Tickets {
    private Tickets() {}

    /** Creates a ticket without the fields of its output file and its worker. */
    static TicketProto of(HStore store, Configuration conf, CompactionRequestImpl request, FileSystem fs)
            throws IOException {
        TicketProto.Builder ticket = TicketProto.newBuilder()
                .setId(UUID.randomUUID().toString())
                .setTable(ByteString.copyFrom(
                        TableDescriptorBuilder.toByteArray(store.getHRegion().getTableDescriptor())))
                .setRegion(ByteString.copyFrom(RegionInfo.toByteArray(store.getRegionInfo())))
                .setFamily(ByteString.copyFrom(store.getColumnFamilyDescriptor().getName()))
                .setNow(EnvironmentEdgeManager.currentTime())
                .setReadPoint(store.getSmallestReadPoint())
                .setMajor(request.isMajor())
                .setAllFiles(request.isAllFiles())
                .setFingerprint(Fingerprint.of(store.getColumnFamilyDescriptor()))
                .addAllSettings(WriterSettings.of(conf))
                .setClientName("")
                .setBlockSize(0)
                .setDataNode("");
        for (HStoreFile file : request.getFiles()) {
            FileStatus status = fs.getFileStatus(file.getPath());
            ticket.addInputs(InputProto.newBuilder()
                    .setPath(file.getPath().getName())
                    .setLength(status.getLen())
                    .setModified(status.getModificationTime()));
        }
        store.getCompactedFiles()
                .forEach(file -> ticket.addCompacted(file.getPath().getName()));
        return ticket.build();
    }
}
