package org.underbase.htfs.cli;

import java.util.ArrayList;
import java.util.List;
import org.underbase.htfs.format.ReadReport;

/**
 * A summary of traces.
 *
 * @param segments each file
 * @param totals all events together
 * @param report what was read and what not, of all files together
 * @param missing segments that are not there, a line each
 */
record Stat(List<SegmentFacts> segments, Totals totals, ReadReport report, List<String> missing) {
    static Stat of(List<SegmentFacts> segments) {
        Totals totals = new Totals();
        ReadReport report = new ReadReport();
        for (SegmentFacts segment : segments) {
            totals.add(segment.totals());
            report.add(segment.report());
        }
        List<String> missing = new ArrayList<>(Missing.segments(segments));
        missing.addAll(Missing.next(segments));
        return new Stat(segments, totals, report, missing);
    }

    long bytesOnDisk() {
        return segments.stream().mapToLong(SegmentFacts::bytes).sum();
    }
}
