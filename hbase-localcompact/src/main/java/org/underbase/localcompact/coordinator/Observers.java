package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.ScanType;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.security.User;

/**
 * Asks a region's observers before a compaction of it. HBase asks them when it opens the scanner of a compaction, which a local
 * one does on servers where they are not; and it is there that HBase's access control looks whether the user who asked for the
 * compaction may.
 */
final class Observers {
    private Observers() {}

    /** Why a compaction is not to be local; nothing where no observer refuses it or wraps what is merged. */
    static Optional<String> refusal(HStore store, CompactionRequestImpl request, User user) {
        RegionCoprocessorHost host = store.getCoprocessorHost();
        if (host == null) {
            return Optional.empty();
        }
        InternalScanner nothing = new Nothing();
        // As HBase's compactor has it.
        ScanType type = request.isAllFiles() ? ScanType.COMPACT_DROP_DELETES : ScanType.COMPACT_RETAIN_DELETES;
        try (InternalScanner scanner = host.preCompact(store, nothing, type, request.getTracker(), request, user)) {
            return scanner == nothing
                    ? Optional.empty()
                    : Optional.of("an observer wraps what is merged in "
                            + scanner.getClass().getName());
        } catch (IOException e) {
            return Optional.of("an observer refuses it: " + e.getMessage());
        }
    }

    /** What is merged, without a row. */
    private static final class Nothing implements InternalScanner {
        @Override
        public boolean next(List<Cell> result, ScannerContext context) {
            return false;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
