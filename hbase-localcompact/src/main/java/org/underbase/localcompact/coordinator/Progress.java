package org.underbase.localcompact.coordinator;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;

/** How far one local compaction is: as far as the slowest of its merges. Thread-safe. */
public final class Progress {
    private final long cells;
    private volatile List<Link> links = List.of();

    private Progress(long cells) {
        this.cells = cells;
    }

    /**
     * Of one that has not begun.
     *
     * @param request what is compacted
     * @return its progress
     */
    public static Progress of(CompactionRequestImpl request) {
        return new Progress(request.getFiles().stream()
                .map(HStoreFile::getReader)
                .flatMap(reader -> Optional.ofNullable(reader).stream())
                .mapToLong(reader -> reader.getEntries())
                .sum());
    }

    /** Who merges from now on. */
    void isOf(List<Link> merging) {
        links = merging;
    }

    /**
     * As HBase shows it.
     *
     * @return cells of all inputs, cells and bytes of one replica that are written; what the servers have told last
     */
    public CompactionProgress now() {
        CompactionProgress now = new CompactionProgress(cells);
        links.stream()
                .map(Link::last)
                .min(Comparator.comparingLong(StateProto::getCells))
                .ifPresent(slowest -> {
                    now.currentCompactedKVs = slowest.getCells();
                    now.totalCompactedSize = slowest.getBytes();
                });
        return now;
    }
}
