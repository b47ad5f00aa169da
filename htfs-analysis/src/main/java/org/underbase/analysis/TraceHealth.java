package org.underbase.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.underbase.analysis.catalog.ClockSkew;
import org.underbase.analysis.figure.Format;
import org.underbase.htfs.format.Drops;

/**
 * Completeness of a trace.
 *
 * @param segments number of files with a readable header
 * @param blocks number of complete blocks
 * @param bytes size of those blocks on disk, in bytes
 * @param lost calls whose events the recorder lost, by cause
 * @param sampledFraction least fraction of the files whose calls are in a part of the trace, 0 to 1
 * @param corruptRangeCount number of missing or corrupt ranges
 * @param corruptRanges descriptions of the first of those ranges, one line each
 * @param skippedFiles descriptions of files that were not read, such as copies of segments, one line each
 * @param unclosed segments without an end mark: still being written, or their process was killed
 * @param missingSegments missing segments of a process whose other segments were read, one line each
 * @param skews differences between clocks of hosts that are larger than expected
 */
public record TraceHealth(
        long segments,
        long blocks,
        long bytes,
        Drops lost,
        double sampledFraction,
        long corruptRangeCount,
        List<String> corruptRanges,
        List<String> skippedFiles,
        List<String> unclosed,
        List<String> missingSegments,
        List<ClockSkew> skews) {
    private static final int PRINTED = 5;

    public TraceHealth {
        skews = List.copyOf(skews);
        corruptRanges = List.copyOf(corruptRanges);
        skippedFiles = List.copyOf(skippedFiles);
        unclosed = List.copyOf(unclosed);
        missingSegments = List.copyOf(missingSegments);
    }

    /** Returns a text about a difference between two clocks. */
    public static String skewText(ClockSkew skew) {
        return "the clock of " + skew.ahead() + " is at least " + Format.nanos(skew.nanos()) + " ahead of that of "
                + skew.behind()
                + ", by files that were used before their creation or after their deletion; times between hosts, such as lifetimes"
                + " and locality, are off by as much";
    }

    /** Whether a part of the trace contains the calls on some of the files only. */
    public boolean isSampled() {
        return sampledFraction < 1;
    }

    /** Returns a text about a sampled trace and its numbers. */
    public String samplingText() {
        return "the trace contains the calls on " + Format.percent(100 * sampledFraction)
                + " of the files; HDFS I/O and bytes by layer, by activity and over time are estimates for all files, other"
                + " numbers are those recorded";
    }

    /** Returns one line per defect of the trace, the first of each kind. */
    public List<String> warnings() {
        List<String> lines = new ArrayList<>();
        first("corrupt: ", corruptRanges, corruptRangeCount, lines);
        first("missing: ", missingSegments, missingSegments.size(), lines);
        List<String> open = unclosed.stream()
                .map(file -> file + " has no end mark: it is still being written, or its process was killed")
                .toList();
        first("unfinished: ", open, open.size(), lines);
        if (isSampled()) {
            lines.add("sampled: " + samplingText());
        }
        skews.forEach(skew -> lines.add("skewed: " + skewText(skew)));
        if (droppedEvents() > 0) {
            lines.add(String.format(
                    Locale.ROOT,
                    "incomplete: %,d calls, which moved %,d bytes, were lost while recording: %s",
                    droppedEvents(),
                    lost.totalBytes(),
                    lost));
        }
        return lines;
    }

    private static void first(String kind, List<String> all, long count, List<String> lines) {
        all.stream().limit(PRINTED).forEach(line -> lines.add(kind + line));
        if (count > PRINTED) {
            lines.add(kind + "and " + (count - PRINTED) + " more");
        }
    }

    /** Returns the number of calls whose events the recorder lost. */
    public long droppedEvents() {
        return lost.total();
    }
}
