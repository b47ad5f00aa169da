package org.underbase.combinedlog.journal;

/**
 * What a replay found.
 *
 * @param records handed out
 * @param skipped records that were durable elsewhere already
 * @param segments that held any record
 * @param gaps places where records are missing that were on disk: not a crash but a damaged disk
 */
public record Replayed(long records, long skipped, int segments, int gaps) {}
