package org.underbase.localcompact.coordinator;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;

/** Progress of one local compaction: that of its slowest merge. Thread-safe. */
public final class Progress {
    private final long cells;
    private volatile List<MergeHandle> merges = List.of();

    private Progress(long cells) {
        this.cells = cells;
    }

    /**
     * Creates the progress of a compaction that has not started.
     *
     * @param request compaction request with its files
     * @return progress at zero
     */
    public static Progress of(CompactionRequestImpl request) {
        return new Progress(request.getFiles().stream()
                .map(HStoreFile::getReader)
                .filter(Objects::nonNull)
                .mapToLong(reader -> reader.getEntries())
                .sum());
    }

    /** Sets the merges to follow. */
    void follow(List<MergeHandle> merging) {
        merges = merging;
    }

    /**
     * Takes a snapshot in HBase's format.
     *
     * @return cells of all inputs, and the cells and bytes of one replica written so far, from the last reports of the servers
     */
    public CompactionProgress now() {
        CompactionProgress now = new CompactionProgress(cells);
        merges.stream()
                .map(MergeHandle::last)
                .min(Comparator.comparingLong(StateProto::getCells))
                .ifPresent(slowest -> {
                    now.currentCompactedKVs = slowest.getCells();
                    now.totalCompactedSize = slowest.getBytes();
                });
        return now;
    }
}
