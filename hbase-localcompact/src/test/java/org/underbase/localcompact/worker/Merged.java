package org.underbase.localcompact.worker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CanSetDropBehind;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.regionserver.MergingStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;

/** Output of a ticket's merge, without a DataNode. */
public final class Merged {
    private Merged() {}

    /** {@code server} is the configuration of the server that merges. */
    public static byte[] of(TicketProto ticket, FileSystem fs, Configuration server) throws IOException {
        return of(ticket, fs, server, progress -> {});
    }

    /** {@code progress} receives the source of the merge's progress. */
    public static byte[] of(
            TicketProto ticket, FileSystem fs, Configuration server, Consumer<Supplier<CompactionProgress>> progress)
            throws IOException {
        return of(ticket, fs, fs, server, dropBehind -> {}, progress);
    }

    /**
     * {@code unverified} reads without the file system's checksums; {@code caching} receives HBase's request to drop the
     * output from the page cache.
     */
    public static byte[] of(
            TicketProto ticket, FileSystem fs, FileSystem unverified, Configuration server, CanSetDropBehind caching)
            throws IOException {
        return of(ticket, fs, unverified, server, caching, progress -> {});
    }

    private static byte[] of(
            TicketProto ticket,
            FileSystem fs,
            FileSystem unverified,
            Configuration server,
            CanSetDropBehind caching,
            Consumer<Supplier<CompactionProgress>> progress)
            throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        MergeFileSystem mergeFs = new MergeFileSystem(fs, unverified);
        mergeFs.setOutput(output, caching);
        MergingStore.Order order = new MergeOrders(server).of(ticket, mergeFs);
        at(
                ticket.getNow(),
                () -> MergingStore.merge(
                        order,
                        new RealTimeThroughput(
                                NoLimitThroughputController.INSTANCE, () -> false, new MergeTimes(System::nanoTime)),
                        progress));
        return output.toByteArray();
    }

    /** Action that may fail. */
    @FunctionalInterface
    public interface Body {
        void run() throws IOException;
    }

    /** Runs an action with a frozen clock. */
    public static void at(long now, Body body) throws IOException {
        PinnedClock.<IOException>at(now, body::run);
    }
}
