package org.underbase.htfs.format;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.underbase.operator.output.PrintableText;

/** Search for missing segments by the numbers and end marks of those that were read. Not thread-safe. */
final class MissingSegments {
    private final SortedMap<SegmentPlace, Part> parts = new TreeMap<>();

    /** The beginning and the end of a segment; slices of it contribute one or both. */
    private record Part(
            long beginNanos, long evictedSegments, long evictedEvents, BlockHeader.Kind ending, long endNanos) {
        private static final Part NONE = new Part(Long.MIN_VALUE, 0, 0, BlockHeader.Kind.EVENTS, Long.MAX_VALUE);

        private Part plus(Part other) {
            Part begin = beginNanos == NONE.beginNanos ? other : this;
            Part end = ending == NONE.ending ? other : this;
            return new Part(begin.beginNanos, begin.evictedSegments, begin.evictedEvents, end.ending, end.endNanos);
        }
    }

    void begin(SegmentHeader header) {
        add(
                SegmentPlace.of(header),
                new Part(
                        header.wallNanos(),
                        header.evictedSegments(),
                        header.evictedEvents(),
                        Part.NONE.ending,
                        Part.NONE.endNanos));
    }

    void end(SegmentHeader header, BlockHeader mark) {
        add(SegmentPlace.of(header), new Part(Part.NONE.beginNanos, 0, 0, mark.kind(), mark.wallNanos()));
    }

    void add(MissingSegments other) {
        other.parts.forEach(this::add);
    }

    private void add(SegmentPlace place, Part part) {
        parts.merge(place, part, Part::plus);
    }

    /**
     * Returns one line per run of missing segments and per process whose last segment does not end the recording, if their
     * events may be in a range of time.
     *
     * @param from start of the range, in nanoseconds since the epoch
     * @param to end of the range, exclusive
     */
    List<String> lines(long from, long to, boolean withUnfinished) {
        List<String> lines = new ArrayList<>();
        Map.Entry<SegmentPlace, Part> last = null;
        for (Map.Entry<SegmentPlace, Part> next : parts.entrySet()) {
            boolean first = last == null || !last.getKey().sameProcess(next.getKey());
            if (first && last != null && withUnfinished) {
                unfinished(last, to, lines);
            }
            int expected = first ? 0 : last.getKey().sequence() + 1;
            boolean before = first || last.getValue().beginNanos < to;
            if (next.getKey().sequence() > expected && before && next.getValue().beginNanos >= from) {
                lines.add(gap(expected, next.getKey(), next.getValue()));
            }
            last = next;
        }
        if (last != null && withUnfinished) {
            unfinished(last, to, lines);
        }
        return lines;
    }

    private static void unfinished(Map.Entry<SegmentPlace, Part> last, long to, List<String> lines) {
        if (last.getValue().ending == BlockHeader.Kind.END_OF_SEGMENT && last.getValue().endNanos < to) {
            lines.add(process(last.getKey()) + ": no segment after "
                    + last.getKey().sequence()
                    + ", which does not end the recording: the process is still recording, or was killed");
        }
    }

    private static String gap(int from, SegmentPlace next, Part part) {
        int to = next.sequence() - 1;
        String missing = from == to ? "segment " + from + " is" : "segments " + from + " to " + to + " are";
        String cause = part.evictedSegments == 0
                ? ""
                : "; before the next one a limit had deleted " + part.evictedSegments + " with " + part.evictedEvents
                        + " events";
        return process(next) + ": " + missing + " missing" + cause;
    }

    private static String process(SegmentPlace place) {
        return PrintableText.of(place.host()) + " " + place.pid() + "@" + place.start();
    }

    /** Writes the segments, for {@link #read}. */
    void write(DataOutput out) throws IOException {
        out.writeInt(parts.size());
        for (Map.Entry<SegmentPlace, Part> entry : parts.entrySet()) {
            SegmentPlace place = entry.getKey();
            ReadReport.text(out, place.host());
            out.writeLong(place.pid());
            out.writeLong(place.start());
            out.writeInt(place.sequence());
            Part part = entry.getValue();
            out.writeLong(part.beginNanos);
            out.writeLong(part.evictedSegments);
            out.writeLong(part.evictedEvents);
            out.writeByte(part.ending.code());
            out.writeLong(part.endNanos);
        }
    }

    /** Adds segments that {@link #write} has written. */
    void read(DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            SegmentPlace place = new SegmentPlace(ReadReport.text(in), in.readLong(), in.readLong(), in.readInt());
            add(
                    place,
                    new Part(
                            in.readLong(),
                            in.readLong(),
                            in.readLong(),
                            BlockHeader.Kind.ofCode(in.readByte()).orElseThrow(),
                            in.readLong()));
        }
    }
}
