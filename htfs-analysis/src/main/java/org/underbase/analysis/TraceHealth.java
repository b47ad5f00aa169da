package org.underbase.analysis;

import java.util.List;
import org.underbase.htfs.format.Drops;

/**
 * Completeness of a trace.
 *
 * @param segments number of files with a readable header
 * @param blocks number of complete blocks
 * @param bytes size of those blocks on disk, in bytes
 * @param lost calls whose events the recorder lost, by cause
 * @param corruptRangeCount number of missing or corrupt ranges
 * @param corruptRanges descriptions of the first of those ranges, one line each
 * @param unclosed segments without an end mark: still being written, or their process was killed
 */
public record TraceHealth(
        long segments,
        long blocks,
        long bytes,
        Drops lost,
        long corruptRangeCount,
        List<String> corruptRanges,
        List<String> unclosed) {
    public TraceHealth {
        corruptRanges = List.copyOf(corruptRanges);
        unclosed = List.copyOf(unclosed);
    }

    /** Returns the number of calls whose events the recorder lost. */
    public long droppedEvents() {
        return lost.total();
    }
}
