package org.underbase.combinedlog.journal;

import java.util.List;

/**
 * What a replay found.
 *
 * @param records handed out
 * @param skipped records that were durable elsewhere already
 * @param segments that held any record
 * @param missing a few words for each place where records are missing that were on disk: not a crash but a damaged disk
 */
public record Replayed(long records, long skipped, int segments, List<String> missing) {
    /** Keeps its own list. */
    public Replayed {
        missing = List.copyOf(missing);
    }

    /**
     * How many such places there are.
     *
     * @return their number
     */
    public int gaps() {
        return missing.size();
    }
}
