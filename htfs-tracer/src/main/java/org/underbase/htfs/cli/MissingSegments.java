package org.underbase.htfs.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.SegmentHeader;

/** Search for missing segments by their sequence numbers. */
final class MissingSegments {
    private MissingSegments() {}

    /** Returns one line per run of missing segments. */
    static List<String> gaps(List<SegmentSummary> segments) {
        List<String> lines = new ArrayList<>();
        byProcess(segments).forEach((process, sequences) -> {
            int expected = 0;
            for (SegmentSummary segment : sequences.values()) {
                SegmentHeader header = segment.header();
                if (header.sequence() > expected) {
                    lines.add(gap(process, expected, header));
                }
                expected = header.sequence() + 1;
            }
        });
        return lines;
    }

    /** Returns one line per process whose last segment is not the end of its recording. */
    static List<String> unfinished(List<SegmentSummary> segments) {
        List<String> lines = new ArrayList<>();
        byProcess(segments).forEach((process, sequences) -> {
            SegmentSummary last = sequences.lastEntry().getValue();
            if (last.ending() == BlockHeader.Kind.END_OF_SEGMENT) {
                lines.add(process + ": no segment after " + last.header().sequence()
                        + ", which does not end the recording: the process is still recording, or was killed");
            }
        });
        return lines;
    }

    private static Map<String, NavigableMap<Integer, SegmentSummary>> byProcess(List<SegmentSummary> segments) {
        Map<String, NavigableMap<Integer, SegmentSummary>> processes = new TreeMap<>();
        for (SegmentSummary segment : segments) {
            if (segment.hasHeader()) {
                processes
                        .computeIfAbsent(segment.process(), process -> new TreeMap<>())
                        .put(segment.header().sequence(), segment);
            }
        }
        return processes;
    }

    private static String gap(String process, int from, SegmentHeader next) {
        int to = next.sequence() - 1;
        String missing = from == to ? "segment " + from + " is" : "segments " + from + " to " + to + " are";
        String cause = next.evictedSegments() == 0
                ? ""
                : "; before the next one a limit had deleted " + next.evictedSegments() + " with "
                        + next.evictedEvents() + " events";
        return process + ": " + missing + " missing" + cause;
    }
}
