package org.underbase.htfs.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.SegmentHeader;

/** Finds out which segments of a process are not there, by their numbers. */
final class Missing {
    private Missing() {}

    /** One line for each run of missing segments. */
    static List<String> segments(List<SegmentFacts> facts) {
        Map<String, NavigableMap<Integer, SegmentHeader>> processes = new TreeMap<>();
        for (SegmentFacts segment : facts) {
            segment.header().ifPresent(header -> processes
                    .computeIfAbsent(header.host() + " " + header.process(), p -> new TreeMap<>())
                    .put(header.sequence(), header));
        }
        List<String> lines = new ArrayList<>();
        processes.forEach((process, segments) -> {
            int expected = 0;
            for (SegmentHeader header : segments.values()) {
                if (header.sequence() > expected) {
                    lines.add(line(process, expected, header));
                }
                expected = header.sequence() + 1;
            }
        });
        return lines;
    }

    /** One line for each process whose last segment says that more comes. */
    static List<String> next(List<SegmentFacts> facts) {
        Map<String, SegmentFacts> last = new TreeMap<>();
        for (SegmentFacts segment : facts) {
            segment.header()
                    .ifPresent(header -> last.merge(
                            header.host() + " " + header.process(),
                            segment,
                            (a, b) -> sequence(a) > sequence(b) ? a : b));
        }
        List<String> lines = new ArrayList<>();
        last.forEach((process, segment) -> {
            if (segment.ending().equals(Optional.of(BlockHeader.Kind.END_OF_SEGMENT))) {
                lines.add(process + ": no segment behind " + sequence(segment)
                        + ", the end of which says that more comes: it is still recording, or was killed");
            }
        });
        return lines;
    }

    private static int sequence(SegmentFacts segment) {
        return segment.header().map(SegmentHeader::sequence).orElse(-1);
    }

    private static String line(String process, int from, SegmentHeader next) {
        int to = next.sequence() - 1;
        String which = from == to ? "segment " + from : "segments " + from + " to " + to;
        String why = next.expiredSegments() == 0
                ? ""
                : "; up to then the size cap had deleted " + next.expiredSegments() + " with " + next.expiredEvents()
                        + " events";
        return process + ": " + which + " not there" + why;
    }
}
