package org.underbase.analysis.run;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.SegmentReader;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceFormatException;
import org.underbase.htfs.format.TraceSlice;
import org.underbase.htfs.format.TraceVersionException;

/** Source of the events of one slice of a segment. */
public final class SliceSource implements EventSource {
    /** Size of a slice: small enough to use all cores, large enough that the cost of opening a file is negligible. */
    public static final long BYTES = 4L << 20;

    private final Configuration conf;
    private final TraceSlice slice;
    private final Selection selection;
    private final boolean skipBad;
    private ReadReport report = new ReadReport();

    /** The part that the last reading could not read. */
    private ReadReport broken = new ReadReport();

    /** Number of blocks that the first reading returned; a segment may grow until the second one. */
    private long blocks = Long.MAX_VALUE;

    /** Labels of the processes in the slice. */
    private final Set<String> labels = new HashSet<>();

    /**
     * Creates a source of the events of a slice.
     *
     * @param selection the events to return
     * @param skipBad whether a file of a newer version and one that cannot be read are corrupt ranges
     */
    public SliceSource(Configuration conf, TraceSlice slice, Selection selection, boolean skipBad) {
        this.conf = conf;
        this.slice = slice;
        this.selection = selection;
        this.skipBad = skipBad;
    }

    /** Returns the report of the last reading. */
    public ReadReport report() {
        return report;
    }

    /** Returns the labels of the processes whose events the last reading returned. */
    public Set<String> labels() {
        return Set.copyOf(labels);
    }

    /** Returns the slice. */
    public TraceSlice slice() {
        return slice;
    }

    @Override
    public void writeState(DataOutput out) throws IOException {
        out.writeLong(blocks);
        report.write(out);
        out.writeInt(labels.size());
        for (String label : labels) {
            out.writeUTF(label);
        }
    }

    @Override
    public void readState(DataInput in) throws IOException {
        blocks = in.readLong();
        report = ReadReport.read(in);
        labels.clear();
        for (int left = in.readInt(); left > 0; left--) {
            labels.add(in.readUTF());
        }
    }

    @Override
    public long weight() {
        return slice.end() - slice.start();
    }

    /**
     * Reads the slice. A file that is not a trace or was deleted after the search is a corrupt range, so that it does not end
     * the analysis of the others. Another reading returns the same blocks, unless some are gone. A newer version or an existing
     * file that cannot be read ends it, unless they are to be skipped.
     */
    @Override
    public void read(Consumer<? super TraceEvent> sink) throws IOException {
        boolean everything = selection.isAll();
        readBlocks(true, events -> {
            while (events.next()) {
                if (everything || selection.test(events)) {
                    sink.accept(events);
                }
            }
        });
    }

    @Override
    public void read(EventPartial<?> sink) throws IOException {
        if (selection.isAll()) {
            readBlocks(sink.readsDurations(), sink::acceptAll);
        } else {
            read(sink::accept);
        }
    }

    private void readBlocks(boolean durations, Consumer<BlockCursor> sink) throws IOException {
        Optional<SegmentReader> opened = open();
        if (opened.isEmpty()) {
            return;
        }
        try (SegmentReader reader = opened.get()) {
            if (!durations) {
                reader.skipDurations();
            }
            long count = 0;
            while (count < blocks) {
                Optional<BlockCursor> block = next(reader);
                if (block.isEmpty()) {
                    break;
                }
                count++;
                BlockCursor events = block.get();
                labels.add(events.label());
                sink.accept(events);
            }
            if (count < blocks) {
                blocks = count;
                report = reader.report();
                report.add(broken);
            }
        }
    }

    /** Returns the earliest start in the headers of the blocks of the slice, in nanoseconds; empty without blocks. */
    public OptionalLong firstStart() throws IOException {
        Optional<SegmentReader> opened = open();
        OptionalLong first = OptionalLong.empty();
        if (opened.isPresent()) {
            try (SegmentReader reader = opened.get()) {
                for (Optional<BlockHeader> next = reader.nextHeader(); next.isPresent(); next = reader.nextHeader()) {
                    if (!next.get().end()) {
                        first = OptionalLong.of(Math.min(
                                first.orElse(Long.MAX_VALUE), next.get().firstStart()));
                    }
                }
            }
        }
        return first;
    }

    private Optional<BlockCursor> next(SegmentReader reader) throws IOException {
        try {
            return reader.next(selection::mayContain);
        } catch (IOException e) {
            if (!skipBad) {
                throw e;
            }
            long at = Math.min(reader.position(), slice.end());
            broken = ReadReport.unreadable(new TraceSlice(slice.path(), at, slice.end()), reason(e));
            return Optional.empty();
        }
    }

    /** Returns the message of a failure without the name of the file, which a corrupt range has. */
    private String reason(IOException e) {
        String message = String.valueOf(e.getMessage());
        String name = TraceFiles.shown(slice) + ": ";
        return message.startsWith(name) ? message.substring(name.length()) : message;
    }

    private Optional<SegmentReader> open() throws IOException {
        try {
            return Optional.of(TraceFiles.open(conf, slice));
        } catch (IOException e) {
            if (!skipBad && ends(e)) {
                throw e;
            }
            report = ReadReport.unreadable(slice, reason(e));
            return Optional.empty();
        }
    }

    /** Whether a file that cannot be opened ends the analysis of the others. */
    private boolean ends(IOException e) throws IOException {
        if (e instanceof FileNotFoundException) {
            // A local file throws it also without permission, and if the process has too many open files.
            return TraceFiles.exists(conf, slice);
        }
        return e instanceof TraceVersionException || !(e instanceof TraceFormatException);
    }
}
