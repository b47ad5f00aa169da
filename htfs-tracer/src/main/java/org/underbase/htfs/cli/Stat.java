package org.underbase.htfs.cli;

import java.util.List;
import org.underbase.htfs.format.ReadReport;

/**
 * Summary of traces.
 *
 * @param segments summary of each segment
 * @param totals sums over all events
 * @param report combined report of the readers
 * @param missing missing segments, one line each
 */
record Stat(List<SegmentSummary> segments, Totals totals, ReadReport report, List<String> missing) {
    /** Combines the summaries of segments. */
    static Stat of(List<SegmentSummary> segments) {
        Totals totals = new Totals();
        ReadReport report = new ReadReport();
        for (SegmentSummary segment : segments) {
            totals.add(segment.totals());
            report.add(segment.report());
        }
        return new Stat(segments, totals, report, report.missingSegments());
    }

    long bytesOnDisk() {
        return segments.stream().mapToLong(SegmentSummary::bytes).sum();
    }
}
