package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Merged;

/**
 * Compaction of a store without a RegionServer, as in many of HBase's tests: two merges by ticket must write the same bytes,
 * which become the output. Their file system is not HDFS, so there are no replicas to place.
 */
public final class TicketCompaction {
    private static final int LEVELS_BELOW_ROOT = 3;

    private TicketCompaction() {}

    /** Compacts a store, or throws an exception with the reason, like {@link Coordinator#compact}. */
    public static Path compact(HStore store, Configuration conf, CompactionRequestImpl request, User user)
            throws FallbackException {
        try {
            return merge(store, conf, request, user);
        } catch (FallbackException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new FallbackException(FallbackReason.FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    private static Path merge(HStore store, Configuration conf, CompactionRequestImpl request, User user)
            throws IOException {
        String obstacle = Eligibility.obstacle(store, conf, conf, request)
                .or(() -> Observers.obstacle(store, request, user))
                .orElse("");
        if (!obstacle.isEmpty()) {
            throw new FallbackException(FallbackReason.INELIGIBLE, obstacle);
        }
        FileSystem fs = store.getRegionFileSystem().getFileSystem();
        Configuration server = new Configuration(conf);
        CommonFSUtils.setRootDir(server, root(store));
        TicketProto ticket = Tickets.of(store, conf, request, fs);
        AtomicReference<Supplier<CompactionProgress>> progress = new AtomicReference<>();
        byte[] merged = Merged.of(ticket, fs, server, progress::set);
        if (!Arrays.equals(merged, Merged.of(ticket, fs, server, again -> {}))) {
            throw new FallbackException(FallbackReason.DIVERGED, "two merges wrote different bytes");
        }
        Path output = Coordinator.output(store, request);
        try (OutputStream stream = fs.create(output, false)) {
            stream.write(merged);
        }
        CompactionProgress done = progress.get().get();
        done.complete();
        store.updateCompactedMetrics(request.isMajor(), done);
        return output;
    }

    /** Returns HBase's root directory above {@code data/NAMESPACE/TABLE}. */
    private static Path root(HStore store) {
        Path directory = store.getRegionFileSystem().getTableDir();
        for (int i = 0; i < LEVELS_BELOW_ROOT; i++) {
            directory = directory.getParent();
        }
        return directory;
    }
}
