package org.underbase.combinedlog.journal;

import java.util.List;

/**
 * Counts of a replay.
 *
 * @param records records that the sink received
 * @param skipped records that were already durable elsewhere
 * @param segments segments that contain a record
 * @param missing description of each gap: records that were on disk and are missing, because of the disk and not of a crash
 */
public record Replayed(long records, long skipped, int segments, List<String> missing) {
    /** Copies the list. */
    public Replayed {
        missing = List.copyOf(missing);
    }

    /**
     * Returns the number of gaps.
     *
     * @return size of {@link #missing}
     */
    public int gaps() {
        return missing.size();
    }
}
