package org.underbase.localcompact.coordinator;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.worker.TaskEntry;

/** Phase and progress of one local compaction: that of its slowest merge. Thread-safe. */
public final class Progress {
    private final long cells;
    private volatile List<MergeHandle> merges = List.of();
    private volatile String phase = "starting";
    private volatile Optional<TaskEntry> task = Optional.empty();

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
        merging.forEach(each -> each.onReport(this::show));
    }

    /** Sets the current phase. */
    void phase(String current) {
        phase = current;
        show();
    }

    /** Sets the task that shows each phase and each report of a server. */
    void showIn(TaskEntry entry) {
        task = Optional.of(entry);
        show();
    }

    private void show() {
        task.ifPresent(entry -> entry.update(phase, Math.round(100 * now().getProgressPct())));
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
