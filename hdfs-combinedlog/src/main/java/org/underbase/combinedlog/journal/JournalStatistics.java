package org.underbase.combinedlog.journal;

/**
 * Counters and gauges of a journal since it was opened. Read without a lock, so the values may differ slightly in time.
 *
 * @param records appended records
 * @param syncs requests of commits
 * @param commits commits that reached the disk
 * @param directCommits commits that bypassed the page cache
 * @param bytes written bytes, with headers and padding
 * @param commitNanos time of writes and fsyncs, in nanoseconds
 * @param waitNanos total time from the requests of commits to the commits, in nanoseconds
 * @param checkpoints reclaimed segments
 * @param checkpointFailures failed and repeated checkpoints
 * @param checkpointNanos time of checkpoints with their pauses, in nanoseconds
 * @param rejected appends that were rejected because the journal was full
 * @param emergencySegments segments that were created because none was free
 * @param segments current number of segments
 * @param freeSegments current number of free segments
 * @param segmentBytes size of the current segment, in bytes
 * @param oldestRecordNanos age of the oldest record that is not checkpointed, in nanoseconds; 0 without one
 */
public record JournalStatistics(
        long records,
        long syncs,
        long commits,
        long directCommits,
        long bytes,
        long commitNanos,
        long waitNanos,
        long checkpoints,
        long checkpointFailures,
        long checkpointNanos,
        long rejected,
        long emergencySegments,
        int segments,
        int freeSegments,
        long segmentBytes,
        long oldestRecordNanos) {
    /** Counters of a missing journal. */
    public static final JournalStatistics NONE = new JournalStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
