package org.underbase.combinedlog.journal;

/**
 * What a journal did since it was opened. Read without a lock: the figures belong to slightly different moments.
 *
 * @param records appended
 * @param syncs that had to wait
 * @param commits that reached the disk
 * @param bytes written, with headers and padding
 * @param commitNanos spent in writes and in waiting for the disk's flush
 * @param waitNanos that callers of sync waited, in sum
 * @param checkpoints of segments
 * @param checkpointFailures that were tried again
 * @param checkpointNanos spent in them, with their pauses
 * @param refused appends for want of room
 * @param extraSegments made because a commit found no free one
 * @param segments that are there now
 * @param freeSegments that are free now
 * @param segmentBytes size of the current one
 */
public record JournalStatistics(
        long records,
        long syncs,
        long commits,
        long bytes,
        long commitNanos,
        long waitNanos,
        long checkpoints,
        long checkpointFailures,
        long checkpointNanos,
        long refused,
        long extraSegments,
        int segments,
        int freeSegments,
        long segmentBytes) {}
