package org.underbase.htfs.format;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Report of a reader: the amounts it read, and each missing or corrupt range. Not thread-safe. */
public final class ReadReport {
    /** Maximum number of corrupt ranges that are kept; further ones are only counted. */
    private static final int KEPT = 1000;

    private long segments;
    private long blocks;
    private long events;
    private long bytes;
    private long corruptRanges;
    private Drops drops = Drops.NONE;
    private long leastSampling = BlockHeader.ALL;
    private final List<CorruptRange> kept = new ArrayList<>();
    private final List<String> unclosed = new ArrayList<>();
    private final MissingSegments places = new MissingSegments();

    /** Returns the report of a slice of a file that could not be opened. */
    public static ReadReport unreadable(TraceSlice slice, String reason) {
        ReadReport report = new ReadReport();
        report.corrupt(TraceFiles.shown(slice), slice.start(), slice.end() - slice.start(), reason);
        return report;
    }

    void segment(SegmentHeader header) {
        segments++;
        places.begin(header);
    }

    void ended(SegmentHeader header, BlockHeader mark) {
        places.end(header, mark);
    }

    void block(BlockHeader header) {
        if (!header.end()) {
            blocks++;
            leastSampling = Math.min(leastSampling, header.sampling());
        }
        events += header.events();
        bytes += header.length();
        drops = drops.plus(header.drops());
    }

    /** Reverts the count of a block whose payload is corrupt. */
    void bad(BlockHeader header, String file, long offset, String reason) {
        blocks--;
        events -= header.events();
        bytes -= header.length();
        corrupt(file, offset, header.length(), reason);
    }

    /** Reverts the count of a block that {@code reader} could not read. */
    void unreadable(ReadReport reader, int count) {
        blocks--;
        events -= count;
        corruptRanges += reader.corruptRanges;
        kept.addAll(reader.kept);
    }

    void corrupt(String file, long offset, long length, String reason) {
        corruptRanges++;
        if (kept.size() < KEPT) {
            kept.add(new CorruptRange(file, offset, length, reason));
        }
    }

    void unclosed(String file) {
        unclosed.add(file);
    }

    /** Adds the counts and ranges of another report. */
    public void add(ReadReport other) {
        segments += other.segments;
        blocks += other.blocks;
        events += other.events;
        bytes += other.bytes;
        corruptRanges += other.corruptRanges;
        drops = drops.plus(other.drops);
        leastSampling = Math.min(leastSampling, other.leastSampling);
        for (CorruptRange range : other.kept) {
            if (kept.size() < KEPT) {
                kept.add(range);
            }
        }
        unclosed.addAll(other.unclosed);
        places.add(other.places);
    }

    /** Writes the report, for {@link #read}. */
    public void write(DataOutput out) throws IOException {
        for (long number : new long[] {segments, blocks, events, bytes, corruptRanges, leastSampling}) {
            out.writeLong(number);
        }
        for (Drops.Cause cause : Drops.Cause.values()) {
            out.writeLong(drops.events(cause));
            out.writeLong(drops.bytes(cause));
        }
        out.writeInt(kept.size());
        for (CorruptRange range : kept) {
            text(out, range.file());
            out.writeLong(range.offset());
            out.writeLong(range.bytes());
            text(out, range.reason());
        }
        out.writeInt(unclosed.size());
        for (String segment : unclosed) {
            text(out, segment);
        }
        places.write(out);
    }

    /** Reads a report that {@link #write} has written. */
    public static ReadReport read(DataInput in) throws IOException {
        ReadReport report = new ReadReport();
        report.segments = in.readLong();
        report.blocks = in.readLong();
        report.events = in.readLong();
        report.bytes = in.readLong();
        report.corruptRanges = in.readLong();
        report.leastSampling = in.readLong();
        for (Drops.Cause cause : Drops.Cause.values()) {
            report.drops = report.drops.with(cause, in.readLong(), in.readLong());
        }
        for (int left = in.readInt(); left > 0; left--) {
            report.kept.add(new CorruptRange(text(in), in.readLong(), in.readLong(), text(in)));
        }
        for (int left = in.readInt(); left > 0; left--) {
            report.unclosed.add(text(in));
        }
        report.places.read(in);
        return report;
    }

    /** Writes a text of any length; that of {@link DataOutput#writeUTF} has a limit. */
    static void text(DataOutput out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static String text(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Returns the number of segments whose header was read; a slice that does not begin with the header counts none. */
    public long segments() {
        return segments;
    }

    /** Returns the number of intact blocks. */
    public long blocks() {
        return blocks;
    }

    /** Returns the number of events in intact blocks. */
    public long events() {
        return events;
    }

    /** Returns the length of the intact blocks with their headers, in bytes. */
    public long bytes() {
        return bytes;
    }

    /** Returns the events that the recorder dropped. */
    public Drops drops() {
        return drops;
    }

    /** Returns the least {@link BlockHeader#sampling} of a block. */
    public long leastSampling() {
        return leastSampling;
    }

    /** Returns the number of missing or corrupt ranges. */
    public long corruptRangeCount() {
        return corruptRanges;
    }

    /** Returns the first 1,000 missing or corrupt ranges. */
    public List<CorruptRange> corruptRanges() {
        return List.copyOf(kept);
    }

    /** Returns the segments without an end mark, which are still being written or whose process was killed. */
    public List<String> unclosed() {
        return List.copyOf(unclosed);
    }

    /** Returns one line per run of missing segments, by the numbers of the others of the process. */
    public List<String> gaps() {
        return places.lines(Long.MIN_VALUE, Long.MAX_VALUE, false);
    }

    /** Returns the {@link #gaps}, and one line per process whose last segment is not the end of its recording. */
    public List<String> missingSegments() {
        return missingSegments(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /**
     * Returns the {@link #missingSegments} whose events may be in a range of time.
     *
     * @param from start of the range, in nanoseconds since the epoch
     * @param to end of the range, exclusive
     */
    public List<String> missingSegments(long from, long to) {
        return places.lines(from, to, true);
    }

    /** Whether no range is corrupt, no event was dropped and every segment has an end mark. */
    public boolean complete() {
        return corruptRanges == 0 && drops.total() == 0 && unclosed.isEmpty();
    }

    @Override
    public String toString() {
        return events + " events in " + blocks + " blocks of " + segments + " segments; dropped while recording: "
                + drops.total() + "; corrupt ranges: " + corruptRanges + " " + kept + "; without end mark: " + unclosed;
    }
}
