package org.underbase.htfs.cli;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.SegmentHeader;
import org.underbase.htfs.format.SegmentReader;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceSlice;

/**
 * All of one segment, read to its end.
 *
 * @param file the segment
 * @param bytes how long its file is
 * @param header its header, if that is readable
 * @param ending its end mark, if it has one
 * @param totals what its events did
 * @param report what was read and what not
 */
record SegmentFacts(
        String file,
        long bytes,
        Optional<SegmentHeader> header,
        Optional<BlockHeader.Kind> ending,
        Totals totals,
        ReadReport report) {

    static SegmentFacts read(Configuration conf, TraceSlice slice, Progress progress) throws IOException {
        Totals totals = new Totals();
        try (SegmentReader reader = TraceFiles.open(conf, slice)) {
            for (Optional<BlockCursor> block = reader.next(); block.isPresent(); block = reader.next()) {
                BlockCursor events = block.get();
                while (events.next()) {
                    totals.add(events);
                }
                progress.at(() -> reader.position() + " of " + slice.end() + " bytes of " + reader.name());
            }
            return new SegmentFacts(
                    reader.name(), slice.end(), reader.segment(), reader.ending(), totals, reader.report());
        }
    }
}
