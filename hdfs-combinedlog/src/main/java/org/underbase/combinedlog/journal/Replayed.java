package org.underbase.combinedlog.journal;

/**
 * What a replay found.
 *
 * @param records handed out
 * @param skipped records that were durable elsewhere already
 * @param segments that held any record
 * @param gaps places where records of a later segment follow on missing ones: not a crash but a damaged disk
 */
public record Replayed(long records, long skipped, int segments, int gaps) {}
