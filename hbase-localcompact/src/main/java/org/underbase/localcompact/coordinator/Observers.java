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
 * Calls to a region's observers before a local compaction. HBase calls them when it opens the scanner of a compaction. A local
 * compaction opens scanners on servers where the observers are not loaded. In this call, HBase's access control also checks the
 * permissions of the user who requested the compaction.
 */
final class Observers {
    private Observers() {}

    /** Returns the reason against a local compaction; empty if no observer rejects it or wraps the scanner. */
    static Optional<String> obstacle(HStore store, CompactionRequestImpl request, User user) {
        RegionCoprocessorHost host = store.getCoprocessorHost();
        if (host == null) {
            return Optional.empty();
        }
        InternalScanner empty = new EmptyScanner();
        // Same scan type as in HBase's compactor.
        ScanType type = request.isAllFiles() ? ScanType.COMPACT_DROP_DELETES : ScanType.COMPACT_RETAIN_DELETES;
        try (InternalScanner scanner = host.preCompact(store, empty, type, request.getTracker(), request, user)) {
            return scanner == empty
                    ? Optional.empty()
                    : Optional.of("an observer wraps the scanner in "
                            + scanner.getClass().getName());
        } catch (IOException e) {
            return Optional.of("an observer rejects the compaction: " + e.getMessage());
        }
    }

    /** Scanner without rows. */
    private static final class EmptyScanner implements InternalScanner {
        @Override
        public boolean next(List<Cell> result, ScannerContext context) {
            return false;
        }

        @Override
        public void close() {
            // No resources to release.
        }
    }
}
