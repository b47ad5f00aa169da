package org.underbase.combinedlog.block;

import java.util.List;
import org.underbase.combinedlog.journal.Replayed;

/**
 * Result of a replay.
 *
 * @param journal counts of the journal's records
 * @param intact replicas whose files already contained all synced bytes
 * @param repaired replicas whose files lacked bytes or records
 * @param created replicas whose files were missing
 * @param superseded replicas whose records were all superseded
 * @param deleted replicas without files whose first bytes are not in the journal: they were deleted
 * @param corruptReplicas one line for each replica that does not match its checksums after the replay, or that lacks bytes
 *     older than the records: a disk lost fsynced data
 * @param kept replicas whose records the journal must keep at its start; none unless the replay was asked to return early
 * @param failures replicas and storages that could not be processed
 * @param nanos duration, in nanoseconds
 */
public record ReplayReport(
        Replayed journal,
        int intact,
        int repaired,
        int created,
        int superseded,
        int deleted,
        List<String> corruptReplicas,
        KeptReplicas kept,
        ReplayFailures failures,
        long nanos) {
    /** Copies the list. */
    public ReplayReport {
        corruptReplicas = List.copyOf(corruptReplicas);
    }

    /**
     * Returns the number of corrupt replicas.
     *
     * @return size of {@link #corruptReplicas}
     */
    public int corruptCount() {
        return corruptReplicas.size();
    }

    /**
     * Reports whether all fsynced data was found.
     *
     * @return false if a replica is corrupt or could not be replayed, or records are missing
     */
    public boolean complete() {
        return corruptReplicas.isEmpty() && journal.gaps() == 0 && failures.isEmpty();
    }

    /**
     * Formats the report as one log line.
     *
     * @return all counts
     */
    @Override
    public String toString() {
        return String.format(
                "%d records of %d replicas in %d ms: %d intact, %d repaired, %d created, %d superseded, %d deleted,"
                        + " %d failed, %d corrupt, %d gaps",
                journal.records(),
                intact + repaired + created + superseded + deleted + failures.replicaCount(),
                nanos / 1_000_000,
                intact,
                repaired,
                created,
                superseded,
                deleted,
                failures.replicaCount(),
                corruptCount(),
                journal.gaps());
    }
}
