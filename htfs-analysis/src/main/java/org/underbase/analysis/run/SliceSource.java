package org.underbase.analysis.run;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.SegmentReader;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceFormatException;
import org.underbase.htfs.format.TraceSlice;
import org.underbase.htfs.format.TraceVersionException;

/** Source of the events of one slice of a segment. */
public final class SliceSource implements EventSource {
    private final Configuration conf;
    private final TraceSlice slice;
    private ReadReport report = new ReadReport();
    /** Number of blocks that the first reading returned; a segment may grow until the second one. */
    private long blocks = Long.MAX_VALUE;

    /** Labels of the processes in the slice. */
    private final Set<String> labels = new HashSet<>();

    /** Creates a source of the blocks of a slice. */
    public SliceSource(Configuration conf, TraceSlice slice) {
        this.conf = conf;
        this.slice = slice;
    }

    /** Returns the report of the last reading. */
    public ReadReport report() {
        return report;
    }

    /** Returns the labels of the processes whose events the last reading returned. */
    public Set<String> labels() {
        return Set.copyOf(labels);
    }

    @Override
    public long weight() {
        return slice.end() - slice.start();
    }

    /**
     * Reads the slice. A file that is not a trace or was deleted after the search is a corrupt range, so that it does not end
     * the analysis of the others. Another reading returns the same blocks, unless some are gone. A newer version or an existing file that cannot be opened ends it.
     */
    @Override
    public void read(Consumer<? super TraceEvent> sink) throws IOException {
        Optional<SegmentReader> opened = open();
        if (opened.isEmpty()) {
            return;
        }
        try (SegmentReader reader = opened.get()) {
            long count = 0;
            while (count < blocks) {
                Optional<BlockCursor> block = reader.next();
                if (block.isEmpty()) {
                    break;
                }
                count++;
                BlockCursor events = block.get();
                labels.add(events.label());
                while (events.next()) {
                    sink.accept(events);
                }
            }
            if (count < blocks) {
                blocks = count;
                report = reader.report();
            }
        }
    }

    private Optional<SegmentReader> open() throws IOException {
        try {
            return Optional.of(TraceFiles.open(conf, slice));
        } catch (TraceVersionException e) {
            throw e;
        } catch (FileNotFoundException e) {
            // A local file throws it also without permission, and if the process has too many open files.
            if (TraceFiles.exists(conf, slice)) {
                throw e;
            }
            report = ReadReport.unreadable(slice, e.getMessage());
            return Optional.empty();
        } catch (TraceFormatException e) {
            // The cause lacks the name of the file, which the corrupt range has.
            Throwable cause = e.getCause() instanceof TraceFormatException ? e.getCause() : e;
            report = ReadReport.unreadable(slice, cause.getMessage());
            return Optional.empty();
        }
    }
}
