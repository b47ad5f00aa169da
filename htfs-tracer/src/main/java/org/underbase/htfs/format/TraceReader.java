package org.underbase.htfs.format;

import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * Reader of the events of traces, segment by segment and block by block; within a block in the order of their starts. It
 * holds one block at a time. Not thread-safe.
 */
public final class TraceReader implements TraceEvents {
    private final Configuration conf;
    private final Iterator<TraceSlice> slices;
    private final ReadReport done = new ReadReport();
    private SegmentReader segment;
    private BlockCursor block;

    private TraceReader(Configuration conf, List<TraceSlice> slices) {
        this.conf = conf;
        this.slices = slices.iterator();
    }

    /** Opens all segments at the locations; see {@link TraceFiles}. */
    public static TraceReader open(Configuration conf, Collection<String> locations) throws IOException {
        return new TraceReader(conf, TraceFiles.find(conf, locations));
    }

    /** Opens slices, which are read in this order. */
    public static TraceReader ofSlices(Configuration conf, List<TraceSlice> slices) {
        return new TraceReader(conf, slices);
    }

    @Override
    public boolean next() throws IOException {
        while (block == null || !block.next()) {
            if (!nextBlock()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public TraceEvent event() {
        if (block == null) {
            throw new IllegalStateException("next() has not returned true");
        }
        return block;
    }

    @Override
    public ReadReport report() {
        ReadReport report = new ReadReport();
        report.add(done);
        if (segment != null) {
            report.add(segment.report());
        }
        return report;
    }

    private boolean nextBlock() throws IOException {
        block = null;
        while (true) {
            if (segment == null) {
                if (!slices.hasNext()) {
                    return false;
                }
                segment = TraceFiles.open(conf, slices.next());
            }
            Optional<BlockCursor> next = segment.next();
            if (next.isPresent()) {
                block = next.get();
                return true;
            }
            close();
        }
    }

    @Override
    public void close() throws IOException {
        if (segment != null) {
            done.add(segment.report());
            segment.close();
            segment = null;
        }
    }
}
