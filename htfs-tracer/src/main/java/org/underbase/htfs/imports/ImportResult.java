package org.underbase.htfs.imports;

import java.util.List;
import java.util.Map;

/**
 * Result of an import.
 *
 * @param written whether the trace was written; a strict import with a bad line writes nothing
 * @param lines number of lines in all files
 * @param otherLines lines of other loggers and empty lines
 * @param badLines malformed lines
 * @param firstBadLines the first of those
 * @param events number of events
 * @param processes number of processes
 * @param segments number of segments
 * @param bytes size of the segments, in bytes
 * @param firstNanos start of the first event, in nanoseconds since the epoch
 * @param lastNanos end of the last event, in nanoseconds since the epoch
 * @param remarks numbers of lines or events that were imported incompletely, by description
 */
public record ImportResult(
        boolean written,
        long lines,
        long otherLines,
        long badLines,
        List<BadLine> firstBadLines,
        long events,
        long processes,
        long segments,
        long bytes,
        long firstNanos,
        long lastNanos,
        Map<String, Long> remarks) {
    /** A malformed line. */
    public record BadLine(String file, long line, String reason) {}

    public ImportResult {
        firstBadLines = List.copyOf(firstBadLines);
    }
}
