package org.underbase.combinedlog.block;

import java.util.List;
import org.underbase.combinedlog.journal.Replayed;

/**
 * What a replay did.
 *
 * @param journal what was in the journal
 * @param intact replicas whose files had everything already
 * @param repaired replicas whose files lacked something
 * @param created replicas whose files were not there
 * @param settled replicas that had been dropped from the journal
 * @param vanished replicas without files of which the journal holds an end only: they were deleted
 * @param damages a line for each replica that does not fit its checksums though all records were applied, or lacks bytes
 *     that are older than they: a disk lost what it had promised to keep
 * @param nanos it took
 */
public record ReplayReport(
        Replayed journal,
        int intact,
        int repaired,
        int created,
        int settled,
        int vanished,
        List<String> damages,
        long nanos) {
    /** Keeps its own list. */
    public ReplayReport {
        damages = List.copyOf(damages);
    }

    /**
     * How many replicas are damaged.
     *
     * @return their number
     */
    public int damaged() {
        return damages.size();
    }

    /**
     * Tells whether all that was promised is there.
     *
     * @return false where a replica is damaged or records are missing
     */
    public boolean whole() {
        return damages.isEmpty() && journal.gaps() == 0;
    }

    /**
     * In one line.
     *
     * @return for a log
     */
    @Override
    public String toString() {
        return String.format(
                "%d records of %d replicas in %d ms: %d intact, %d repaired, %d created, %d settled, %d vanished,"
                        + " %d damaged, %d gaps",
                journal.records(),
                intact + repaired + created + settled + vanished + damaged(),
                nanos / 1_000_000,
                intact,
                repaired,
                created,
                settled,
                vanished,
                damaged(),
                journal.gaps());
    }
}
