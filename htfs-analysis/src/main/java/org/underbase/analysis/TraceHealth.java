package org.underbase.analysis;

import java.util.List;

/**
 * Completeness of a trace.
 *
 * @param segments number of files with a readable header
 * @param blocks number of complete blocks
 * @param bytes size of those blocks on disk, in bytes
 * @param droppedEvents number of events that the recorder dropped
 * @param corruptRangeCount number of missing or corrupt ranges
 * @param corruptRanges descriptions of the first of those ranges, one line each
 * @param unclosed segments without an end mark: still being written, or their process was killed
 */
public record TraceHealth(
        long segments,
        long blocks,
        long bytes,
        long droppedEvents,
        long corruptRangeCount,
        List<String> corruptRanges,
        List<String> unclosed) {
    public TraceHealth {
        corruptRanges = List.copyOf(corruptRanges);
        unclosed = List.copyOf(unclosed);
    }
}
