package org.underbase.htfs.cli;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.SegmentHeader;
import org.underbase.htfs.format.SegmentReader;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceSlice;
import org.underbase.operator.output.ProgressLine;

/**
 * Summary of one segment.
 *
 * @param file path of the segment
 * @param bytes length of the file, in bytes
 * @param header header of the segment; {@link SegmentHeader#NONE} if it is corrupt
 * @param totals sums over the events
 * @param report report of the reader
 */
record SegmentSummary(String file, long bytes, SegmentHeader header, Totals totals, ReadReport report) {

    /** Reads a segment to its end. */
    static SegmentSummary read(Configuration conf, TraceSlice slice, ProgressLine progress) throws IOException {
        Totals totals = new Totals();
        try (SegmentReader reader = TraceFiles.open(conf, slice)) {
            for (Optional<BlockCursor> block = reader.next(); block.isPresent(); block = reader.next()) {
                BlockCursor events = block.get();
                while (events.next()) {
                    totals.add(events);
                }
                progress.update(() -> reader.position() + " of " + slice.end() + " bytes of " + reader.name());
            }
            return new SegmentSummary(
                    reader.name(), slice.end(), reader.segment().orElse(SegmentHeader.NONE), totals, reader.report());
        }
    }

    /** Whether the header was read. */
    boolean hasHeader() {
        return !header.equals(SegmentHeader.NONE);
    }
}
