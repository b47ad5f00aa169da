package org.underbase.bench.combinedlog.cluster;

/**
 * Counters of a journal since its DataNode started.
 *
 * @param records records written
 * @param commits group commits
 * @param commitNanos duration of all group commits, in nanoseconds
 * @param journaled hsyncs written as a record
 * @param direct hsyncs that synced the replica's files to disk instead
 * @param checkpoints checkpoints of segments
 */
public record JournalCount(
        long records, long commits, long commitNanos, long journaled, long direct, long checkpoints) {
    /** Counters of a DataNode without a journal. */
    public static final JournalCount NONE = new JournalCount(0, 0, 0, 0, 0, 0);

    /**
     * Returns the increase since an earlier read.
     *
     * @param before earlier counters
     */
    public JournalCount since(JournalCount before) {
        return new JournalCount(
                records - before.records,
                commits - before.commits,
                commitNanos - before.commitNanos,
                journaled - before.journaled,
                direct - before.direct,
                checkpoints - before.checkpoints);
    }

    /** Returns the mean number of records per group commit. */
    public double recordsPerCommit() {
        return (double) records / commits;
    }

    /** Returns the mean duration of a group commit, in milliseconds. */
    public double commitMillis() {
        return commitNanos / 1e6 / commits;
    }

    /** Returns the percentage of hsyncs that synced the replica's files to disk. */
    public double directPercent() {
        return 100.0 * direct / (journaled + direct);
    }
}
