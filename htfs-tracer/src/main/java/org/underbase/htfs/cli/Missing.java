package org.underbase.htfs.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
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
