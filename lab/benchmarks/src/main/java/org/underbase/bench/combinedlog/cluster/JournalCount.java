package org.underbase.bench.combinedlog.cluster;

/**
 * What a journal did since its DataNode started.
 *
 * @param journaled hsyncs that were a record
 * @param forced hsyncs that forced the replica's files instead
 * @param checkpoints of segments
 */
public record JournalCount(
        long records, long commits, long commitNanos, long journaled, long forced, long checkpoints) {
    /** What it did since an earlier count. */
    public JournalCount since(JournalCount before) {
        return new JournalCount(
                records - before.records,
                commits - before.commits,
                commitNanos - before.commitNanos,
                journaled - before.journaled,
                forced - before.forced,
                checkpoints - before.checkpoints);
    }
}
